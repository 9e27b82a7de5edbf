"""Reads the JSON of ArkhamDB and its sister sites: cycles, packs, and files of cards below pack/."""

import datetime
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from importers.catalogues.columns import IGNORED, NAMES, as_list, as_number
from importers.catalogues.markup import as_text
from importers.catalogues.records import CatalogueCard, CatalogueError
from importers.folding import fold
from importers.records import one_line

# What these sites call the numbers of a card, and what players call them.
STATISTICS = {
    **{f"skill_{name}": name for name in ("willpower", "intellect", "combat", "agility", "wild")},
    **{f"enemy_{name}": name for name in ("fight", "evade", "damage", "horror")},
    "health_per_investigator": "",
}
# What is kept with the original alone: how a deck is built around a card is said in words on it.
INTERNAL = {
    *(
        "code",
        "name",
        "subname",
        "text",
        "traits",
        "back_text",
        "back_name",
        "back_subname",
        "back_traits",
        "pack_code",
    ),
    *("position", "type_code", "subtype_code", "faction_code", "faction2_code", "faction3_code", "duplicate_of"),
    *(
        "alternate_of",
        "back_link",
        "errata_date",
        "encounter_code",
        "encounter_position",
        "double_sided",
        "restrictions",
    ),
    *("deck_options", "deck_requirements", "customization_text", "customization_change", "customization_options"),
    *("side_deck_options", "side_deck_requirements", "bonded_to", "bonded_count", "is_unique", "xp", "deck_limit"),
}


def is_folder_of_packs(folder: Path) -> bool:
    """Whether a folder is laid out as these sites publish their cards."""
    return (folder / "packs.json").exists() and any((folder / "pack").rglob("*.json"))


def read_folder(folder: Path, *, signs: Mapping[str, str]) -> tuple[list[CatalogueCard], list[str], list[str]]:
    """The cards of a folder, what was skipped, and notes."""
    packs = {str(one["code"]): one for one in _coded(folder / "packs.json")}
    cycles = _names(folder / "cycles.json")
    factions, types = _names(folder / "factions.json"), _names(folder / "types.json")
    files = sorted((folder / "pack").rglob("*.json"))
    rows = [(row, f"{file.relative_to(folder)}, card {number}") for file in files for number, row in _rows(file)]
    order = {
        code: (list(cycles).index(one.get("cycle_code", "")) if one.get("cycle_code") in cycles else 99, place)
        for place, (code, one) in enumerate(packs.items())
    }
    rows.sort(key=lambda pair: (order.get(pair[0].get("pack_code", ""), (99, 99)), _position(pair[0])))
    places = _places([row for row, _ in rows], packs, cycles)
    notes: list[str] = []
    skipped: list[str] = []
    cards: dict[str, CatalogueCard] = {}
    for row, where in rows:
        card = _card(row, where, places, factions, types, signs)
        if not card.external_id or not (card.name or card.reprint_of):
            skipped.append(where)
        elif card.external_id in cards:
            _check_same(cards[card.external_id], card)
            notes.append(f"{where}: {card.external_id} stands there twice; the first one counts.")
        else:
            cards[card.external_id] = card
    return [_whole(card, cards) for card in cards.values()], skipped, notes


def _position(row: Mapping[str, Any]) -> tuple[int, str]:
    """The place of a card in its pack, to sort by."""
    position = str(row.get("position") or "")
    digits = re.match(r"\d{1,6}", position)
    return int(digits[0]) if digits else 0, position


def _rows(file: Path) -> Iterable[tuple[int, dict[str, Any]]]:
    rows = _load(file)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CatalogueError(f"{file.name}: this is not a list of cards. Nothing was imported.")
    return enumerate(rows, 1)


