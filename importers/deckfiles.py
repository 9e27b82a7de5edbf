"""Decks as programs write them: OCTGN and Lackey in XML, ArkhamDB and Tabletop Simulator in JSON, and tables."""

import csv
import html
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from importers.catalogues.columns import MARKS, named
from importers.deckrecords import MOST_LINES, DeckError, DeckLine, Reading
from importers.folding import fold
from importers.records import CardCitation, one_line

DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
COUNTS = {"count", "qty", "quantity", "copies", "amount", "x", "#", "anzahl", "number of copies", "cantidad", "nombre"}
NAMES = {"kartenname", "karte", "nom", "carte", "carta"}
# "sep=;" and remarks above the header of a table
ABOVE_HEADER = re.compile(r"^\W*(?:sep=.|#|//)", re.IGNORECASE)
# "Double, Double (4)"
LEVEL = re.compile(r"\s*[(\[](\d)[)\]]\s*$")
# More copies of one card are not a deck.
MOST_COPIES = 999
SIDES = {"sideSlots": "Side", "sideslots": "Side"}


def read_xml(text: str) -> list[DeckLine]:
    """The cards of an OCTGN or Lackey deck; nothing that it declares or refers to is followed."""
    try:
        # It is text already, whatever encoding it declares.
        deck = fromstring(DECLARATION.sub("", text).encode(), forbid_dtd=True)
    except ParseError as error:
        raise DeckError(f"This looks like XML, but cannot be read as such: {error}.") from error
    except (DefusedXmlException, ValueError) as error:
        raise DeckError("This XML declares things that a deck list does not need, so it is not read.") from error
    sections = [*deck.findall("section"), *deck.findall("superzone")] or [deck]
    counted: Counter[tuple[str, str, str, str]] = Counter()
    odd: list[str] = []
    for section in sections:
        for card in section.iter("card"):
            inner = card.find("name")
            # An id within <name> is Lackey's own.
            name = one_line((inner.text if inner is not None else card.text) or card.get("name") or "")
            quantity = re.fullmatch(r"\s*(\d{1,6})\s*[x×]?\s*", card.get("qty") or "1")
            count = min(int(quantity[1]), MOST_COPIES) if quantity else 0
            if not count:
                odd.append(f"{card.get('qty')} {name}")
            place = one_line(card.findtext("set") or "")
            counted[section.get("name") or "", name, card.get("id") or "", place] += count
    if not counted:
        raise DeckError("This is XML, but no deck: there is no <card> in it.")
    lines = _numbered(
        (count, name, section, Reading(count, _citation(name), external_id=external_id.lower()))
        for (section, name, external_id, _), count in counted.items()
        if count and (name or external_id)
    )
    # What is not a quantity is not taken for one copy.
    return [*lines, *(DeckLine(len(lines) + place, _clean(text)) for place, text in enumerate(odd, 1))]


def read_json(text: str) -> list[DeckLine]:
    """The cards of a deck in JSON: of a site for decks, of Tabletop Simulator, or a list of codes."""
    try:
        found = list(_in_json(json.loads(text)))
    except (ValueError, RecursionError) as error:
        raise DeckError(f"This looks like JSON, but cannot be read as such: {str(error)[:200]}.") from error
    except (TypeError, AttributeError, KeyError) as error:
        raise DeckError("This is JSON, but it is not laid out as a deck that we know.") from error
    if not found:
        raise DeckError("This is JSON, but no deck: there are no slots, cards or codes in it.")
    return _numbered(found)


Found = tuple[int, str, str, Reading]


def _in_json(data: Any) -> Iterator[Found]:
    if isinstance(data, dict) and isinstance(data.get("slots"), dict):
        yield from _slots(data["slots"], "")
        for key, section in SIDES.items():
            if isinstance(data.get(key), dict):
                yield from _slots(data[key], section)
    elif isinstance(data, dict) and ("ObjectStates" in data or "ContainedObjects" in data):
        yield from _tabletop(data)
    elif isinstance(data, dict) and data and all(type(value) is int for value in data.values()):
        yield from _slots(data, "")
    elif isinstance(data, dict):
        for value in data.values():
            if isinstance(value, list | dict):
                yield from _in_json(value)
    elif isinstance(data, list):
        for one in data[: MOST_LINES + 1]:
            yield from _entry(one)


def _slots(slots: Mapping[str, Any], section: str) -> Iterator[Found]:
    for code, count in slots.items():
        if type(count) is int and 0 < count <= MOST_COPIES:
            yield count, str(code), section, Reading(count, CardCitation(str(code)), external_id=str(code).lower())


def _entry(one: Any) -> Iterator[Found]:
    """An entry of a list: a code, or an object with a code or a name and a count."""
    if isinstance(one, str):
        yield 1, one, "", Reading(1, _citation(one), external_id=one.lower())
    elif isinstance(one, dict):
        code = next((str(one[key]) for key in ("code", "card_code", "id", "cardId") if one.get(key)), "")
        name = next((str(one[key]) for key in ("name", "title", "card") if isinstance(one.get(key), str)), "")
        count = next((one[key] for key in ("quantity", "count", "qty", "copies", "amount") if key in one), 1)
        if (code or name) and type(count) is int and 0 < count <= MOST_COPIES:
            yield (
                count,
                name or code,
                "",
                Reading(*(count, _citation(name or code)), external_id=code.lower(), level=_levelled(name)),
            )


