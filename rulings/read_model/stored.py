"""The rows of the read model as records."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

import orjson
from django.db import connection
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

# So many keys are asked for at once, in any database.
MOST_ASKED = 500
RULING_KEYS = tuple(get_type_hints(RulingRecord))
EXPORTED_KEYS = tuple(get_type_hints(ExportedRuling))
CARD_KEYS = tuple(get_type_hints(CardRecord))
EXPORTED_CARD_KEYS = tuple(get_type_hints(ExportedCard))


def dump(value: Any) -> str:
    """A record as it is stored."""
    return orjson.dumps(value).decode()


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
    rows = dict(_records(ShownCard, keys))
    return [orjson.loads(rows[key]) for key in keys if key in rows]


def rulings_by_key(keys: Iterable[int]) -> dict[int, ShownRecord]:
    """Rulings in force by their keys; those that are not in force are left out."""
    return {key: orjson.loads(record) for key, record in _records(ShownRuling, list(keys))}


def _records(rows: type[ShownCard] | type[ShownRuling], keys: Sequence[int]) -> Iterable[tuple[int, str]]:
    """Stored records by their keys. Every search asks for some: building a query costs more than asking it."""
    if not keys:
        return ()
    if len(keys) > MOST_ASKED:
        return rows.objects.filter(pk__in=keys).values_list("pk", "record")
    column, marks = rows._meta.pk.column, ", ".join(["%s"] * len(keys))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column}, record FROM {rows._meta.db_table} WHERE {column} IN ({marks})", list(keys))  # noqa: S608
        found: list[tuple[int, str]] = cursor.fetchall()
    return found


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
