"""Restricted and banned lists, and the errata sheets of sets."""

from dataclasses import dataclass
from typing import Any

import orjson
from django.core.paginator import Page, Paginator

from importers.folding import fold
from importers.records import ChangeKind, Kind
from rulings.models import CardSet, ShownCard, ShownRuling
from rulings.read_model import addresses
from rulings.read_model.records.cards import GameDetail, TermRecord
from rulings.read_model.records.documents import DelistingRecord, ListRecord
from rulings.read_model.records.rulings import ShownRecord
from rulings.read_model.stored import as_brief, rulings_by_key, rulings_in
from rulings.read_model.terms import glossary_of
from rulings.read_model.wording import plain_text, plain_title

# Corrections on a page of an errata sheet.
SHEET_SIZE = 200


@dataclass(frozen=True)
class ListPage:
    """A restricted or banned list: its notes, who is on it since when, and who left it when."""

    notes: list[ShownRecord]
    listings: list[Any]
    left: list[DelistingRecord]
    # What it means to be on it, in a line.
    meaning: list[TermRecord]

    @property
    def has_digest(self) -> bool:
        return any(listing["is_digest"] for listing in self.listings)

    @property
    def by_format(self) -> list[tuple[str, list[Any]]]:
        """The listings of each way of playing, in the order in which they are printed; "" holds for all of them."""
        groups: dict[str, list[Any]] = {}
        for listing in self.listings:
            groups.setdefault(listing["format"] or "", []).append(listing)
        return list(groups.items())


@dataclass(frozen=True)
class ErrataSheet:
    """Everything that corrects or lists the titles of a set, whichever printing it names."""

    errata: list[ShownRecord]
    listings: list[ShownRecord]
    # The cards of which a text or a field is put right, as far as they are known.
    cards: list[Any]
    paging: Page[int]

    @property
    def has_digest(self) -> bool:
        return any(ruling["is_digest"] for ruling in (*self.errata, *self.listings))

    @property
    def editions(self) -> list[str]:
        """What the sheet rests on."""
        return list(dict.fromkeys(ruling["edition_title"] for ruling in (*self.errata, *self.listings)))


def list_page(game: GameDetail, *, list_name: str) -> ListPage:
    """The listings of a game that are in force, and those that are no longer."""
    listed = ShownRuling.objects.filter(game=game["pk"], kind=Kind.LISTING, list_name=list_name)
    rows = listed.order_by("document_id", "position").values_list("record", "history")
    listings = [{**orjson.loads(record), **_since(orjson.loads(history))} for record, history in rows]
    said = _first_lines({card["id"] for listing in listings for card in listing["cards"][:1]})
    listings = [
        {**one, "first_line": said.get(card["id"]) if (card := next(iter(one["cards"]), None)) else None}
        for one in listings
    ]
    meaning = glossary_of(game["id"]).of_list(list_name)
    return ListPage(_notes_of(listings), listings, game["left"].get(list_name, []), meaning)


def list_record(game: GameDetail, list_name: str, page: ListPage) -> ListRecord:
    """A list as data."""
    return {
        "id": f"{game['id']}/{list_name}",
        "game": game["id"],
        "list": list_name,  # type: ignore[typeddict-item]
        "notes": [plain_text(note["text"]) for note in page.notes],
        "cards": [
            {
                "cards": one["cards"],
                "format": one["format"],
                "text": one["text"],
                "ruling": as_brief(one),
                "document": f"{one['game']}/{one['document']}",
                "since": one["since"],
                "since_date": one["since_date"],
                "since_is_first": one["since_is_first"],
                "edition": one["edition"],
            }
            for one in page.listings
        ],
        "left": page.left,
        "url": addresses.of_list(game["id"], list_name),
    }


def _since(history: list[Any]) -> dict[str, Any]:
    """Since when a card has been on a list: the last edition that added it."""
    added = next((event for event in history if event["kind"] == ChangeKind.ADDED), None)
    return {
        "since": added["edition"] if added else None,
        "since_date": added["date"] if added else None,
        "since_is_first": bool(added and added["is_first"]),
    }


def _first_lines(ids: set[str | None]) -> dict[str, str | None]:
    """By the ids of cards, the first line of what each says now."""
    rows = ShownCard.objects.filter(path__in=[one for one in ids if one]).values_list("path", "record")
    return {path: orjson.loads(record)["first_line"] for path, record in rows}


def _notes_of(listings: list[Any]) -> list[ShownRecord]:
    """What the documents say right under the headings of these listings."""
    headings = {
        (one["game"], one["document"], tuple(one["heading_path"][:level]))
        for one in listings
        for level in range(1, len(one["heading_path"]) + 1)
    }
    titles = {fold(plain_title(path[-1])) for _, _, path in headings}
    notes = ShownRuling.objects.filter(title__in=titles, kind=Kind.CLARIFICATION)
    return [
        note
        for note in rulings_in(notes.order_by("document_id", "position"))
        if (note["game"], note["document"], tuple(note["heading_path"])) in headings
    ]


def errata_sheet(card_set: CardSet, *, number: int = 1) -> ErrataSheet:
    """What corrects or lists the cards of a set, in the order of its cards."""
    rows = ShownCard.objects.filter(card_set=card_set).exclude(has_errata=False, is_restricted=False, is_banned=False)
    parts: dict[str, dict[int, None]] = {"errata": {}, "listings": {}}
    cards: list[Any] = []
    in_order = rows.order_by("pack_order", "is_unnumbered", "number_order", "folded_name")
    for stored, record in in_order.values_list("rulings", "record"):
        rulings, card = orjson.loads(stored), orjson.loads(record)
        if card["effective"] and (card["printed"] or card["effective"]["fields"]):
            cards.append(card)
        for part, found in parts.items():
            found.update(dict.fromkeys(rulings[part]))
    page = Paginator(list(parts["errata"]), SHEET_SIZE).get_page(number)
    shown = rulings_by_key([*page.object_list, *parts["listings"]])
    return ErrataSheet(
        [shown[key] for key in page.object_list if key in shown],
        [shown[key] for key in parts["listings"] if key in shown],
        cards if page.number == 1 else [],
        page,
    )
