"""Deck lists as people paste them: a card a line, in plain text, Markdown or OCTGN's XML."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from importers.citations import parse_citation
from importers.records import CardCitation, one_line

MOST_LINES = 1000
LONGEST_LINE = 300
# "- ", "* ", "• ", "1. "
BULLET = re.compile(r"^(?:[-*+•–]|\d{1,3}[.)])\s+")
# "[Shotgun](https://…)"
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
EMPHASIS = re.compile(r"(\*\*|__|~~|`|\*|(?<!\w)_|_(?!\w))")
# "3x Name", "3 Name", "3 × Name", "x3 Name"
COUNT_FIRST = re.compile(
    r"^(?:(?P<count>\d{1,3})\s*[x×]\s*|(?P<bare>\d{1,3})\s+|[x×](?P<after>\d{1,3})\s+)(?P<name>\S.*)$", re.I
)
# "Name x3", "Name (Set F12) ×2", "Name (x2)"
COUNT_LAST = re.compile(
    r"^(?P<name>.*?\S)(?:\s+|(?<=[)\]]))(?:[x×]\s?(?P<count>\d{1,3})|\([x×]\s?(?P<inside>\d{1,3})\))$", re.I
)
# "Name [Core Set F12]"
BRACKETS = re.compile(r"\[([^\]]*)\]\s*$")
# "Name (Core Set) F12", "Name (Core Set) #12"
NUMBER_BEHIND = re.compile(r"\(([^()]*)\)\s*#?\s*([A-Za-z]?\d{1,4})$")
NUMBER_SIGN = re.compile(r"#\s*(?=\w*\d)")
# "## Characters", "Characters:", "Characters (24)", "Total: 50 cards", "---", "// a remark"
HEADING = re.compile(r"^(?:#{1,6}\s|//|={3,}|-{3,}|\*{3,}|_{3,})")
MAYBE_HEADING = re.compile(r":$|^[^\d]*[:(\[–-]?\s*\d+\s*(?:cards?)?\s*[)\]]?$", re.I)
TABLE_RULE = re.compile(r"^[|\s:\-+]+$")
TABLE_WORDS = frozenset("amount card cards copies count name number pack qty quantity set title type".split())  # noqa: SIM905


class DeckError(Exception):
    """The deck list cannot be read; the message says why and what to do."""


@dataclass(frozen=True)
class DeckLine:
    """A line that may name a card: how many, and how it is cited; or, if no such card is known, read in another way."""

    number: int
    text: str
    count: int
    citation: CardCitation
    # The whole line as a name, for cards whose names begin or end with a number.
    whole: CardCitation
    # Whether it may as well be the heading of a section.
    may_be_heading: bool = False


def read_deck(text: str) -> list[DeckLine]:
    """The lines of a deck list that may name cards."""
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return list(_read_octgn(text.lstrip("\ufeff \t\r\n")))
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise DeckError(f"This has {len(lines)} lines, and at most {MOST_LINES} are read: is it a deck list?")
    read = (_read_line(number, line) for number, line in enumerate(lines, 1))
    return [line for line in read if line]


def _read_octgn(text: str) -> Iterator[DeckLine]:
    """The cards of an OCTGN deck (.o8d); nothing that it declares or refers to is followed."""
    try:
        deck = fromstring(text.encode(), forbid_dtd=True)
    except ParseError as error:
        raise DeckError(f"This looks like XML, but cannot be read as such: {error}.") from error
    except (DefusedXmlException, ValueError) as error:
        raise DeckError("This XML declares things that a deck list does not need, so it is not read.") from error
    cards = list(deck.iter("card"))
    if not cards:
        raise DeckError("This is XML, but no OCTGN deck: there is no <card> in it.")
    for number, card in enumerate(cards[:MOST_LINES], 1):
        name = one_line(card.text or card.get("name") or "")[:LONGEST_LINE]
        quantity = card.get("qty") or "1"
        count = int(quantity) if quantity.isdecimal() and len(quantity) < 4 else 1
        if name and count:
            yield DeckLine(number, f"{count}x {name}", count, CardCitation(name), CardCitation(name))


def _read_line(number: int, line: str) -> DeckLine | None:
    text = one_line(line.replace("\x00", ""))[:LONGEST_LINE]
    if not text or HEADING.match(text) or text.startswith("//"):
        return None
    if text.startswith("|"):
        return _read_row(number, text)
    bare = _unmarked(BULLET.sub("", text, count=1) if BULLET.match(text) else text)
    if not bare:
        return None
    count, name = _counted(bare)
    return _line(number, text, count, name, whole=bare)


def _read_row(number: int, text: str) -> DeckLine | None:
    """A row of a table: a count, a name, and perhaps the set and number."""
    cells = [_unmarked(cell) for cell in text.strip("|").split("|")]
    if TABLE_RULE.match(text) or not any(cells) or all(cell.lower() in TABLE_WORDS or not cell for cell in cells):
        return None
    counts = [cell for cell in cells if re.fullmatch(r"\d{1,3}\s*[x×]?|[x×]\s*\d{1,3}", cell, re.I)]
    words = [cell for cell in cells if cell and cell not in counts[:1]]
    if not words:
        return None
    count = int(re.sub(r"\D", "", counts[0])) if counts else 1
    name = f"{words[0]} ({' '.join(words[1:])})" if len(words) > 1 and "(" not in words[0] else words[0]
    return _line(number, text, count, name, whole=words[0])


def _line(number: int, text: str, count: int, name: str, *, whole: str) -> DeckLine | None:
    citation = _cite(name)
    if citation is None or count == 0:
        return None
    is_counted = name != whole
    may_be_heading = bool(MAYBE_HEADING.search(whole)) or (text.startswith("**") and not is_counted)
    return DeckLine(number, text, count, citation, CardCitation(one_line(whole.rstrip(":"))), may_be_heading)


def _counted(text: str) -> tuple[int, str]:
    if match := COUNT_LAST.match(text):
        return int(match["count"] or match["inside"]), match["name"]
    if match := COUNT_FIRST.match(text):
        return int(match["count"] or match["bare"] or match["after"]), match["name"]
    return 1, text


def _cite(name: str) -> CardCitation | None:
    plain = NUMBER_SIGN.sub("", BRACKETS.sub(r"(\1)", name.rstrip(" ,;:.")))
    plain = one_line(NUMBER_BEHIND.sub(r"(\1 \2)", plain))
    return parse_citation(plain) if plain.strip("() ") else None


def _unmarked(text: str) -> str:
    return one_line(EMPHASIS.sub("", LINK.sub(r"\1", text)))
