"""Puts right what an extraction did to plain text: sentences that page breaks cut, and icons that it lost."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from importers.extraction.layout import Layout, Line, Span
from importers.paragraphs import Paragraph, goes_on, mark_lost_icons
from importers.records import Lines, Repair


def clean_text(
    layout: Layout, *, is_heading: Callable[[Line], bool], icons: Mapping[int, Sequence[str]] | None = None
) -> tuple[Layout, list[Repair]]:
    """A plain text whose lost icons are marked, and whose cut sentences go on; `icons` are known to be lost."""
    lines: list[Line] = []
    repairs: list[Repair] = []
    before: Line | None = None
    for number, line in enumerate(layout.lines, 1):
        if not line.text.strip():
            lines.append(line)
            continue
        marked, found = mark_lost_icons([Paragraph(line.text, Lines(number, number))], known=icons)
        repairs += found
        if found:
            line = replace(line, spans=_with_icons(line.spans, marked[0].text))
        is_cut = before is not None and not (is_heading(before) or is_heading(line)) and not line.marker
        if before is not None and is_cut and goes_on(before.text, line.text):
            line = replace(line, is_apart=False, is_wrapped=True)
        lines.append(line)
        before = line
    return replace(layout, lines=tuple(lines)), repairs


def _with_icons(spans: tuple[Span, ...], text: str) -> tuple[Span, ...]:
    """The spans of a line, with the text that has its icons marked."""
    done: list[Span] = []
    rest = text
    for place, span in enumerate(spans):
        if place == len(spans) - 1:
            done.append(span._replace(text=rest))
            break
        # What was marked stands between letters that stayed: a span ends where its last word does.
        end = _end_of(span.text, rest)
        done.append(span._replace(text=rest[:end]))
        rest = rest[end:]
    return tuple(one for one in done if one.text)


def _end_of(said: str, text: str) -> int:
    """How much of a text holds the letters of what was said."""
    wanted = [character for character in said if not character.isspace()]
    place = 0
    for character in wanted:
        found = text.find(character, place)
        place = found + 1 if found >= 0 else place
    while place < len(text) and text[place].isspace() and said[-1:].isspace():
        place += 1
    return place
