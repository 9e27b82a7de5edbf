"""The order in which a page is read: column by column, line by line; and where paragraphs and headings begin."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from importers.extraction.layout import Box, Layout, Line
from importers.extraction.margins import set_aside
from importers.extraction.paragraphs import LARGER, box_of, with_paragraphs

# A line wider than this share of the page's text stands above or below columns, not in one.
WIDE = 0.62
# In points: what parts two columns.
GUTTER = 7.0
# A column has so many lines, and a heading so many letters at the most.
FEWEST_LINES, LONGEST_HEADING = 3, 90
# A chapter has fewer columns than that on a page.
MOST_COLUMNS = 10
# The column of a line that reaches over several.
ACROSS = -1
# The heading of a chapter is larger than that of an entry, and more than a letter of a glossary.
MUCH_LARGER, LONGEST_LETTER = 1.25, 3


def arrange(layout: Layout) -> Layout:
    """The lines of printed pages as they are read, with paragraphs, headings and what stands around the text."""
    lines: list[Line] = []
    for _, page in groupby(layout.lines, key=lambda line: line.page):
        lines += _read_page(_joined_on(list(page)))
    lines = set_aside(lines, layout.pages)
    lines = with_paragraphs(lines)
    return replace(layout, lines=tuple(_with_levels(lines)))


def _joined_on(lines: list[Line]) -> list[Line]:
    """Pieces of print that stand next to each other on one baseline as one line."""
    joined: list[Line] = []
    for line in sorted(lines, key=lambda one: (round(box_of(one).bottom / 2), box_of(one).left)):
        before = joined[-1] if joined else None
        if before is not None and _is_next_to(before, line):
            space = "" if before.text.endswith(" ") else " "
            first, *rest = line.spans
            spans = (*before.spans, first._replace(text=space + first.text), *rest)
            joined[-1] = replace(before, spans=spans, box=_around(before, line), is_hyphenated=line.is_hyphenated)
        else:
            joined.append(line)
    return joined


def _is_next_to(before: Line, line: Line) -> bool:
    one, other = box_of(before), box_of(line)
    height = max(one.bottom - one.top, 1.0)
    return abs(one.bottom - other.bottom) < 0.25 * height and -1 <= other.left - one.right < 0.6 * height


def _read_page(lines: list[Line]) -> list[Line]:
    """Chapters that begin in the middle of a page may have other columns than those above them."""
    if not lines:
        return []
    left, right = min(box_of(line).left for line in lines), max(box_of(line).right for line in lines)
    chapters = _chapters(lines)
    gutters = _gutters([line for line in lines if not _is_wide(line, left, right)], left, right)
    found = [_gutters([line for line in one if not _is_wide(line, left, right)], left, right) for one in chapters]
    if len(chapters) > 1 and any(own and not _are_alike(own, gutters) for own in found):
        # The columns of one chapter are not those of another.
        return [
            replace(line, column=line.column + place * MOST_COLUMNS if line.column != ACROSS else ACROSS)
            for place, one in enumerate(chapters)
            for line in _read_bands(one, left, right)
        ]
    return _read_bands(lines, left, right)


def _chapters(lines: list[Line]) -> list[list[Line]]:
    """A page cut at the large headings that have nothing on either side."""
    found: list[list[Line]] = [[]]
    for line in sorted(lines, key=lambda one: box_of(one).top):
        own = box_of(line)
        is_large = line.size >= MUCH_LARGER and len(line.text.strip()) > LONGEST_LETTER
        if is_large and not any(
            box_of(one).top < own.bottom and box_of(one).bottom > own.top for one in lines if one != line
        ):
            found.append([])
        found[-1].append(line)
    return [one for one in found if one]


def _are_alike(gutters: Sequence[float], others: Sequence[float]) -> bool:
    return len(gutters) == len(others) and all(
        abs(one - other) < GUTTER for one, other in zip(gutters, others, strict=True)
    )


def _read_bands(lines: list[Line], left: float, right: float) -> list[Line]:
    """What reaches over all columns parts a page into bands; each band has columns of its own."""
    gutters = _gutters([line for line in lines if not _is_wide(line, left, right)], left, right)
    read: list[Line] = []
    for is_across, band in groupby(
        sorted(lines, key=lambda one: box_of(one).top),
        key=lambda one: one.column == ACROSS or _is_wide(one, left, right) or _is_between(one, lines, gutters),
    ):
        found = list(band)
        if is_across:
            read += [replace(line, column=ACROSS) for line in found]
        else:
            read += _read_cut(found, _gutters(found, left, right) or gutters)
    return read


def _read_cut(lines: Sequence[Line], gutters: Sequence[float]) -> list[Line]:
    """A band column by column, cut once more by the lines that reach over its gutters."""
    read: list[Line] = []
    band: list[Line] = []
    for line in lines:
        if any(box_of(line).left < at - 1 and box_of(line).right > at + 1 for at in gutters):
            read += _read_band(band, gutters)
            band = []
            read.append(replace(line, column=ACROSS))
        else:
            band.append(line)
    return read + _read_band(band, gutters)


def _is_between(line: Line, lines: Sequence[Line], gutters: Sequence[float]) -> bool:
    """Whether a heading stands alone between columns above and below it, and so heads all of those below."""
    if not gutters or line.size < MUCH_LARGER or len(line.text.strip()) <= LONGEST_LETTER:
        return False
    own, column = box_of(line), _column(line, gutters)
    others = [box_of(one) for one in lines if _column(one, gutters) != column]
    if any(box.top < own.bottom and box.bottom > own.top for box in others):
        return False
    return any(box.bottom <= own.top for box in others) and any(box.top >= own.bottom for box in others)


def _column(line: Line, gutters: Sequence[float]) -> int:
    middle = (box_of(line).left + box_of(line).right) / 2
    return sum(middle > at for at in gutters)


def _is_wide(line: Line, left: float, right: float) -> bool:
    return box_of(line).right - box_of(line).left > WIDE * (right - left)


def _gutters(lines: Sequence[Line], left: float, right: float) -> list[float]:
    """Where white stripes part the lines into columns."""
    if len(lines) < 2 * FEWEST_LINES:
        return []
    # Titles reach over columns, and text does not.
    lines = [line for line in lines if line.size < LARGER and line.column != ACROSS] or lines
    covered = Counter(
        point
        for line in lines
        for point in range(int(box_of(line).left), max(int(box_of(line).right), int(box_of(line).left) + 1))
    )
    # A heading that reaches over a stripe does not close it.
    most = max(1, len(lines) // 50)
    stripes: list[tuple[int, int]] = []
    start: int | None = None
    for point in range(int(left), int(right) + 2):
        if covered[point] <= most and start is None:
            start = point
        elif covered[point] > most and start is not None:
            stripes.append((start, point))
            start = None
    found = []
    for begin, end in stripes:
        if end - begin < GUTTER:
            continue
        middle = (begin + end) / 2
        before = sum(box_of(line).right <= end for line in lines)
        after = sum(box_of(line).left >= begin for line in lines)
        if min(before, after) >= FEWEST_LINES:
            found.append(middle)
    return found


def _read_band(lines: Sequence[Line], gutters: Sequence[float]) -> list[Line]:
    columns: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        columns[_column(line, gutters)].append(line)
    return [
        replace(line, column=column)
        for column in sorted(columns)
        for line in sorted(columns[column], key=lambda one: (round(box_of(one).bottom), box_of(one).left))
    ]


def _with_levels(lines: Sequence[Line]) -> list[Line]:
    """Rank the lines that are larger than the body: the largest is of level 1."""
    sizes = Counter(
        line.size for line in lines if line.size >= LARGER and len(line.text) <= LONGEST_HEADING and not line.aside
    )
    ranks: dict[float, int] = {}
    for size in sorted(sizes, reverse=True):
        near = next((known for known in ranks if known / size < LARGER), None)
        ranks[size] = ranks[near] if near else min(6, len(set(ranks.values())) + 1)
    return [
        replace(line, level=ranks.get(line.size, 0) if len(line.text) <= LONGEST_HEADING else 0)
        if not line.aside
        else line
        for line in lines
    ]


def _around(one: Line, other: Line) -> Box:
    first, second = box_of(one), box_of(other)
    return Box(
        min(first.left, second.left),
        min(first.top, second.top),
        max(first.right, second.right),
        max(first.bottom, second.bottom),
    )
