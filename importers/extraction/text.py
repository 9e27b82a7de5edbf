"""Plain and Markdown text to layouts: headings by their signs, emphasis by its marks, paragraphs by their lines."""

import re

import markdown

from importers.extraction.layout import Layout, Line, Span, Style
from importers.sources import SourceText
from importers.typography import unwrap

# "## (1.1) Title"
HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
# "- item", "* item", "1. item"
ITEM = re.compile(r"^(\s*)(?:[-*•]\s+)(?=\S)")
EMPHASIS = re.compile(r"(\*{1,3})(\S(?:[^*]*\S)?)\1")
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
    lines = [
        _line(raw, whole, is_wrapped=bool(raw.strip()) and blank[index])
        for index, (raw, whole) in enumerate(zip(source.lines, joined.lines, strict=True))
    ]
    return Layout("text", tuple(lines))


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
