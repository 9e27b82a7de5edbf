"""What extraction finds in a file of any kind: lines in reading order, made of spans, each with its style."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

# "(v1.2) ", which may be set in another way than the heading behind it
# An icon within a heading has a font of its own.
LETTER = re.compile(r"\w")
# "S" of "Open Sea" in small capitals
SINGLE_CAPITAL = re.compile(r"^\s*[A-Z]$")
VERSION = re.compile(r"^\s*\(v\d[\w.]*\)\s*$", re.IGNORECASE)


# Why a line is set aside that belongs to something, and nothing tells to what.
ORPHAN = "its column is lost"


class Style(NamedTuple):
    """How letters are set, in relative words."""

    # Times the body's.
    size: float = 1.0
    bold: bool = False
    italic: bool = False
    # Whether the baseline is not level.
    sloped: bool = False
    underlined: bool = False
    # "red", "green", "white", …; empty for the body's.
    hue: str = ""
    # The name of the font, by which icons are told from letters.
    font: str = ""


class Span(NamedTuple):
    """Letters of one style."""

    text: str
    style: Style = Style()


class Box(NamedTuple):
    """A place on a page, in points from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return round(self.right - self.left, 1)

    @property
    def height(self) -> float:
        return round(self.bottom - self.top, 1)


@dataclass(frozen=True)
class Line:
    """A line of print, or what stands between two line ends of a web page."""

    spans: tuple[Span, ...]
    page: int = 1
    column: int = 0
    box: Box | None = None
    # Whether a paragraph begins here.
    is_apart: bool = True
    # 1 for the highest heading; 0 for a line that does not look like one.
    level: int = 0
    tag: str = ""
    classes: tuple[str, ...] = ()
    # Of a cell: the number of its row among all rows of the page; its place in the row is its column.
    row: int = 0
    # Of an item of a list: "-" or "1.", and how deep it is nested; of what goes on with it, only the depth.
    marker: str = ""
    depth: int = 0
    # Why it does not belong to the text: "page number", "running head", "navigation".
    aside: str = ""
    # Whether a word was broken at its end.
    is_hyphenated: bool = False
    # Whether it stands below another one only because that was full.
    is_wrapped: bool = False

    @property
    def text(self) -> str:
        """The letters alone."""
        return "".join(span.text for span in self.spans)

    def is_all(self, trait: str) -> bool:
        """Whether all letters have a trait: "bold", "italic", "sloped", "underlined"; a tag like "(v1.2)" aside."""
        letters = [span for span in self.spans if LETTER.search(span.text)] or [
            span for span in self.spans if span.text.strip()
        ]
        if len(letters) > 1 and VERSION.match(letters[0].text):
            letters = letters[1:]
        return bool(letters) and all(getattr(span.style, trait) for span in letters)

    def starts(self, trait: str) -> bool:
        """Whether the first letters have a trait."""
        first = next((span for span in self.spans if span.text.strip()), None)
        return first is not None and bool(getattr(first.style, trait))

    def starts_in(self, hue: str) -> bool:
        """Whether the first letters are set in a hue."""
        first = next((span for span in self.spans if span.text.strip()), None)
        return first is not None and first.style.hue == hue

    def share(self, hue: str) -> float:
        """How much of the line is set in a hue."""
        total = sum(len(span.text.strip()) for span in self.spans)
        return sum(len(span.text.strip()) for span in self.spans if span.style.hue == hue) / total if total else 0.0

    @property
    def hue(self) -> str:
        """The hue of most of its letters."""
        hues = dict.fromkeys(span.style.hue for span in self.spans)
        return max(hues, key=self.share, default="")

    @property
    def size(self) -> float:
        """The size of most of its letters."""
        sizes = dict.fromkeys(span.style.size for span in self.spans if span.text.strip())
        if len(sizes) > 1 and (self.text.isupper() or self._is_in_small_capitals(max(sizes))):
            # Small capitals: the first letters of words tell how large they are.
            return max(sizes)
        count = {size: sum(len(span.text) for span in self.spans if span.style.size == size) for size in sizes}
        return max(count, key=lambda size: count[size], default=1.0)

    def _is_in_small_capitals(self, largest: float) -> bool:
        """Whether nothing but capitals at the start of words is larger than the rest."""
        large = [span for span in self.spans if span.style.size == largest]
        return len(self.spans) > 1 and all(SINGLE_CAPITAL.match(span.text) for span in large)


@dataclass(frozen=True)
class Layout:
    """The lines of a file in reading order, and the sizes of its pages."""

    # "pdf", "html" or "text"
    medium: str
    lines: tuple[Line, ...]
    pages: tuple[tuple[float, float], ...] = ()
    title: str = ""

    @property
    def text(self) -> str:
        """One source line for each line of print."""
        return "\n".join(line.text for line in self.lines)


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Neighbouring spans of one style as one."""
    return tuple(
        Span("".join(span.text for span in run), style) for style, run in groupby(spans, key=lambda span: span.style)
    )


def to_data(layout: Layout) -> dict[str, Any]:
    """A layout as it is stored: styles once, lines as short rows."""
    styles: dict[Style, int] = {}
    rows = [
        [
            [[span.text, styles.setdefault(span.style, len(styles))] for span in line.spans],
            line.page,
            line.column,
            [round(value, 1) for value in line.box] if line.box else None,
            int(line.is_apart),
            line.level,
            line.tag,
            list(line.classes),
            line.marker,
            line.depth,
            line.aside,
            int(line.is_hyphenated),
            int(line.is_wrapped),
            line.row,
        ]
        for line in layout.lines
    ]
    return {
        "medium": layout.medium,
        "title": layout.title,
        "pages": [list(page) for page in layout.pages],
        "styles": [list(style) for style in styles],
        "lines": rows,
    }


def from_data(data: dict[str, Any]) -> Layout:
    """A layout as it was stored."""
    styles = [Style(*style) for style in data["styles"]]
    return Layout(
        medium=data["medium"],
        title=data["title"],
        pages=tuple((width, height) for width, height in data["pages"]),
        lines=tuple(_line(row, styles) for row in data["lines"]),
    )


def _line(row: Sequence[Any], styles: Sequence[Style]) -> Line:
    (
        spans,
        page,
        column,
        box,
        is_apart,
        level,
        tag,
        classes,
        marker,
        depth,
        aside,
        is_hyphenated,
        is_wrapped,
        table_row,
    ) = row
    return Line(
        spans=tuple(Span(text, styles[style]) for text, style in spans),
        page=page,
        column=column,
        box=Box(*box) if box else None,
        is_apart=bool(is_apart),
        level=level,
        tag=tag,
        classes=tuple(classes),
        marker=marker,
        depth=depth,
        aside=aside,
        is_hyphenated=bool(is_hyphenated),
        is_wrapped=bool(is_wrapped),
        row=table_row,
    )