def _load(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise CatalogueError(
            f"{file.name}: this JSON is broken ({error}). Get it again. Nothing was imported."
        ) from None


def _coded(file: Path) -> list[dict[str, Any]]:
    """A list of things with a code and a name."""
    found = _load(file)
    if not isinstance(found, list) or not all(isinstance(one, dict) and one.get("code") for one in found):
        raise CatalogueError(f"{file.name}: this is not a list of things with a code. Nothing was imported.")
    return found


def _names(file: Path) -> dict[str, str]:
    return {str(one["code"]): str(one.get("name") or one["code"]) for one in _coded(file)} if file.exists() else {}


def _places(
    rows: Iterable[Mapping[str, Any]], packs: Mapping[str, Mapping[str, Any]], cycles: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """By the code of a pack, its set and itself; a cycle of one pack, or a pack of its name, is the set."""
    used = {str(row.get("pack_code", "")) for row in rows}
    in_cycle = Counter(str(packs[code].get("cycle_code", "")) for code in used if code in packs)
    places: dict[str, tuple[str, str]] = {}
    for code in used:
        pack = packs.get(code, {})
        name, cycle = str(pack.get("name") or code), str(pack.get("cycle_code", ""))
        set_name = cycles.get(cycle, "")
        is_alone = not set_name or in_cycle[cycle] == 1 or fold(set_name) == fold(name)
        places[code] = (name, "") if is_alone else (set_name, name)
    return places


def _card(
    row: Mapping[str, Any],
    where: str,
    places: Mapping[str, tuple[str, str]],
    factions: Mapping[str, str],
    types: Mapping[str, str],
    signs: Mapping[str, str],
) -> CatalogueCard:
    set_name, pack = places[str(row.get("pack_code", ""))]
    type_code = str(row.get("type_code") or "")
    return CatalogueCard(
        name=one_line(str(row.get("name") or row.get("title") or "")),
        set=set_name,
        pack=pack,
        number=as_number(str(row.get("position") or "")),
        subtitle=one_line(str(row.get("subname") or "")),
        type=types.get(type_code, type_code.replace("_", " ").capitalize()),
        external_id=one_line(str(row.get("code") or "")),
        facts=_facts(row, factions),
        text=as_text(str(row.get("text") or ""), signs) if row.get("name") else None,
        back_text=as_text(str(row.get("back_text") or ""), signs),
        original=row,
        corrected_on=_date(row.get("errata_date")),
        reprint_of=str(row.get("duplicate_of") or ""),
        where=where,
    )


def _facts(row: Mapping[str, Any], factions: Mapping[str, str]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    names = (str(row.get(key) or "") for key in ("faction_code", "faction2_code", "faction3_code"))
    if faction := " / ".join(factions.get(name, name.capitalize()) for name in names if name):
        facts["faction"] = faction
    if row.get("traits"):
        facts["traits"] = as_list(str(row["traits"]))
    if row.get("name"):
        facts["unique"] = bool(row.get("is_unique"))
    if isinstance(row.get("deck_limit"), int):
        facts["deck_limit"] = row["deck_limit"]
    if row.get("xp") is not None:
        facts["level"] = str(row["xp"])
    known = {fold(name) for names in NAMES.values() for name in names} | {fold(name) for name in IGNORED}
    for key, value in row.items():
        name = STATISTICS.get(key, key.replace("_", " "))
        if key in INTERNAL or not name or value is None or value is False or isinstance(value, list | dict):
            continue
        if key == "cost" or fold(name) not in known:
            facts[name] = "yes" if value is True else _number(value)
    return facts


def _number(value: object) -> str:
    """A number as it is printed: these sites write -2 for X."""
    return "X" if value == -2 else "–" if value in (-1, -3, -4) else str(value)


def _date(value: object) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(str(value)[:10]) if value else None
    except ValueError:
        return None


def _check_same(one: CatalogueCard, other: CatalogueCard) -> None:
    if fold(one.name) != fold(other.name):
        raise CatalogueError(
            f"{one.where} and {other.where} give the code {one.external_id} to two different cards, “{one.name}” and "
            f"“{other.name}”: correct one of them. Nothing was imported."
        )


def _whole(card: CatalogueCard, cards: Mapping[str, CatalogueCard]) -> CatalogueCard:
    """A reprint with what the card says that it points at."""
    first, asked = cards.get(card.reprint_of), {card.external_id}
    while first and not first.name and first.external_id not in asked:
        # A reprint of a reprint.
        asked.add(first.external_id)
        first = cards.get(first.reprint_of)
    if card.name or first is None:
        return card
    return replace(
        first,
        set=card.set,
        pack=card.pack,
        number=card.number,
        external_id=card.external_id,
        original=card.original,
        reprint_of=card.reprint_of,
        where=card.where,
    )
