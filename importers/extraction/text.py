"""Plain and Markdown text to layouts: headings by their signs, emphasis by its marks, paragraphs by their lines."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import markdown

from importers.extraction.layout import Layout, Line, Span, Style
from importers.folding import SMALL_WORDS
from importers.paragraphs import goes_on
from importers.sources import SourceText
from importers.typography import unwrap

# "## (1.1) Title"
HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
# "- item", "* item", "1. item"
ITEM = re.compile(r"^(\s*)(?:[-*•]\s+)(?=\S)")
EMPHASIS = re.compile(r"(\*{1,3})(\S(?:[^*]*\S)?)\1")
# "•" on a line of its own
BULLET = re.compile(r"^\s*[•·▪‣]\s*$")
# "12", "- 12 -": the number of a page; so many of them, and heads that come back as often, are what pages leave behind.
NUMBER = re.compile(r"^\f?\s*[-–—]?\s*\d{1,3}\s*[-–—]?\s*$")
FEWEST_PAGES, MOST_HEADS, LONGEST_HEAD = 2, 3, 60
# A text of so many lines with so few blank ones among them does not use them.
FEWEST_LINES, SPARSE = 30, 0.02
# "Costs Reduced below Zero"
PLACE_WORDS = frozenset("below above behind before after under over per that which".split())  # noqa: SIM905
# "Black Ferry (The Winter Toll)"
IN_BRACKETS = re.compile(r"^[A-Z][^.:]{1,60} \([^()]+\)$")
# The level of a heading that is one only because it stands alone: "Card Errata".
ALONE = 4
TITLE = re.compile(r"^(?:\d{1,2}\.? )?[A-Z][^.?!:;,“”\"()]*$")
# "   - item": how far the items of a list within a list are set in
NESTED = re.compile(r"^( +)(?:[-*+]|\d+[.)]) ", re.MULTILINE)


def page_of_markdown(text: str) -> str:
    """The web page that a text in Markdown stands for."""
    indents = [len(found[1]) for found in NESTED.finditer(text)]
    # Some set lists in by two or three spaces, where others need four.
    tab = 2 if indents and min(indents) < 4 else 4
    body = markdown.markdown(text, extensions=["tables", "sane_lists", "def_list"], tab_length=tab)
    return f"<!doctype html><html><body>{body}</body></html>"


def layout_of_text(source: SourceText) -> Layout:
    """The layout of a text; each line is a paragraph, unless lines were broken at some width."""
    joined, _ = unwrap(source)
    blank = [not line.strip() for line in joined.lines]
    is_dense = len(blank) > FEWEST_LINES and sum(blank) < SPARSE * len(blank)
    around = _page_marks(source.lines, is_dense=is_dense)
    lines = []
    bullet = ""
    for index, (raw, whole) in enumerate(zip(source.lines, joined.lines, strict=True)):
        if BULLET.match(raw):
            # The item stands in the next line.
            bullet = raw.strip()
            lines.append(Line((), is_apart=True))
            continue
        line = _line(f"- {raw.strip()}" if bullet else raw, whole, is_wrapped=bool(raw.strip()) and blank[index])
        bullet = ""
        if not line.level and (_stands_alone(source.lines, index) or (is_dense and _heads(source.lines, index))):
            line = replace(line, level=ALONE)
        if index - 1 in around and index not in around and _is_cut(source.lines, index, around):
            line = replace(line, is_apart=False, is_wrapped=True)
        lines.append(replace(line, aside=around.get(index, "")))
    return Layout("text", tuple(lines))


def _is_cut(lines: Sequence[str], index: int, around: dict[int, str]) -> bool:
    """Whether a sentence goes on behind what stood between two pages."""
    before = next(
        (lines[place] for place in range(index - 1, -1, -1) if place not in around and lines[place].strip()), ""
    )
    return goes_on(before.strip(), lines[index].strip())


def _heads(lines: Sequence[str], index: int) -> bool:
    """Whether a short line heads the sentence below it, in a text that has no blank lines to tell."""
    text = lines[index].strip()
    following = lines[index + 1].strip() if index + 1 < len(lines) else ""
    words = [word for word in text.split() if word[:1].isalpha()]
    is_title = bool(TITLE.match(text)) and len(text) <= LONGEST_HEAD
    is_capitalised = all(word[:1].isupper() or word in SMALL_WORDS | PLACE_WORDS for word in words)
    is_list = bool(IN_BRACKETS.search(following))
    return is_title and is_capitalised and (is_list or (len(following) > LONGEST_HEAD and following[:1].isupper()))


def _page_marks(lines: Sequence[str], *, is_dense: bool = False) -> dict[int, str]:
    """What stood at the top and bottom of the pages that a text was taken from: by its index, what it is."""
    numbers = [
        index
        for index, line in enumerate(lines)
        if NUMBER.match(line) and (is_dense or _is_between_blanks(lines, index))
    ]
    counted = [int(lines[index].strip(" -–—\f")) for index in numbers]
    if len(numbers) < FEWEST_PAGES or any(not 0 < after - before <= 2 for before, after in pairwise(counted)):
        numbers = []
    found = dict.fromkeys(numbers, "page number")
    repeated = Counter(line.strip() for line in lines if 0 < len(line.strip()) <= LONGEST_HEAD)
    breaks = [index for index, line in enumerate(lines) if "\f" in line]
    for start, step in [*((at, -1) for at in numbers), *((at, 1) for at in (*numbers, *breaks))]:
        index, passed = start + step * (start in found), 0
        while 0 <= index < len(lines) and passed < MOST_HEADS:
            text = lines[index].strip()
            if text and repeated[text] < FEWEST_PAGES:
                break
            if text:
                found[index], passed = found.get(index, "running head"), passed + 1
            index += step
    return found


def _is_between_blanks(lines: Sequence[str], index: int) -> bool:
    before = lines[index - 1].strip() if index else ""
    after = lines[index + 1].strip() if index + 1 < len(lines) else ""
    return not before and not after


def _stands_alone(lines: Sequence[str], index: int) -> bool:
    """Whether a short line with capitals stands between blank lines, as headings do."""
    text = lines[index].strip()
    if not TITLE.match(text) or len(text) > LONGEST_HEAD or not _is_between_blanks(lines, index):
        return False
    words = [word for word in text.split() if word[:1].isalpha()]
    return len(words) > 1 and all(word[:1].isupper() or word in SMALL_WORDS for word in words)


def _line(text: str, whole: str, *, is_wrapped: bool) -> Line:
    if heading := HEADING.match(text.strip()):
        return Line(_spans(heading[2]), level=len(heading[1]))
    marker, depth = "", 0
    if item := ITEM.match(text):
        marker, depth, text = "-", 1 + len(item[1]) // 2, text[item.end() :]
    return Line(_spans(text.strip()), is_apart=not is_wrapped, is_wrapped=is_wrapped, marker=marker, depth=depth)


def _spans(text: str) -> tuple[Span, ...]:
    spans, end = [], 0
    for match in EMPHASIS.finditer(text):
        spans.append(Span(text[end : match.start()]))
        spans.append(Span(match[2], Style(bold=len(match[1]) > 1, italic=len(match[1]) != 2)))
        end = match.end()
    spans.append(Span(text[end:]))
    return tuple(span for span in spans if span.text)
