"""The stages of one entry on its way from the page to a ruling: as it was extracted, cleaned, and parsed."""

from collections.abc import Sequence
from dataclasses import dataclass

from importers.extraction.layout import Line
from importers.extraction.text import layout_of_text
from importers.parts.lines import readable_lines
from importers.reading import Reading
from importers.recipes import BLACK, LARGER, TRAITS, Recipe
from importers.records import ParsedRuling


@dataclass(frozen=True)
class StageLine:
    """A line of the source: where it stands, how it looks, as it is printed, and as it is read."""

    number: int
    page: int
    look: str
    extracted: str
    cleaned: str


@dataclass(frozen=True)
class Entry:
    """A ruling, and the lines it was read from; its page is 0 if the source has none."""

    ruling: ParsedRuling
    lines: Sequence[StageLine]
    page: int


class Stages:
    """What a reading made of the lines of its source."""

    def __init__(self, reading: Reading) -> None:
        self.rulings = reading.document.rulings
        self.layout = reading.source.layout or layout_of_text(reading.source)
        recipe = reading.recipe or Recipe(name="", game="", document="", parts=())
        read, self.aside = readable_lines(self.layout, recipe)
        self.cleaned = {one.number: one.text for one in read}

    def entry(self, ruling: ParsedRuling) -> Entry:
        """A ruling with its stages."""
        spans = (ruling.lines, *ruling.elsewhere) if ruling.lines else ()
        numbers = [number for one in spans for number in range(one.first, one.last + 1)]
        lines = [self._line(number) for number in numbers if self.layout.lines[number - 1].text.strip()]
        page = lines[0].page if lines and self.layout.pages else 0
        return Entry(ruling, lines, page)

    def at(self, number: int) -> Entry | None:
        """The ruling that a line of the source is in, if it is in one."""
        for ruling in self.rulings:
            spans = (ruling.lines, *ruling.elsewhere) if ruling.lines else ()
            if any(one.first <= number <= one.last for one in spans):
                return self.entry(ruling)
        return None

    def _line(self, number: int) -> StageLine:
        line = self.layout.lines[number - 1]
        aside = f"(set aside: {self.aside[number]})" if number in self.aside else ""
        return StageLine(number, line.page, look_of(line), line.text, self.cleaned.get(number, aside))


def look_of(line: Line) -> str:
    """How a line looks, in the words of recipes."""
    words = [f"h{line.level}"] if line.level else ["larger"] if line.size >= LARGER else []
    words += [trait for trait in TRAITS if line.is_all(trait)]
    words += [f"starts-{trait}" for trait in TRAITS if line.starts(trait) and not line.is_all(trait)]
    return " ".join([*words, *([line.hue] if line.hue else [])]) or BLACK
