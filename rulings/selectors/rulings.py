"""A ruling with everything around it, as it stands or as it stood."""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from rulings.models import Change, Document, Edition, Reference, Revision, Ruling
from rulings.models.rulings import ReferenceQuerySet
from rulings.selectors.documents import address_at
from rulings.selectors.history import Chapter, life_of
from rulings.selectors.wording import without_brackets


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
    # Whether the edition is an old one, and whether the ruling is gone from the newest.
    is_past: bool
    is_removed: bool
    # Another ruling that bears the label in this one's address today.
    namesake: Change | None
    subjects: list[Reference]
    cited_by: list[Change]
    life: list[Chapter]
    before: Neighbour | None
    after: Neighbour | None


def references_with_targets() -> ReferenceQuerySet:
    """References with all that it takes to address what they lead to."""
    return Reference.objects.select_related("card__card_set__game", "ruling__document__game").order_by("position")


def with_wording(changes: QuerySet[Change]) -> QuerySet[Change]:
    """Changes with what it takes to show the wording of their revisions."""
    return changes.select_related("revision", "edition", "ruling__document__game").prefetch_related(
        Prefetch("revision__references", queryset=references_with_targets())
    )


def find_ruling(document: Document, slug: str) -> Ruling | None:
    """The ruling of that address, whatever its case, or else the one that bears that label today."""
    rulings = document.rulings.select_related("document__game", "document__current")
    exact = rulings.filter(slug=slug).first() or rulings.filter(slug__iexact=slug).first()
    if exact or document.current is None:
        return exact
    return rulings.filter(
        pk__in=document.current.changes.standing().filter(revision__key__iexact=slug).values("ruling")
    ).first()


def ruling_page(ruling: Ruling, edition: Edition | None = None) -> RulingPage | None:
    """The page of a ruling today, or as it stood in an edition; none if it never stood there."""
    current = ruling.document.current
    changes = with_wording(ruling.changes.in_published_editions().filter(revision__isnull=False))
    if edition is not None:
        change = changes.filter(edition=edition).first()
    else:
        change = changes.order_by("edition__position").last()
    if change is None or change.revision is None:
        return None
    is_past = edition is not None and edition != current
    before, after = _neighbours(change, edition)
    return RulingPage(
        ruling=ruling,
        edition=change.edition,
        change=change,
        revision=change.revision,
        is_past=is_past,
        is_removed=edition is None and change.edition != current,
        namesake=None if is_past else _namesake(ruling, current),
        subjects=[ref for ref in change.revision.references.all() if ref.place == Reference.Place.SUBJECT],
        cited_by=_citing(ruling),
        life=life_of(ruling),
        before=before,
        after=after,
    )


def _namesake(ruling: Ruling, current: Edition | None) -> Change | None:
    if current is None:
        return None
    others = current.changes.standing().filter(revision__key=ruling.slug).exclude(ruling=ruling)
    return others.with_ruling().first()


def _citing(ruling: Ruling) -> list[Change]:
    """The rulings in force that refer to this one, each once."""
    in_force = Change.objects.in_force().filter(revision__references__ruling=ruling)
    return list(in_force.with_ruling().distinct().order_by("ruling__document", "position"))


def _neighbours(change: Change, edition: Edition | None) -> tuple[Neighbour | None, Neighbour | None]:
    changes = change.edition.changes.standing().with_ruling()
    before = changes.filter(position__lt=change.position).order_by("-position").first()
    after = changes.filter(position__gt=change.position).order_by("position").first()
    return _neighbour(before, edition), _neighbour(after, edition)


def _neighbour(change: Change | None, edition: Edition | None) -> Neighbour | None:
    if change is None or change.revision is None:
        return None
    return Neighbour(without_brackets(str(change.revision)), address_at(change, edition))
