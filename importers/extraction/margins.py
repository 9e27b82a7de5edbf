"""What stands around the text of pages: their numbers, and what comes back at their top or bottom."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from importers.extraction.layout import Box, Line

# Running heads stand in this part of a page's height, above and below.
MARGIN = 0.09
# What is set so small there does not belong to the text.
SMALL = 0.82
# A running head has so many letters at the most.
LONGEST_HEAD = 90
PAGE_NUMBER = re.compile(r"^(?:page )?[-–—]?\s*\d{1,4}\s*[-–—]?(?: ?(?:/|of) ?\d{1,4})?$", re.IGNORECASE)


def set_aside(lines: Sequence[Line], pages: Sequence[tuple[float, float]]) -> list[Line]:
    """Mark page numbers, and what stands at the top or bottom of several pages."""
    repeated: dict[str, set[int]] = defaultdict(set)
    for line in lines:
        if _is_in_margin(line, pages):
            repeated[_without_digits(line.text)].add(line.page)
    fewest = 2 if len(pages) < 5 else 3
    offset = _page_offset([line for line in lines if _is_in_margin(line, pages)], fewest=fewest)

    def reason(line: Line) -> str:
        if not _is_in_margin(line, pages):
            return ""
        if PAGE_NUMBER.match(line.text.strip()) or (offset is not None and line.page + offset in _counted(line)):
            return "page number"
        is_small = line.size <= SMALL and len(line.text) <= LONGEST_HEAD
        return "running head" if is_small or len(repeated[_without_digits(line.text)]) >= fewest else ""

    return [replace(line, aside=reason(line)) for line in lines]


def _page_offset(lines: Sequence[Line], *, fewest: int) -> int | None:
    """By how much the numbers next to running heads differ from those of the pages: "2 Errata", "Questions 3"."""
    found: dict[int, set[int]] = defaultdict(set)
    for line in lines:
        for number in _counted(line):
            found[number - line.page].add(line.page)
    offset = max(found, key=lambda one: len(found[one]), default=0)
    return offset if len(found[offset]) >= fewest else None


def _counted(line: Line) -> list[int]:
    """The numbers at the two ends of a short line."""
    if len(line.text) > LONGEST_HEAD:
        return []
    return [int(found) for found in re.findall(r"^\d{1,4}(?=\s)|(?<=\s)\d{1,4}$", line.text.strip())]


def _is_in_margin(line: Line, pages: Sequence[tuple[float, float]]) -> bool:
    height, box = pages[line.page - 1][1], line.box or Box(0, 0, 0, 0)
    return box.bottom < MARGIN * height or box.top > (1 - MARGIN) * height


def _without_digits(text: str) -> str:
    return re.sub(r"\d+", "0", " ".join(text.split()))
