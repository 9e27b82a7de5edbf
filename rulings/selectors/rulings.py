"""A ruling with everything around it, as it stands or as it stood."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from rulings.models import Change, Document, Edition, Reference, Revision, Ruling
from rulings.selectors.backlinks import citing
from rulings.selectors.finding import MissingError, find_documents
from rulings.selectors.history import Event, events_of
from rulings.selectors.plain import plain_title
from rulings.selectors.wording import address_at


@dataclass(frozen=True)
class Neighbour:
    """The ruling before or after another one."""

    title: str
    url: str


@dataclass(frozen=True)
class RulingPage:
    """What the page of a ruling shows."""

    ruling: Ruling
    # The edition it is read in, and its wording there.
    edition: Edition
    change: Change
    revision: Revision
    # The edition that was asked for; none: today.
    at: Edition | None
    # Whether the edition is an old one, and whether the ruling is gone from the newest.
    is_past: bool
    is_removed: bool
    # Another ruling that bears, in that edition, the label in this one's address.
    namesake: Change | None
    subjects: list[Reference]
    cited_by: list[Change]
    life: list[Event]
    before: Neighbour | None
    after: Neighbour | None


def with_wording(changes: QuerySet[Change]) -> QuerySet[Change]:
    """Changes with what it takes to show their wording and to address what it refers to."""
    references = Reference.objects.select_related("card__card_set__game", "ruling__document__game").order_by("position")
    return changes.select_related(
        "revision__summary__digest__revision",
        "revision__summary__digest__edition",
        "revision__edition",
        "edition__document__game",
        "ruling__document__game",
    ).prefetch_related(
        Prefetch("references", queryset=references),
        Prefetch("revision__summary__digest__references", queryset=references),
    )


def any_from_digest(changes: Iterable[Change]) -> bool:
    """Whether some of the wordings are summaries of ours that stand alone."""
    return any(change.ruling.document.is_digest for change in changes)


def find_ruling(game: str, *, document: str, slug: str) -> Ruling:
    """The ruling of that address; for one of a digest, the ruling that it sums up, and for one of a document that was
    withdrawn, the digest's."""
    documents = find_documents(game, slug=document)
    rulings = Ruling.objects.select_related("document__game", "document__current")
    for candidate in documents:
        if found := _find_in(candidate, slug):
            summed_up = rulings.filter(document=documents[0], revisions__summary__digest__ruling=found)
            return summed_up.first() or found
    in_short = rulings.filter(
        document__in=documents,
        changes__summaries__revision__ruling__slug=slug,
        changes__summaries__revision__ruling__document__slug=document,
    )
    if found := in_short.first():
        return found
    raise MissingError


def _find_in(document: Document, slug: str) -> Ruling | None:
    """The ruling of that address, whatever its case, or else the one that bears that label, or bore it last."""
    rulings = document.rulings.select_related("document__game", "document__current")
    exact = rulings.filter(slug=slug).first() or rulings.filter(slug__iexact=slug).first()
    if exact:
        return exact
    bearing = Change.objects.in_published_editions().filter(ruling__document=document, revision__key__iexact=slug)
    last = bearing.order_by("edition__position").last()
    return rulings.get(pk=last.ruling_id) if last else None


def find_ruling_at(edition: Edition, slug: str) -> Ruling | None:
    """The ruling of that address as it stood in an edition, or else the one that bore that label then.

    The address may also be that of the digest's ruling that sums it up.
    """
    standing = edition.changes.standing().select_related("ruling__document__game", "ruling__document__current")
    by_address, by_label = Q(ruling__slug=slug), Q(revision__key__iexact=slug)
    by_digest = Q(ruling__revisions__summary__digest__ruling__slug=slug)
    found = (standing.filter(way).first() for way in (by_address, by_label, by_digest))
    return next((change.ruling for change in found if change), None)


def last_wording(ruling: Ruling, edition: Edition | None = None) -> Change | None:
    """The wording of a ruling in an edition, or the last one that it had; none if it never stood there."""
    standing = with_wording(ruling.changes.in_published_editions().standing())
    return standing.filter(edition=edition).first() if edition else standing.order_by("edition__position").last()


def ruling_page(ruling: Ruling, edition: Edition | None = None) -> RulingPage | None:
    """The page of a ruling today, or as it stood in an edition; none if it never stood there."""
    current = ruling.document.current
    change = last_wording(ruling, edition)
    if change is None or change.revision is None:
        return None
    is_past = edition is not None and edition != current
    before, after = _neighbours(change, edition)
    return RulingPage(
        ruling=ruling,
        edition=change.edition,
        change=change,
        revision=change.revision,
        at=edition,
        is_past=is_past,
        is_removed=edition is None and change.edition != current,
        namesake=_namesake(ruling, edition or current),
        subjects=[ref for ref in change.references.all() if ref.place == Reference.Place.SUBJECT],
        cited_by=citing([ruling.pk], at=edition).get(ruling.pk, []),
        life=events_of([ruling.pk]),
        before=before,
        after=after,
    )


def _namesake(ruling: Ruling, edition: Edition | None) -> Change | None:
    if edition is None:
        return None
    others = edition.changes.standing().filter(revision__key=ruling.slug).exclude(ruling=ruling)
    return others.with_ruling().first()


def _neighbours(change: Change, edition: Edition | None) -> tuple[Neighbour | None, Neighbour | None]:
    changes = change.edition.changes.standing().with_ruling()
    before = changes.filter(position__lt=change.position).order_by("-position").first()
    after = changes.filter(position__gt=change.position).order_by("position").first()
    return _neighbour(before, edition), _neighbour(after, edition)


def _neighbour(change: Change | None, edition: Edition | None) -> Neighbour | None:
    if change is None or change.revision is None:
        return None
    revision = change.revision
    return Neighbour(plain_title(f"{revision.key} {revision.title}".strip()), address_at(change.ruling, edition))
