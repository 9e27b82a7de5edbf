"""Tables of cards: which cell is the card, which its set and number, and which the text, as their headers say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from importers.folding import fold
from importers.parts.lines import Numbered, plain, row_at, without_badge

# Words for the columns; the first that fits a folded heading.
COLUMNS = (
    ("number", re.compile(r"\b(?:no|nr|numbers?|id)$")),
    ("set", re.compile(r"\b(?:set|expansion|edition|product|cycle|box)\b")),
    ("pack", re.compile(r"\bpack\b")),
    (
        "text",
        re.compile(
            r"\b(?:errata|erratum|text|corrections?|changes?|wording|rulings?|clarifications?|reads?"
            r"|notes?|reasons?|comments?)\b"
        ),
    ),
    ("tag", re.compile(r"\b(?:since|version|added)\b")),
    ("format", re.compile(r"\b(?:formats?|mode|environment|way of playing)\b")),
    ("status", re.compile(r"\b(?:status|list|legality)\b")),
    ("name", re.compile(r"\b(?:card|cards|name|title|entry|term)\b")),
)
# "v3.0", "4.1", and not "3rd edition"
VERSION = re.compile(r"^v?\.?\s?\d+(?:\.\d+)+$", re.IGNORECASE)
# "Base Game #012" in one cell
SET_NUMBER = re.compile(r"^(.+?),? (?:#|no\.? ?)?(\d{1,4}[a-z]?)$", re.IGNORECASE)
# "Assayer’s Scales (Widow’s Creek 12)" in one cell
NAME_SET = re.compile(r"^(.+?) \(([^()]+?)(?:,? #?(\d{1,4}[a-z]?))?\)$", re.IGNORECASE)
STATUS = re.compile(
    r"^(?:forbidden|ok|yes|[-–—]|(?:un|not )?(?:legal|limited|restricted|banned))$",
    re.IGNORECASE,
)
# What a cell says of more rows than its own.
CARRIED = ("set", "pack")


@dataclass(frozen=True)
class Row:
    """A row: what it says of a card, the lines of its text, and all its lines; without a card, it is a header."""

    lines: list[Numbered]
    card: dict[str, str] | None = None
    text: list[Numbered] = field(default_factory=list)
    # By the heading of a column that is a way of playing, what a card is there: "Banned".
    statuses: dict[str, str] = field(default_factory=dict)


class CardTable:
    """Reads rows one by one, and remembers what their columns are."""

    def __init__(self) -> None:
        self.columns: dict[int, str] = {}
        self.headings: dict[int, str] = {}
        # Cells that reach over several rows.
        self.carried: dict[int, str] = {}

    def row(self, lines: Sequence[Numbered], index: int) -> Row | None:
        """The row that begins at a line, in a table that has a column of cards."""
        found = row_at(lines, index)
        if not found:
            self.columns = {}
            return None
        names: dict[int, str] = {}
        for one in found:
            kind = column_named(one.text)
            # The first column of a kind is the one.
            names.setdefault(one.line.column, "" if kind in names.values() and kind != "text" else kind)
        is_header = all(one.line.tag == "th" for one in found) or not self.columns
        if is_header and "name" in names.values():
            self.columns, self.carried = names, {}
            self.headings = {one.line.column: one.text for one in found}
            return Row(found)
        return self._card(found) if "name" in self.columns.values() else None

    def _card(self, found: list[Numbered]) -> Row | None:
        cells: dict[int, list[Numbered]] = {}
        for one in found:
            cells.setdefault(one.line.column, []).append(one)
        said = {column: plain(map(without_badge, lines)) for column, lines in cells.items()}
        self.carried |= {column: text for column, text in said.items() if self.columns.get(column) in CARRIED}
        card = {
            self.columns[column]: text for column, text in {**self.carried, **said}.items() if self.columns.get(column)
        }
        if not card.get("name"):
            return None
        if "set" not in self.columns.values() and (named := NAME_SET.match(card["name"])):
            card |= {"name": named[1], "set": named[2], **({"number": named[3]} if named[3] else {})}
        if not card.get("number") and (found_number := SET_NUMBER.match(card.get("set", ""))):
            card |= {"set": found_number[1], "number": found_number[2]}
        text = [one for column, lines in cells.items() if self.columns.get(column) == "text" for one in lines]
        if not VERSION.match(card.get("tag", "")):
            card.pop("tag", "")
        statuses = {
            self.headings[column]: said[column]
            for column in said
            if not self.columns.get(column) and column in self.headings and STATUS.match(said[column])
        }
        return Row(found, {**card, "number": card.get("number", "").lstrip("#")}, text, statuses)


def column_named(title: str) -> str:
    """What a column of a table of cards holds, by its heading."""
    words = fold(title.replace("#", " no "))
    return next((name for name, pattern in COLUMNS if pattern.search(words)), "")
