"""Three gates that every import passes or fails in public: nothing lost, nothing altered, and stable."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from importers.checking import lost_lines, says_something
from importers.folding import fold_text
from importers.house import read_house, write_house
from importers.records import ParsedDocument, ParsedRuling, Repair, RepairKind
from importers.references import shown_text
from importers.sources import SourceText
from importers.typography import ICON

# "- ", "1. " at the start of a line: a mark that a list has, not a word
MARKER = re.compile(r"^\s*(?:[-*]|\d{1,3}[.)])\s+", re.MULTILINE)
# So many of what fails are named.
MOST_NAMED = 20
# So many more letters of a ruling's lines may be its label, its tag, or the set and number of one of its cards.
LONGEST_HEADING = 90


@dataclass(frozen=True)
class Gates:
    """What was checked when a source was read."""

    lines: int
    lost: tuple[int, ...]
    rulings: int
    # Rulings whose words differ from the source's: where a repair says so, and where nothing does.
    repaired: int
    altered: tuple[str, ...]
    is_stable: bool
    set_aside: int = 0
    recipe_version: int = 0
    problems: tuple[str, ...] = field(default=())

    @property
    def is_open(self) -> bool:
        """Whether nothing is lost, nothing altered, and it reads back the same."""
        return not self.lost and not self.altered and self.is_stable

    def sentences(self) -> list[str]:
        """What was checked, in plain words."""
        kept = self.lines - len(self.lost)
        same = self.rulings - self.repaired - len(self.altered)
        return [
            f"{kept:,} of {self.lines:,} lines are in a ruling, a heading or the leftovers"
            + (f"; {self.set_aside:,} of them are set aside" if self.set_aside else "")
            + (f". Lost: lines {', '.join(map(str, self.lost[:MOST_NAMED]))}." if self.lost else "."),
            f"{same:,} of {self.rulings:,} rulings have exactly the words of the source"
            + (f"; {self.repaired:,} differ where a repair is listed" if self.repaired else "")
            + (
                f"; {len(self.altered):,} differ otherwise: {'; '.join(self.altered[:MOST_NAMED])}."
                if self.altered
                else "."
            ),
            "Written in the house format and read again, it is the same."
            if self.is_stable
            else "Written in the house format and read again, it is not the same.",
        ]

    def as_data(self) -> dict[str, Any]:
        """The same for a program."""
        return {**vars(self), "is_open": self.is_open, "sentences": self.sentences()}


def check_gates(source: SourceText, document: ParsedDocument, *, recipe_version: int = 0) -> Gates:
    """Check a reading."""
    repaired_lines = _lines_of(one for one in document.repairs if one.kind is not RepairKind.ASIDE)
    aside = _lines_of(one for one in document.repairs if one.kind is RepairKind.ASIDE)
    repaired, altered = 0, []
    for ruling in document.rulings:
        if ruling.lines is None or says_what_is_printed(ruling, source, aside=aside):
            continue
        spans = (ruling.lines, *ruling.elsewhere)
        if any(number in repaired_lines for one in spans for number in range(one.first, one.last + 1)):
            repaired += 1
        else:
            altered.append(f"{ruling.key or ruling.title[:40]} (line {ruling.lines.first})")
    return Gates(
        lines=sum(says_something(line) for line in source.lines),
        lost=tuple(lost_lines(source, document)),
        rulings=len(document.rulings),
        repaired=repaired,
        altered=tuple(altered),
        is_stable=is_stable(document),
        set_aside=len(aside),
        recipe_version=recipe_version,
    )


def _lines_of(repairs: Iterable[Repair]) -> set[int]:
    return {number for one in repairs for number in range(one.line, max(one.line, one.last_line) + 1)}


def says_what_is_printed(ruling: ParsedRuling, source: SourceText, *, aside: Collection[int] = ()) -> bool:
    """Whether the words of a ruling are those of its lines, in their order, but for those that are set aside."""
    if ruling.lines is None:
        return True
    spans = (range(one.first, one.last + 1) for one in (ruling.lines, *ruling.elsewhere))
    printed = "".join(_letters(source.lines[at - 1]) for span in spans for at in span if at not in aside)
    paragraphs = _paragraphs(ruling)
    place = 0
    for paragraph in filter(None, paragraphs):
        found = printed.find(paragraph, place)
        if found < 0:
            return False
        place = found + len(paragraph)
    # What is not in the text is in its heading: the title, the label, the names of cards and sets.
    said = len(_letters(ruling.title)) + sum(map(len, paragraphs))
    return said + LONGEST_HEADING * max(1, len(ruling.cards)) >= len(printed)


def _paragraphs(ruling: ParsedRuling) -> list[str]:
    """The letters of each paragraph of a ruling and of what is said of it, without the marks of lists."""
    paragraphs = re.split(r"\n+", MARKER.sub("", ruling.text))
    return [_letters(paragraph) for paragraph in (*paragraphs, ruling.short, ruling.note)]


def _letters(text: str) -> str:
    """The letters and digits alone: how words are broken and what stands between them is not wording."""
    return fold_text(ICON.sub("", shown_text(text))).replace(" ", "").replace("_", "")


def is_stable(document: ParsedDocument) -> bool:
    """Whether a document reads back from the house format as the same."""
    try:
        text = write_house(document)
    except ValueError:
        return False
    read = read_house(SourceText(text, "house.md", ""))
    return not read.errors and read == replace(document, leftovers=(), repairs=(), problems=(), headings=())
