"""The whole site as data: cards and rulings, one object each."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from importers.citations import parse_citation
from importers.resolving import LABEL
from rulings.models import Card, Change, Document, Edition, Game, Reference, Revision
from rulings.selectors.rulings import with_wording
from rulings.selectors.wording import address_at

CHUNK = 500


def export_records(*, game: Game | None = None, edition: str = "") -> Iterator[dict[str, Any]]:
    """All cards, then all rulings: those in force, or those of one edition label, or with "all" of every edition."""
    cards = Card.objects.shown().select_related("card_set__game", "pack").in_order()
    for card in (cards.filter(card_set__game=game) if game else cards).iterator(chunk_size=CHUNK):
        yield {
            "type": "card",
            "game": card.card_set.game.slug,
            "set": card.card_set.name,
            "pack": card.pack.name if card.pack else None,
            "number": card.number or None,
            "name": card.name,
            "url": card.get_absolute_url(),
        }
    for change in _changes(game, edition).iterator(chunk_size=CHUNK):
        yield _ruling_record(change, is_past=bool(edition))


def _changes(game: Game | None, edition: str) -> QuerySet[Change]:
    changes = Change.objects.in_force()
    if edition:
        changes = (
            Change.objects.in_published_editions().standing().filter(ruling__document__in=Document.objects.shown())
        )
        # An edition that we have corrected is exported as it was corrected last.
        of_same = Q(corrects=OuterRef("edition")) | Q(corrects=OuterRef("edition__corrects"))
        later = Edition.objects.published().filter(of_same, position__gt=OuterRef("edition__position"))
        changes = changes.exclude(Exists(later))
    if edition not in ("", "all"):
        changes = changes.filter(edition__label=edition)
    if game:
        changes = changes.filter(ruling__document__game=game)
    ended = (
        Change.objects.in_published_editions()
        .news()
        .filter(previous=OuterRef("revision"))
        .order_by("edition__position")
        .values("edition__label")
    )
    return (
        with_wording(changes)
        .select_related("revision__edition", "edition__source")
        .defer("edition__source__text")
        .annotate(until=Subquery(ended[:1]))
        .order_by("ruling__document__game", "ruling__document", "edition__position", "position")
    )


def _ruling_record(change: Change, *, is_past: bool) -> dict[str, Any]:
    revision, ruling, edition = change.revision, change.ruling, change.edition
    assert revision is not None
    document = ruling.document
    references = list(change.references.all())
    return {
        "type": "ruling",
        "game": document.game.slug,
        "document": document.slug,
        "edition": edition.label,
        "kind": ruling.kind,
        "scope": ruling.scope or None,
        "list": ruling.list_name or None,
        "key": revision.key or None,
        "title": revision.title,
        "text": revision.text,
        "summary": _summary(revision),
        "authority": revision.authority,
        "reverses_official": revision.reverses_official,
        "version_tag": revision.version_tag or None,
        "cards": cards_of(change),
        "mentions": [
            {**_card(reference, vars(parse_citation(reference.target))), "status": reference.status}
            for reference in references
            if reference.place != Reference.Place.SUBJECT and reference.leads_to == Reference.Leads.CARD
        ],
        "links": [_link(reference) for reference in references if reference.leads_to == Reference.Leads.RULING],
        "heading_path": revision.heading_path,
        "source": {"file": edition.source.name, "first_line": change.first_line, "last_line": change.last_line},
        "since": revision.edition.label,
        "until": change.until,  # type: ignore[attr-defined]
        "url": address_at(ruling, edition if is_past else None),
    }


def cards_of(change: Change) -> list[dict[str, Any]]:
    """The cards that a ruling is about."""
    subjects = (one for one in change.references.all() if one.place == Reference.Place.SUBJECT)
    return [_card(one, change.revision.cards[one.position]) for one in subjects if change.revision]


def _summary(revision: Revision) -> str | None:
    """What the digest of the document says of it."""
    summary = getattr(revision, "summary", None)
    return (summary.digest.revision.text or summary.digest.revision.title) if summary else None


def _card(reference: Reference, printed: dict[str, str]) -> dict[str, Any]:
    """A card as the catalogue has it, or as printed where it is not resolved."""
    card = reference.card
    if card is None:
        return {"set": printed["set"] or None, "number": printed["number"] or None, "name": printed["name"]}
    return {"set": card.card_set.name, "number": card.number or printed["number"] or None, "name": card.name}


def _link(reference: Reference) -> dict[str, Any]:
    ruling = reference.ruling
    return {
        "text": reference.label,
        "key": reference.target if LABEL.fullmatch(reference.target) else None,
        "url": ruling.get_absolute_url() if ruling else None,
        "status": reference.status,
    }
