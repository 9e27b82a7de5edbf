"""Deck lists as people paste them: a card a line, in plain text, Markdown or the BBCode of forums.

What a line means is for a catalogue to decide: "Bird 3" is a name, or three birds. So a line is read in all ways that
make sense, the likeliest first.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import replace

from importers.citations import parse_citation
from importers.deckfiles import read_json, read_table, read_xml
from importers.deckrecords import MOST_LINES, DeckError, DeckLine, Reading
from importers.folding import fold, natural_order
from importers.records import CardCitation, one_line

LONGEST_LINE = 300
# A number up to this behind a name counts copies; a larger one may be the card's own.
LIKELY_COUNT = 9
# [{"code": …}], ["01016", …]
JSON_LIST = re.compile(r"^\[\s*[\[{\"\d]")
# "[b]Characters (24)[/b]", "[url=…]3x Name[/url]"
BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|url|size|color|colour|center|left|right|font|list|quote|deck|img|spoiler|\*)(?:=[^\]]*)?\]", re.I
)
# "01016", "2x 01016", "01016 x2", "2 01016 .41 Derringer"
CODE = re.compile(
    r"^(?:(?P<before>\d{1,2})\s*[x×]?\s+)?(?P<code>\d{5}[a-z]?)(?:\s*[x×:]\s*(?P<after>\d{1,2}))?(?:\s.*)?$", re.I
)
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
# The level of "Beat Cop (2) (Core Set)", "Beat Cop [2] (Core Set)"
LEVEL = re.compile(r"\s*[(\[](\d)[)\]](?=\s*(?:\(|$))")
NUMBER_SIGN = re.compile(r"#\s*(?=\w*\d)")
# Between a name and its set: "Shotgun - Core Set", "Shotgun | Core Set"
SEPARATOR = re.compile(r"\s+[-–|]\s+|\s*[|\t;]\s*|,\s+")
NUMBER = re.compile(r"[A-Za-z]?\d{1,4}")
# "Characters:", "Characters (24)", "Total: 50 cards"
HEADED = re.compile(r"^[^\d]*(?::|[(\[]\s*\d+(?:\s*cards?)?\s*[)\]]|:\s*\d+(?:\s*cards?)?|\d+\s*cards?)$", re.I)
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


def read_deck(text: str) -> list[DeckLine]:
    """The lines of a deck list, but for empty ones."""
    text = text.lstrip("\ufeff \t\r\n").replace("\x00", "")
    if text.startswith("<") and not text.startswith("<!--"):
        return read_xml(text)
    if text.startswith("{") or (text.rstrip().endswith("]") and JSON_LIST.match(text)):
        return read_json(text)
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise DeckError(f"This has {len(lines)} lines, and at most {MOST_LINES} are read: is it a deck list?")
    if (table := read_table(lines)) is not None:
        return table
    read: list[DeckLine] = []
    section = ""
    for number, line in enumerate(lines, 1):
        if line.strip():
            read.append(_read_line(number, _without_bbcode(line[:LONGEST_LINE]), section))
            if not read[-1].readings or read[-1].may_be_heading:
                section = one_line(read[-1].text.strip("#*/;: "))
    return read


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


def _without_bbcode(line: str) -> str:
    """A line without the marks of forums, and with signs in the place of their entities."""
    return html.unescape(BBCODE.sub("", line))


def _line_readings(text: str) -> Iterator[Reading]:
    """The line as a name, then with the counts that it may have."""
    if code := CODE.match(text):
        count = int(code["before"] or code["after"] or 1)
        yield Reading(count, CardCitation(code["code"]), external_id=code["code"].lower())
    yield Reading(1, CardCitation(one_line(text)))
    for pattern in (COUNTED_FIRST, TIMES_LAST, TIMES_FIRST):
        if match := pattern.match(text):
            groups = match.groupdict()
            yield from _readings_of(int(groups.get("count") or groups.get("inside") or 1), match["name"])
    last = COUNTED_LAST.match(text)
    if last and int(last["count"]) <= LIKELY_COUNT:
        yield from _readings_of(int(last["count"]), last["name"].strip('"'))
    yield from _readings_of(1, text)
    if last:
        yield from _readings_of(int(last["count"]), last["name"].strip('"'))


def _readings_of(count: int, text: str) -> Iterator[Reading]:
    """So many of a card that is called or cited so."""
    name = text.strip(' ,;:."')
    if not count or not one_line(name):
        return
    if level := LEVEL.search(name):
        yield from (replace(one, level=level[1]) for one in _readings_of(count, LEVEL.sub("", name, count=1)))
    yield Reading(count, CardCitation(one_line(name)))
    if (inverted := natural_order(one_line(name))) != one_line(name):
        yield Reading(count, CardCitation(inverted))
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
