"""Pages of the files that editions were read from, as they were printed."""

import re
from dataclasses import dataclass

from importers.extraction import from_data
from importers.extraction.layout import Box
from rulings.models import Edition
from rulings.selectors.documents.reading import SourceLine

# "27-30"
LINES = re.compile(r"^(\d{1,6})-(\d{1,6})$")


@dataclass(frozen=True)
class PrintedPage:
    """A page of a file as it was printed: its size in points, and the boxes of the lines that are marked."""

    edition: Edition
    number: int
    pages: int
    width: float
    height: float
    boxes: list[Box]
    lines: list[SourceLine]


def printed(edition: Edition, number: int, *, lines: str = "") -> PrintedPage | None:
    """A page of the file that an edition was read from; lines like "27-30" are marked."""
    if not edition.source.layout:
        return None
    layout = from_data(edition.source.layout)
    if not 1 <= number <= len(layout.pages):
        return None
    match = LINES.match(lines)
    first, last = (int(match[1]), int(match[2])) if match else (0, -1)
    shown = [(place, line) for place, line in enumerate(layout.lines, 1) if line.page == number]
    marked = [(place, line) for place, line in shown if first <= place <= last]
    width, height = layout.pages[number - 1]
    return PrintedPage(
        edition=edition,
        number=number,
        pages=len(layout.pages),
        width=width,
        height=height,
        boxes=[line.box for _, line in marked if line.box],
        lines=[SourceLine(place, line.text) for place, line in marked or shown],
    )
