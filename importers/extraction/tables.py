"""Tables of printed pages: known by a row of headings like "Card", "Set" and "Status", and read row by row."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from importers.extraction.layout import Box, Line, Span

# What the columns of tables of cards are headed by.
HEADING = re.compile(
    r"^(?:cards?|(?:card )?names?|titles?|(?:card )?sets?|expansions?|products?|packs?|nos?\.?|#|numbers?|status|list|"
    r"legality|formats?|errat(?:a|um)|corrections?|rulings?|since|versions?|changes?|"
    r"(?:(?:old|new|printed|corrected|original|current|revised|official) )?(?:text|wording))$",
    re.IGNORECASE,
)
FEWEST_HEADINGS, MOST_WORDS = 2, 3
# In points: how far a cell may begin before its column does, and how far behind it.
BEFORE, BEHIND = 6.0, 40.0
# Times the height of a line: further down, something else begins; and so near, a cell goes on.
FAR, NEAR = 3.2, 1.3
# In points: rows stand so much further apart than the lines of a cell.
UNEVEN = 2.0


@dataclass
class _Table:
    """The columns of a table that is being read, and its lines of print so far: by column, pieces."""

    lefts: list[float]
    levels: list[dict[int, Line]]

    @property
    def bottom(self) -> float:
        return max(_box(line).bottom for line in self.levels[-1].values())

    def column(self, line: Line) -> int | None:
        """The column that a piece of print begins in."""
        left = _box(line).left
        found = [place for place, start in enumerate(self.lefts) if start - BEFORE <= left]
        if not found or (found[-1] == len(self.lefts) - 1 and left > self.lefts[-1] + BEHIND):
            return None
        return found[-1]

    def is_near(self, line: Line) -> bool:
        """Whether a piece of print stands right below the last line."""
        box = _box(line)
        return box.top - self.bottom < (NEAR - 1) * (box.bottom - box.top)

    def rows(self) -> list[dict[int, list[Line]]]:
        """The rows: the header, then what stands closer together than rows do, or each line if all are as close."""
        header, *levels = self.levels
        gaps = [
            min(_box(line).top for line in after.values()) - max(_box(line).bottom for line in before.values())
            for before, after in pairwise(levels)
        ]
        widest, closest = max(gaps, default=0.0), min(gaps, default=0.0)
        are_told_apart = widest - closest > UNEVEN
        found = [{place: [line] for place, line in header.items()}]
        for level, gap in zip(levels, (None, *gaps), strict=True):
            is_close = gap is not None and gap < (widest + closest) / 2
            if gap is None or not (is_close if are_told_apart else 0 not in level):
                found.append({})
            for place, line in level.items():
                found[-1].setdefault(place, []).append(line)
        return found


def find_tables(lines: Sequence[Line], *, first_row: int) -> tuple[list[Line], dict[int, list[Line]]]:
    """The lines of a page with one line for each row of a table; and by the number of a row, its cells."""
    ordered = sorted(lines, key=lambda one: (round(_box(one).bottom / 3), _box(one).left))
    levels: list[list[Line]] = []
    for line in ordered:
        if levels and abs(_box(levels[-1][0]).bottom - _box(line).bottom) < 3:
            levels[-1].append(line)
        else:
            levels.append([line])
    tables = _read_tables(levels)
    taken = {id(line) for table in tables for level in table.levels for line in level.values()}
    rest: list[Line] = []
    for row, run in groupby((line for line in lines if id(line) not in taken), key=lambda line: line.row):
        pieces = list(run)
        rest += [joined(pieces, 0)] if row else pieces
    cells: dict[int, list[Line]] = {}
    for table in tables:
        for place, row in enumerate(table.rows()):
            number = first_row + len(cells)
            cells[number] = _cells(row, number, tag="th" if place == 0 else "td")
            rest.append(joined(cells[number], number))
    return rest, cells


def _read_tables(levels: Sequence[Sequence[Line]]) -> list[_Table]:
    tables: list[_Table] = []
    table: _Table | None = None
    for level in levels:
        if header := _header(level):
            table = _Table([_box(line).left for line in header], [dict(enumerate(header))])
            tables.append(table)
            continue
        if table is None:
            continue
        found = {place: line for line in level if (place := table.column(line)) is not None}
        first = _box(level[0])
        is_far = first.top - table.bottom > FAR * (first.bottom - first.top)
        if is_far or not _fits(found, table):
            table = None
        elif found:
            table.levels.append(found)
    return [table for table in tables if len(table.levels) > 1]


def _header(level: Sequence[Line]) -> list[Line]:
    """The headings of a table, if a line of print has some."""
    short = [line for line in level if len(line.text.split()) <= MOST_WORDS]
    named = sum(bool(HEADING.match(line.text.strip(" :"))) for line in short)
    return list(short) if named >= FEWEST_HEADINGS and len(short) == len(level) else []


def _fits(found: dict[int, Line], table: _Table) -> bool:
    """Whether pieces stay within their columns; a line of text reaches over them, and a heading stands alone."""
    ends = [*table.lefts[1:], float("inf")]
    if any(_box(line).right > ends[place] + BEFORE for place, line in found.items()):
        return False
    if list(found) != [0] or table.is_near(found[0]):
        return True
    # The first line of a name that is set over several lines, and not what is headed below the table.
    sizes = [line.size for level in table.levels[1:] for line in level.values()]
    return len(table.lefts) > FEWEST_HEADINGS and found[0].size in sizes


def _cells(row: dict[int, list[Line]], number: int, *, tag: str) -> list[Line]:
    return [
        replace(line, row=number, column=place + 1, tag=tag, is_apart=count == 0)
        for place in sorted(row)
        for count, line in enumerate(row[place])
    ]


def joined(cells: Sequence[Line], number: int) -> Line:
    """The pieces of a row as one line, by which its place on the page is found."""
    boxes = [_box(cell) for cell in cells]
    spans: list[Span] = []
    for cell in cells:
        first, *others = cell.spans
        spans += [first._replace(text=f"{' ' if spans else ''}{first.text}"), *others]
    box = Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
    is_hyphenated = cells[-1].is_hyphenated
    return replace(cells[0], spans=tuple(spans), box=box, row=number, column=0, tag="", is_hyphenated=is_hyphenated)


def _box(line: Line) -> Box:
    return line.box or Box(0, 0, 0, 0)
