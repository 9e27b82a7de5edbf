"""Deck lists as people paste them: a card a line, in plain text, Markdown or OCTGN's XML.

What a line means is for a catalogue to decide: "Bird 3" is a name, or three birds. So a line is read in all ways that
make sense, the likeliest first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from importers.citations import parse_citation
from importers.folding import fold
from importers.records import CardCitation, one_line

MOST_LINES = 1000
LONGEST_LINE = 300
# "- ", "* ", "• ", "1. ", "> ", "[x] "
BULLET = re.compile(r"^(?:>\s*)*(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?")
# "[Shotgun](https://…)"
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
EMPHASIS = re.compile(r"(\*\*|__|~~|`|(?<![\w ])\*|\*(?![\w ])|(?<!\w)_|_(?!\w))")
# "## Characters", "---", "// a remark", "; a remark", "<!-- a remark -->"
REMARK = re.compile(r"^(?:#{1,6}(?:\s|$)|//|;|<!--|={3,}|-{3,}|\*{3,}|_{3,})")
# The end of "2x Shotgun // good", "2x Shotgun # good", "2x Shotgun #unique"
REMARK_BEHIND = re.compile(r"\s+(?://|#(?=\s|[A-Za-z]{2})).*$")
COUNT = r"(?P<count>\d{1,3})"
# "3x Name", "SB: 3 Name", "x3 Name", "(3) Name", "3, Name"
COUNTED_FIRST = re.compile(
    r"^(?:SB:\s*)?(?:[x×]\s?(?P<count>\d{1,3})|[(\[](?P<inside>\d{1,3})[)\]])[\s,;:]+(?P<name>\S.*)$", re.I
)
TIMES_FIRST = re.compile(rf"^(?:SB:\s*)?{COUNT}(?:\s*[x×]\s*|\s*[,;:]\s*|\s+)(?P<name>\S.*)$", re.I)
# "Name x3", "Name (x3)", "Name *3"
TIMES_LAST = re.compile(rf"^(?P<name>.*?\S)\s*(?:(?<=[\s)\]])|(?<=\W))\(?[x×*]\s?{COUNT}\)?$", re.I)
# "Name: 3", "Name - 3", "Name, 3", "Name (3)", "Name [3]", "Name 3"
COUNTED_LAST = re.compile(rf"^(?P<name>.*?\S)(?:\s*[,;:]\s*|\s+[-–]?\s*|\s*[(\[])\"?{COUNT}[)\]]?$")
# "Name [Core Set F12]"
BRACKETS = re.compile(r"\[([^\]]*)\]")
# "Name (Core Set) F12", "Name (Core Set) (F12)"
NUMBER_BEHIND = re.compile(r"\(([^()]*)\)\s*[(#]?\s*([A-Za-z]?\d{1,4})\)?$")
# The level of "Beat Cop (2) (Core Set)"
LEVEL = re.compile(r"\s*\(\d\)(?=\s*(?:\(|$))")
NUMBER_SIGN = re.compile(r"#\s*(?=\w*\d)")
# Between a name and its set: "Shotgun - Core Set", "Shotgun | Core Set"
SEPARATOR = re.compile(r"\s+[-–|]\s+|\s*[|\t;]\s*|,\s+")
NUMBER = re.compile(r"[A-Za-z]?\d{1,4}")
# "Characters:", "Characters (24)", "Total: 50 cards"
HEADED = re.compile(r"^[^\d]*(?::|[(\[]\s*\d+(?:\s*cards?)?\s*[)\]]|:\s*\d+(?:\s*cards?)?|\d+\s*cards?)$", re.I)
DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
TABLE_RULE = re.compile(r"^[|\s:\-+]+$")
TABLE_WORDS = {"", "#", "amount", "card", "cards", "copies", "count", "name", "no", "no.", "nr", "number", "pack"}
TABLE_WORDS |= {"qty", "quantity", "set", "title", "type", "x"}
SECTIONS = {"agendas", "allies", "assets", "attachments", "cards", "characters", "conspiracies", "deck", "events"}
SECTIONS |= {"legends", "locations", "main", "main deck", "quests", "side", "side board", "sideboard", "skills"}
SECTIONS |= {
    "stories",
    "support",
    "support cards",
    "supports",
    "tactics",
    "total",
    "treacheries",
    "units",
    "weaknesses",
}


class DeckError(Exception):
    """The deck list cannot be read; the message says why and what to do."""


@dataclass(frozen=True)
class Reading:
    """One way to read a line: so many of a card."""

    count: int
    citation: CardCitation


@dataclass(frozen=True)
class DeckLine:
    """A line of a deck list, with the ways in which it can be read; none for a remark or a heading."""

    number: int
    text: str
    # The heading that it stands under.
    section: str = ""
    readings: tuple[Reading, ...] = ()
    # Whether it may as well be a heading itself.
    may_be_heading: bool = False

    @property
    def likeliest(self) -> Reading:
        """What it probably says, if no card is known that it means."""
        counted = (reading for reading in self.readings if reading.citation.name != self.text)
        return next(counted, self.readings[0])


def read_deck(text: str) -> list[DeckLine]:
    """The lines of a deck list, but for empty ones."""
    text = text.lstrip("\ufeff \t\r\n").replace("\x00", "")
    if text.startswith("<") and not text.startswith("<!--"):
        return list(_read_octgn(text))
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise DeckError(f"This has {len(lines)} lines, and at most {MOST_LINES} are read: is it a deck list?")
    read: list[DeckLine] = []
    section = ""
    for number, line in enumerate(lines, 1):
        if line.strip():
            read.append(_read_line(number, line[:LONGEST_LINE], section))
            if not read[-1].readings or read[-1].may_be_heading:
                section = one_line(read[-1].text.strip("#*/;: "))
    return read


def _read_octgn(text: str) -> Iterator[DeckLine]:
    """The cards of an OCTGN deck (.o8d); nothing that it declares or refers to is followed."""
    try:
        # It is text already, whatever encoding it declares.
        deck = fromstring(DECLARATION.sub("", text).encode(), forbid_dtd=True)
    except ParseError as error:
        raise DeckError(f"This looks like XML, but cannot be read as such: {error}.") from error
    except (DefusedXmlException, ValueError) as error:
        raise DeckError("This XML declares things that a deck list does not need, so it is not read.") from error
    sections = deck.findall("section") or [deck]
    cards = [(card, one_line(section.get("name") or "")) for section in sections for card in section.iter("card")]
    if not cards:
        raise DeckError("This is XML, but no OCTGN deck: there is no <card> in it.")
    if len(cards) > MOST_LINES:
        raise DeckError(f"This has {len(cards)} cards, and at most {MOST_LINES} are read: is it a deck?")
    for number, (card, section) in enumerate(cards, 1):
        name = one_line(card.text or card.get("name") or "")[:LONGEST_LINE]
        quantity = card.get("qty") or "1"
        count = int(quantity) if quantity.isdecimal() and len(quantity) < 4 else 1
        if name and count:
            yield DeckLine(number, f"{count}x {name}", section, tuple(_readings_of(count, name)))


def _read_line(number: int, line: str, section: str) -> DeckLine:
    shown = one_line(line)
    if REMARK.match(shown):
        return DeckLine(number, shown, section)
    if shown.startswith("|"):
        return DeckLine(number, shown, section, tuple(dict.fromkeys(_row_readings(shown))))
    bare = _unmarked(BULLET.sub("", REMARK_BEHIND.sub("", line.strip()), count=1))
    readings = tuple(dict.fromkeys(_line_readings(bare))) if bare else ()
    named = fold(bare.strip(": ")) in SECTIONS
    is_heading = named or bool(HEADED.match(bare)) or (shown.startswith("**") and shown.rstrip(":").endswith("**"))
    return DeckLine(number, shown, section, readings, may_be_heading=is_heading)


def _line_readings(text: str) -> Iterator[Reading]:
    """The line as a name, then with the counts that it may have."""
    yield Reading(1, CardCitation(one_line(text)))
    for pattern in (COUNTED_FIRST, TIMES_LAST, TIMES_FIRST):
        if match := pattern.match(text):
            groups = match.groupdict()
            yield from _readings_of(int(groups.get("count") or groups.get("inside") or 1), match["name"])
    yield from _readings_of(1, text)
    if match := COUNTED_LAST.match(text):
        yield from _readings_of(int(match["count"]), match["name"].strip('"'))


def _readings_of(count: int, text: str) -> Iterator[Reading]:
    """So many of a card that is called or cited so."""
    name = text.strip(' ,;:."')
    if not count or not one_line(name):
        return
    yield Reading(count, CardCitation(one_line(name)))
    plain = NUMBER_SIGN.sub("", BRACKETS.sub(r"(\1)", name))
    for cited in (plain, NUMBER_BEHIND.sub(r"(\1 \2)", plain), LEVEL.sub("", plain)):
        yield from _cited(count, cited)
    if separator := SEPARATOR.search(plain):
        place = " ".join(SEPARATOR.sub(" ", plain[separator.end() :]).strip("()").split())
        yield from _cited(count, f"{plain[: separator.start()]} ({place})")


def _cited(count: int, text: str) -> Iterator[Reading]:
    plain = one_line(text)
    if plain.strip("() "):
        yield Reading(count, parse_citation(plain))


def _row_readings(text: str) -> Iterator[Reading]:
    """A row of a table: a count, a name, and perhaps the set and number, in any order."""
    cells = [_unmarked(cell) for cell in text.strip("|").split("|")]
    if TABLE_RULE.match(text) or all(cell.lower() in TABLE_WORDS for cell in cells):
        return
    counts = [cell for cell in cells if re.fullmatch(r"\d{1,3}\s*[x×]?|[x×]\s*\d{1,3}", cell, re.I)]
    words = [cell for cell in cells if cell and cell not in counts[:1]]
    if not words:
        return
    count = int(re.sub(r"\D", "", counts[0])) if counts else 1
    name, *others = words
    place = [*(cell for cell in others if not NUMBER.fullmatch(cell)), *filter(NUMBER.fullmatch, others)]
    if place:
        yield from _cited(count, f"{name} ({' '.join(place)})")
    yield from _readings_of(count, name)


def _unmarked(text: str) -> str:
    """A text without Markdown, its tabs kept."""
    return " ".join(re.split(r"[ \r\n]+", EMPHASIS.sub("", LINK.sub(r"\1", text)))).strip()
