"""Rulings as data."""

from collections.abc import Iterable
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from importers.citations import parse_citation
from importers.resolving import LABEL
from rulings.models import Change, Edition, Reference, Revision, Ruling
from rulings.selectors.rulings import with_wording
from rulings.selectors.wording import address_at

Record = dict[str, Any]


def with_facts(changes: QuerySet[Change]) -> QuerySet[Change]:
    """Changes with what it takes to make records of them."""
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
    )


def ruling_records(changes: Iterable[Change], *, at: Edition | None = None) -> list[Record]:
    """The records of some rulings, in their order."""
    wanted = [change.pk for change in changes]
    by_pk = with_facts(Change.objects.all()).in_bulk(wanted)
    return [ruling_record(by_pk[pk], at=at) for pk in wanted]


def ruling_record(change: Change, *, at: Edition | None = None) -> Record:
    """A ruling as it is exported, with its id."""
    return {"id": ruling_id_of(change.ruling), **export_record(change, at=at)}


def export_record(change: Change, *, at: Edition | None = None) -> Record:
    """A ruling as it is read today, or as it stood in an edition; `change` comes from `with_facts`."""
    revision, ruling, edition = change.revision, change.ruling, change.edition
    if revision is None:
        raise ValueError("a removed ruling has no wording")
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
        "url": address_at(ruling, at),
    }


def ruling_id_of(ruling: Ruling) -> str:
    return f"{ruling.document.game.slug}/{ruling.document.slug}/{ruling.slug}"


def brief_record(ruling: Ruling, revision: Revision | None, *, at: Edition | None = None) -> Record:
    """A ruling by its names alone."""
    return {
        "id": ruling_id_of(ruling),
        "kind": ruling.kind,
        "key": (revision.key if revision else "") or None,
        "title": revision.title if revision else "",
        "url": address_at(ruling, at),
    }


def cards_of(change: Change) -> list[Record]:
    """The cards that a ruling is about."""
    subjects = (one for one in change.references.all() if one.place == Reference.Place.SUBJECT)
    return [_card(one, change.revision.cards[one.position]) for one in subjects if change.revision]


def _summary(revision: Revision) -> str | None:
    """What the digest of the document says of it."""
    summary = getattr(revision, "summary", None)
    return (summary.digest.revision.text or summary.digest.revision.title) if summary else None


def _card(reference: Reference, printed: dict[str, str]) -> Record:
    """A card as the catalogue has it, or as printed where it is not resolved."""
    card = reference.card
    if card is None:
        return {"set": printed["set"] or None, "number": printed["number"] or None, "name": printed["name"]}
    return {"set": card.card_set.name, "number": card.number or printed["number"] or None, "name": card.name}


def _link(reference: Reference) -> Record:
    ruling = reference.ruling
    return {
        "text": reference.label,
        "key": reference.target if LABEL.fullmatch(reference.target) else None,
        "url": ruling.get_absolute_url() if ruling else None,
        "status": reference.status,
    }
