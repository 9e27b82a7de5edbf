"""The outline of a document that no recipe knows: which lines stand out, and how the ways of standing out rank."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from importers.extraction.layout import Layout, Line
from importers.extraction.text import ALONE
from importers.folding import is_shouted
from importers.parts.lines import Numbered, plain
from importers.parts.reading import IN_BRACKETS
from importers.recipes import BLACK, LARGER

LONGEST_HEADING = 100
# "Should read: “…”" is never a heading.
SENTENCE = re.compile(r"[.;,][\"”’]?$")
# A class is that of headings if so many lines have it.
FEWEST = 2


@dataclass(frozen=True, order=True)
class Way:
    """One way of standing out; ways are in the order of their weight, the heaviest first."""

    # Headings of a web page and larger print come first, by their level or size; then other ways.
    rank: int
    size: float
    words: str

    @property
    def look(self) -> str:
        """The words for it in a recipe."""
        return self.words


@dataclass(frozen=True)
class Heading:
    """Lines that stand out in one way, as one heading."""

    start: int
    count: int
    text: str
    way: Way


class Outline:
    """The lines of a document, and its headings."""

    def __init__(self, layout: Layout, lines: Sequence[Numbered], *, notes: str = "", changed: str = "") -> None:
        self.layout, self.lines, self.notes, self.changed = layout, lines, notes, changed

    def way_of(self, line: Line) -> Way | None:
        """How a line stands out, if it does."""
        text = line.text.strip()
        if len(text) > LONGEST_HEADING or line.marker or not re.search(r"\w", text):
            return None
        if self.layout.medium == "text" and line.level == ALONE:
            return Way(4, 1, f"h{ALONE}")
        if self.layout.medium != "pdf" and line.level:
            return Way(0, line.level, f"h{line.level}")
        if SENTENCE.search(text) and not line.level:
            return None
        if line.level and line.size >= LARGER:
            return self._larger(line)
        if line.tag == "dt":
            return Way(5, 1, "tag:dt")
        if line.is_all("sloped"):
            return Way(1, 0, "sloped")
        if is_shouted(text) and len(text) > 3 and self.layout.medium != "html":
            bold = "bold " if line.is_all("bold") else ""
            return Way(2, 0 if bold else 1, f"{bold}shouted")
        if line.is_all("bold") and line.is_all("underlined"):
            return Way(3, 0, "bold underlined")
        if line.is_all("underlined"):
            return Way(4, 0, "underlined")
        if line.is_all("bold"):
            hue = line.hue if line.hue in self.bold_hues else ""
            return Way(5, -1, f"bold {hue}") if hue else Way(5, 0, "bold")
        name = next((name for name in reversed(line.classes) if name in self.classes), "")
        return Way(6, 0, f"class:{name}") if name else None

    def _larger(self, line: Line) -> Way:
        """The way of print that is larger than the body: by its level, and by its colour where that tells."""
        colours = self.colours.get(line.level, {})
        hue = line.hue
        if len(colours) < 2 or hue not in colours:
            return Way(0, line.level, f"h{line.level}")
        return Way(0, line.level - colours[hue] / 100, f"h{line.level} {hue or BLACK}")

    @cached_property
    def colours(self) -> dict[int, dict[str, float]]:
        """By level, the colours in which several headings are set, and how large those are."""
        found: dict[int, dict[str, list[float]]] = {}
        for one in self.lines:
            if one.line.level and one.line.hue not in filter(None, (self.changed, self.notes)):
                found.setdefault(one.line.level, {}).setdefault(one.line.hue, []).append(one.line.size)
        return {
            level: {hue: sorted(sizes)[len(sizes) // 2] for hue, sizes in hues.items() if len(sizes) >= FEWEST}
            for level, hues in found.items()
        }

    @cached_property
    def bold_hues(self) -> set[str]:
        """The colours of bold headings that are heavier than those in the colour of the body."""
        counted = Counter(
            one.line.hue
            for one in self.lines
            if one.line.is_all("bold") and not one.line.level and len(one.text) <= LONGEST_HEADING
        )
        told = {"", self.changed, self.notes}
        return {hue for hue, count in counted.items() if count >= FEWEST and hue not in told and counted[""] > count}

    @cached_property
    def classes(self) -> set[str]:
        """The classes of a web page that only short lines have, which text follows: headings of its own making."""
        if self.layout.medium != "html":
            return set()
        all_lines: Counter[str] = Counter()
        headings: Counter[str] = Counter()
        for place, one in enumerate(self.lines):
            following = self.lines[place + 1].line if place + 1 < len(self.lines) else None
            for name in set(one.line.classes):
                all_lines[name] += 1
                is_short = len(one.text) <= LONGEST_HEADING and not SENTENCE.search(one.text.strip())
                leads = following is not None and name not in following.classes
                headings[name] += is_short and leads and not one.line.marker and not one.line.row
        return {name for name, count in headings.items() if count >= FEWEST and count >= 0.9 * all_lines[name]}

    @cached_property
    def headings(self) -> list[Heading]:
        """The headings in order; one that goes on in the next line is one."""
        found: list[Heading] = []
        index = 0
        while index < len(self.lines):
            way = self.way_of(self.lines[index].line)
            if way is None or self.lines[index].line.hue == self.notes != "":
                index += 1
                continue
            count = 1
            while index + count < len(self.lines) and self._goes_on(index + count, way):
                count += 1
            found.append(Heading(index, count, plain(self.lines[index : index + count]), way))
            index += count
        return found

    def _goes_on(self, index: int, way: Way) -> bool:
        line = self.lines[index].line
        return self.way_of(line) == way and not line.is_apart and (line.is_wrapped or way.rank == 1)

    def is_followed_by_text(self, heading: Heading) -> bool:
        """Whether text stands below a heading, and not the next heading."""
        after = heading.start + heading.count
        if after < len(self.lines) and IN_BRACKETS.match(self.lines[after].text):
            after += 1
        return after < len(self.lines) and self.way_of(self.lines[after].line) is None
