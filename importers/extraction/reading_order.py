"""The order in which a page is read: column by column, line by line; and where paragraphs and headings begin."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from importers.extraction.layout import Box, Layout, Line, Span
from importers.extraction.margins import set_aside

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
# More than this times the usual distance to the line above begins a paragraph.
APART = 1.2
# So much of a column's lines end before its edge.
FULL = 0.9
# How much larger than the body a heading is.
LARGER = 1.08
# The heading of a chapter is larger than that of an entry, and more than a letter of a glossary.
MUCH_LARGER, LONGEST_LETTER = 1.25, 3
SENTENCE_END = re.compile(r"[.?!:;…][\"”’'*)\]]*$")
ENDING = re.compile(rf"{SENTENCE_END.pattern}|[\"”)\]]$")
# A line that leaves so much of its column empty ends something.
SHORT_LINE = 0.4
# What opens an item, and so a paragraph: "• ", "- ", "1. ", "(a) ", "IV. ", "= "
ITEM = re.compile(r"^(?:[•·▪■◦‣*–—=-]\s+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5}|[IVX]{1,5})[.)]\s)")
BULLET = re.compile(r"^[•·▪■◦‣=–—-]\s+(?=\S)")


def arrange(layout: Layout) -> Layout:
    """The lines of printed pages as they are read, with paragraphs, headings and what stands around the text."""
    lines: list[Line] = []
    for _, page in groupby(layout.lines, key=lambda line: line.page):
        lines += _read_page(_joined_on(list(page)))
    lines = set_aside(lines, layout.pages)
    lines = _with_paragraphs(lines)
    return replace(layout, lines=tuple(_with_levels(lines)))


def _joined_on(lines: list[Line]) -> list[Line]:
    """Pieces of print that stand next to each other on one baseline as one line."""
    joined: list[Line] = []
    for line in sorted(lines, key=lambda one: (round(_box(one).bottom / 2), _box(one).left)):
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
    one, other = _box(before), _box(line)
    height = max(one.bottom - one.top, 1.0)
    return abs(one.bottom - other.bottom) < 0.25 * height and -1 <= other.left - one.right < 0.6 * height


def _read_page(lines: list[Line]) -> list[Line]:
    """Chapters that begin in the middle of a page may have other columns than those above them."""
    if not lines:
        return []
    left, right = min(_box(line).left for line in lines), max(_box(line).right for line in lines)
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
    for line in sorted(lines, key=lambda one: _box(one).top):
        own = _box(line)
        is_large = line.size >= MUCH_LARGER and len(line.text.strip()) > LONGEST_LETTER
        if is_large and not any(
            _box(one).top < own.bottom and _box(one).bottom > own.top for one in lines if one != line
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
        sorted(lines, key=lambda one: _box(one).top),
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
        if any(_box(line).left < at - 1 and _box(line).right > at + 1 for at in gutters):
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
    own, column = _box(line), _column(line, gutters)
    others = [_box(one) for one in lines if _column(one, gutters) != column]
    if any(box.top < own.bottom and box.bottom > own.top for box in others):
        return False
    return any(box.bottom <= own.top for box in others) and any(box.top >= own.bottom for box in others)


def _column(line: Line, gutters: Sequence[float]) -> int:
    middle = (_box(line).left + _box(line).right) / 2
    return sum(middle > at for at in gutters)


def _is_wide(line: Line, left: float, right: float) -> bool:
    return _box(line).right - _box(line).left > WIDE * (right - left)


def _gutters(lines: Sequence[Line], left: float, right: float) -> list[float]:
    """Where white stripes part the lines into columns."""
    if len(lines) < 2 * FEWEST_LINES:
        return []
    # Titles reach over columns, and text does not.
    lines = [line for line in lines if line.size < LARGER and line.column != ACROSS] or lines
    covered = Counter(
        point
        for line in lines
        for point in range(int(_box(line).left), max(int(_box(line).right), int(_box(line).left) + 1))
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
        before = sum(_box(line).right <= end for line in lines)
        after = sum(_box(line).left >= begin for line in lines)
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
        for line in sorted(columns[column], key=lambda one: (round(_box(one).bottom), _box(one).left))
    ]


def _with_paragraphs(lines: Sequence[Line]) -> list[Line]:
    """Say where paragraphs begin."""
    ends: dict[tuple[int, int], list[float]] = defaultdict(list)
    for line in lines:
        ends[line.page, line.column].append(_box(line).right)
    # One line that sticks out does not make a column wider.
    edges = {place: sorted(found)[int(len(found) * FULL)] for place, found in ends.items()}
    leading = _usual_leading(lines)
    done: list[Line] = []
    before: Line | None = None
    for line in lines:
        if line.aside:
            done.append(line)
            continue
        edge = edges[before.page, before.column] if before else 0.0
        is_apart = before is None or _begins_paragraph(before, line, leading=leading, edge=edge)
        is_wrapped = before is not None and not is_apart and _room(before, line, edge) <= 2
        marked = replace(line, is_apart=is_apart, is_wrapped=is_wrapped)
        if match := BULLET.match(line.text):
            marked = replace(marked, is_apart=True, marker="-", depth=1, spans=_without(line, match.end()))
        done.append(marked)
        before = line
    return done


def _usual_leading(lines: Sequence[Line]) -> float:
    steps = Counter(
        round(_box(line).bottom - _box(before).bottom, 1)
        for before, line in pairwise(lines)
        if (before.page, before.column) == (line.page, line.column) and _box(line).bottom > _box(before).bottom
    )
    return float(steps.most_common(1)[0][0]) if steps else 12.0


def _begins_paragraph(before: Line, line: Line, *, leading: float, edge: float) -> bool:
    if ITEM.match(line.text) or before.is_hyphenated:
        return not before.is_hyphenated
    one, other = _box(before), _box(line)
    if not 1 / LARGER < before.size / (line.size or 1.0) < LARGER:
        return True
    if (before.page, before.column) != (line.page, line.column):
        # A sentence may go on in the next column.
        return bool(SENTENCE_END.search(before.text.strip())) and not line.text[:1].islower()
    if other.bottom - one.bottom > APART * leading * max(1.0, line.size):
        return True
    # A break before the line was full is meant.
    room = _room(before, line, edge)
    return room > 2 and (bool(ENDING.search(before.text.strip())) or room > SHORT_LINE * (edge - one.left))


def _room(before: Line, line: Line, edge: float) -> float:
    """How much of a line would be empty if it also had the first word of the next one."""
    word = line.text.split(" ", 1)[0]
    box = _box(line)
    return edge - _box(before).right - (box.right - box.left) * (len(word) + 1.5) / max(1, len(line.text))


def _without(line: Line, count: int) -> tuple[Span, ...]:
    """The spans of a line without its first letters."""
    spans = []
    for span in line.spans:
        cut = min(count, len(span.text))
        count -= cut
        if span.text[cut:]:
            spans.append(span._replace(text=span.text[cut:]))
    return tuple(spans)


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


def _box(line: Line) -> Box:
    return line.box or Box(0, 0, 0, 0)


def _around(one: Line, other: Line) -> Box:
    first, second = _box(one), _box(other)
    return Box(
        min(first.left, second.left),
        min(first.top, second.top),
        max(first.right, second.right),
        max(first.bottom, second.bottom),
    )
