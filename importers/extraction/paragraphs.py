"""Where paragraphs begin on a printed page: by the room between lines, by lines that are not full, and by items."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from importers.extraction.layout import Box, Line, Span

# How much larger than the body a heading is.
LARGER = 1.08
# More than this times the usual distance to the line above begins a paragraph.
APART = 1.2
# From line to line, times the height of a line: as it is set usually, and more than a paragraph has.
LEADING, LOOSE = 1.2, 1.7
# Of lines that are one paragraph, so many do not end a sentence.
GOING_ON = 0.2
NO_LEADING = 12.0
# So much of a column's lines end before its edge.
FULL = 0.9
SENTENCE_END = re.compile(r"[.?!:;…][\"”’'*)\]]*$")
ENDING = re.compile(rf"{SENTENCE_END.pattern}|[\"”)\]]$")
# A line that leaves so much of its column empty ends something.
SHORT_LINE = 0.4
# What opens an item, and so a paragraph: "• ", "- ", "1. ", "(a) ", "IV. ", "= "
ITEM = re.compile(r"^(?:[•·▪■◦‣*–—=-]\s+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5}|[IVX]{1,5})[.)]\s)")
BULLET = re.compile(r"^[•·▪■◦‣=–—-]\s+(?=\S)")


def with_paragraphs(lines: Sequence[Line]) -> list[Line]:
    """Say where paragraphs begin."""
    ends: dict[tuple[int, int], list[float]] = defaultdict(list)
    for line in lines:
        ends[line.page, line.column].append(box_of(line).right)
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
    """From one line of a paragraph to the next: the most common step, unless hardly any sentence goes on over it."""
    steps: dict[float, list[bool]] = defaultdict(list)
    for before, line in pairwise(lines):
        step = round(box_of(line).bottom - box_of(before).bottom, 1)
        if (before.page, before.column) == (line.page, line.column) and step > 0:
            steps[step].append(_goes_on(before, line))
    if not steps:
        return NO_LEADING
    leading, going_on = max(steps.items(), key=lambda one: len(one[1]))
    height = median(box_of(line).height for line in lines)
    if leading > LOOSE * height and sum(going_on) < GOING_ON * len(going_on):
        # Every paragraph is one line long, with room between them.
        return LEADING * height
    return float(leading)


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a sentence goes on from one line to the next, by its words and its look."""
    is_alike = before.starts("bold") == line.starts("bold") and before.size == line.size
    return is_alike and not SENTENCE_END.search(before.text.strip()) and not ITEM.match(line.text)


def _begins_paragraph(before: Line, line: Line, *, leading: float, edge: float) -> bool:
    if ITEM.match(line.text) or before.is_hyphenated:
        return not before.is_hyphenated
    one, other = box_of(before), box_of(line)
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
    box = box_of(line)
    return edge - box_of(before).right - (box.right - box.left) * (len(word) + 1.5) / max(1, len(line.text))


def _without(line: Line, count: int) -> tuple[Span, ...]:
    """The spans of a line without its first letters."""
    spans = []
    for span in line.spans:
        cut = min(count, len(span.text))
        count -= cut
        if span.text[cut:]:
            spans.append(span._replace(text=span.text[cut:]))
    return tuple(spans)


def box_of(line: Line) -> Box:
    """Where a line stands."""
    return line.box or Box(0, 0, 0, 0)
