"""Rulings as data."""

from collections.abc import Iterable
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from importers.citations import parse_citation
from importers.resolving import LABEL
from rulings.models import Card, Change, Edition, Reference, Revision, Ruling
from rulings.selectors.plain import plain_text, plain_title
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
    """The records of some rulings, in their order; those of an edition as they stood in it."""
    wanted = [change.pk for change in changes]
    by_pk = with_facts(Change.objects.all()).in_bulk(wanted)
    return [ruling_record(change, at=at if change.edition == at else None) for change in map(by_pk.__getitem__, wanted)]


def ruling_record(change: Change, *, at: Edition | None = None) -> Record:
    """A ruling as it is exported, with its id."""
    record = export_record(change, at=at)
    subjects, mentioned = _subjects(change), _mentioned(change)
    return {
        "id": ruling_id_of(change.ruling),
        **record,
        "plain_title": plain_title(record["title"]),
        "plain": plain_text(record["text"]),
        "cards": [{**card, **_whereabouts(one)} for card, one in zip(record["cards"], subjects, strict=True)],
        "mentions": [{**card, **_whereabouts(one)} for card, one in zip(record["mentions"], mentioned, strict=True)],
    }


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
            for reference in _mentioned(change)
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
        "title": plain_title(revision.title) if revision else "",
        "url": address_at(ruling, at),
    }


def cards_of(change: Change) -> list[Record]:
    """The cards that a ruling is about."""
    return [_card(one, change.revision.cards[one.position]) for one in _subjects(change) if change.revision]


def _subjects(change: Change) -> list[Reference]:
    return [one for one in change.references.all() if one.place == Reference.Place.SUBJECT]


def _mentioned(change: Change) -> list[Reference]:
    others = (one for one in change.references.all() if one.place != Reference.Place.SUBJECT)
    return [one for one in others if one.leads_to == Reference.Leads.CARD]


def _whereabouts(reference: Reference) -> Record:
    """Where a card is on this site, if it is known."""
    card = reference.card
    return {"id": card_id_of(card) if card else None, "url": card.get_absolute_url() if card else None}


def card_id_of(card: Card) -> str:
    return f"{card.card_set.game.slug}/{card.card_set.slug}/{card.slug}"


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