def _tabletop(data: Any) -> Iterator[Found]:
    """The cards on a table: copies in a pile are often named once."""
    counted: Counter[tuple[str, str]] = Counter()
    for pile in _objects(data):
        inside = [one for one in pile.get("ContainedObjects") or [] if isinstance(one, dict)]
        named_cards = {one.get("CardID"): one for one in inside if one.get("Nickname") or one.get("GMNotes")}
        if isinstance(pile.get("DeckIDs"), list):
            for card_id, count in Counter(pile["DeckIDs"]).items():
                if card_id in named_cards:
                    counted[_named(named_cards[card_id])] += count
        elif "Card" in str(pile.get("Name", "")) and (pile.get("Nickname") or pile.get("GMNotes")):
            counted[_named(pile)] += 1
    for (name, code), count in counted.items():
        if name or code:
            yield (
                count,
                name or code,
                "",
                Reading(*(count, _citation(name or code)), external_id=code.lower(), level=_levelled(name)),
            )


def _objects(data: Any) -> Iterator[dict[str, Any]]:
    """All objects on the table; the cards of a pile are counted by the pile."""
    for one in data.get("ObjectStates") or data.get("ContainedObjects") or []:
        if isinstance(one, dict):
            yield one
            if not isinstance(one.get("DeckIDs"), list):
                yield from _objects({"ContainedObjects": one.get("ContainedObjects") or []})


def _named(card: Mapping[str, Any]) -> tuple[str, str]:
    code = ""
    try:
        notes = json.loads(str(card.get("GMNotes") or "{}"))
        code = str(notes.get("id") or "") if isinstance(notes, dict) else ""
    except json.JSONDecodeError:
        pass
    return one_line(str(card.get("Nickname") or "")), code


def read_table(lines: list[str]) -> list[DeckLine] | None:
    """The cards of a table with a header; none if it is not one."""
    start = 0
    while start < len(lines) and (not lines[start].strip() or ABOVE_HEADER.match(lines[start])):
        start += 1
    if start >= len(lines):
        return None
    delimiter = max(",;\t", key=lines[start].count)
    header = [_column(cell) for cell in next(csv.reader([lines[start]], delimiter=delimiter))]
    if len(header) < 2 or not {"name", "external_id"} & set(header) or len(set(filter(None, header))) < 2:
        return None
    read: list[DeckLine] = []
    rows = csv.reader(lines[start + 1 :], delimiter=delimiter)
    try:
        for row in rows:
            values = dict(zip(header, row, strict=False))
            if line := _row(values, start + 1 + rows.line_num, delimiter.join(row)):
                read.append(line)
    except csv.Error as error:
        raise DeckError(f"Line {start + 1 + rows.line_num} of this table cannot be read: {error}.") from error
    return read


def _column(cell: str) -> str:
    name = fold(cell.replace("_", " ")) or cell.strip()
    if name in COUNTS:
        return "count"
    return "name" if name in NAMES else named(cell)


def _row(values: Mapping[str, str], number: int, text: str) -> DeckLine | None:
    name, code = one_line(html.unescape(values.get("name", ""))), one_line(values.get("external_id", ""))
    given = re.sub(r"\D", "", values.get("count", "1")) or "0"
    count = int(given) if len(given) < 4 else 0
    if not (name or code) or not count:
        return DeckLine(number, one_line(text)) if text.strip() else None
    set_name, pack = one_line(values.get("set", "")), one_line(values.get("pack", ""))
    citation = CardCitation(name or code, pack or set_name, "", one_line(values.get("number", "")))
    subtitle = one_line(values.get("subtitle", ""))
    longer = [Reading(count, CardCitation(f"{name}, {subtitle}", citation.set))] if subtitle else []
    level = one_line(values.get("level", ""))
    readings = (
        Reading(count, citation, external_id=code.lower(), level=level),
        *longer,
        Reading(count, CardCitation(name or code), level=level),
    )
    return DeckLine(number, f"{count}x {name or code}", readings=readings)


def _clean(text: str) -> str:
    """A text that every database can keep."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def _citation(name: str) -> CardCitation:
    name = _clean(name)
    return CardCitation(one_line(LEVEL.sub("", MARKS.sub("", html.unescape(name)))) or "?")


def _levelled(name: str) -> str:
    level = LEVEL.search(name)
    return level[1] if level else ""


def _numbered(found: Any) -> list[DeckLine]:
    lines = [
        DeckLine(number, _clean(f"{count}x {name}"), section, (reading,))
        for number, (count, name, section, reading) in enumerate(found, 1)
    ]
    if len(lines) > MOST_LINES:
        raise DeckError(f"This has {len(lines)} cards, and at most {MOST_LINES} are read: is it a deck?")
    return lines
