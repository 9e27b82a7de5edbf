"""The rows of the read model as records."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

import orjson
from django.db.models import QuerySet

from rulings.models import ShownCard, ShownRuling
from rulings.read_model.records.cards import CardRecord, ExportedCard, ShownCardRecord
from rulings.read_model.records.rulings import (
    ChangeRecord,
    ExportedRuling,
    NamedCard,
    RulingBrief,
    RulingRecord,
    ShownRecord,
    ShownWording,
)

RULING_KEYS = tuple(get_type_hints(RulingRecord))
EXPORTED_KEYS = tuple(get_type_hints(ExportedRuling))
CARD_KEYS = tuple(get_type_hints(CardRecord))
EXPORTED_CARD_KEYS = tuple(get_type_hints(ExportedCard))


@dataclass(frozen=True)
class StoredCard:
    """A card with the rulings about it, and what editions did to them."""

    pk: int
    record: ShownCardRecord
    # "errata", "listings", "others" and "mentions": the keys of rulings.
    rulings: dict[str, list[int]]
    history: list[ChangeRecord]


def card_at(path: str) -> StoredCard | None:
    """The card of an id."""
    row = ShownCard.objects.filter(path=path).values_list("pk", "record", "rulings", "history").first()
    return StoredCard(row[0], *map(orjson.loads, row[1:])) if row else None


def cards_by_key(keys: Sequence[int]) -> list[ShownCardRecord]:
    """Cards in the order of their keys; those that are not shown are left out."""
    rows = dict(ShownCard.objects.filter(pk__in=keys).values_list("pk", "record"))
    return [orjson.loads(rows[key]) for key in keys if key in rows]


def rulings_by_key(keys: Iterable[int]) -> dict[int, ShownRecord]:
    """Rulings in force by their keys; those that are not in force are left out."""
    rows = ShownRuling.objects.filter(pk__in=list(keys)).values_list("pk", "record")
    return {key: orjson.loads(record) for key, record in rows}


def rulings_in(rows: QuerySet[ShownRuling]) -> list[ShownRecord]:
    """The rulings of some rows, in their order."""
    return [orjson.loads(record) for record in rows.values_list("record", flat=True)]


def as_ruling(shown: ShownWording) -> RulingRecord:
    """A ruling as the API has it."""
    return {key: shown[key] for key in RULING_KEYS}  # type: ignore[literal-required,return-value]


def as_brief(shown: ShownWording) -> RulingBrief:
    """A ruling by its names alone."""
    return {
        "id": shown["id"],
        "kind": shown["kind"],
        "key": shown["key"],
        "title": shown["plain_title"],
        "url": shown["url"],
    }


def as_card(shown: Any) -> CardRecord:
    """A card as the API has it."""
    return {key: shown[key] for key in CARD_KEYS}  # type: ignore[return-value]


def as_exported(shown: ShownWording) -> ExportedRuling:
    """A ruling as it is exported: with cards by their names alone."""
    record: Any = {key: shown[key] for key in EXPORTED_KEYS}  # type: ignore[literal-required]
    record["cards"] = [named(card) for card in shown["cards"]]
    record["mentions"] = [{**named(card), "status": card["status"]} for card in shown["mentions"]]
    exported: ExportedRuling = record
    return exported


def named(card: Any) -> NamedCard:
    """A card by its names alone."""
    return {"set": card["set"], "number": card["number"], "name": card["name"]}


def as_exported_card(shown: Any) -> ExportedCard:
    """A card as it is exported."""
    return {key: shown[key] for key in EXPORTED_CARD_KEYS}  # type: ignore[return-value]
