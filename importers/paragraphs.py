"""Source lines as paragraphs that remember where they stood, and the repair of what page breaks tore apart."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from importers.records import Lines, Repair, RepairKind, one_line
from importers.sources import SourceText

# "…he can choose to destroy two of them." ends here; "…committed to a story during the" does not.
SENTENCE_END = re.compile(r"[.?!:;…][\"”’'*)\]]*$|[\"”)\]]$")
# "at least one character to the story." can only go on.
GOES_ON = re.compile(r"^[*_(]{0,3}[a-z]")
# "at least 2  icons"; a typist's two spaces behind a full stop do not stand for one
LOST_ICON = re.compile(r"(?<=[^\s.?!:;]) {2,}(?=\S)|(?<=[.?!:;]) {3,}(?=\S)")
# "it gains ."
ICON_BEFORE_STOP = re.compile(r"(?<=[a-z]) (?=\.$)")
# How a lost icon is marked in a text.
ICON = "[icon?]"
MARK = r"\[[^\]]+\]"
# A picture in the place of an icon: "☠"
PICTURE = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?")
# "For example: Darrin has …"
EXAMPLE = re.compile(r"^(?:For )?[Ee]xample\b")
# Shorter lines than this are headings more often than halves of sentences.
SHORTEST_HALF = 40
# So much of the text on each side tells where an icon was lost.
CONTEXT = 30


@dataclass(frozen=True)
class Paragraph:
    """A stretch of text, and the lines it came from."""

    text: str
    lines: Lines


def paragraphs_of(source: SourceText) -> list[Paragraph]:
    """Every non-blank line as a paragraph of its own."""
    return [
        Paragraph(line.strip(), Lines(number, number)) for number, line in enumerate(source.lines, 1) if line.strip()
    ]


def mark_lost_icons(
    found: Sequence[Paragraph], *, known: Mapping[int, Sequence[str]] | None = None
) -> tuple[list[Paragraph], list[Repair]]:
    """Mark where an icon left nothing but the spaces around it, or a space before a full stop.

    Where the icons of a line are known, they take the place of the pictures in it; else so many are marked, at its end
    if they left nothing.
    """
    marked: list[Paragraph] = []
    repairs: list[Repair] = []
    for paragraph in found:
        text = LOST_ICON.sub(f" {ICON} ", paragraph.text)
        text = ICON_BEFORE_STOP.sub(f" {ICON}", one_line(text).replace(f"{ICON} ,", f"{ICON},"))
        names = iter((known or {}).get(paragraph.lines.first, ()))
        text = _without_pictures(text, names)
        if lost := "".join(names):
            text = text.replace(ICON, lost, 1) if ICON in text else f"{text} {lost}"
        if text != one_line(paragraph.text):
            repairs += [Repair(paragraph.lines.first, *around, RepairKind.ICON) for around in _around_icons(text)]
        marked.append(Paragraph(text, paragraph.lines))
    return marked, repairs


def _without_pictures(text: str, names: Iterator[str]) -> str:
    """A text with names in the place of its pictures, as far as they are known."""
    return PICTURE.sub(lambda picture: next(names, picture[0]), text)


def _around_icons(text: str) -> Iterator[tuple[str, str]]:
    """For each lost icon, the words around it without it and with it."""
    for match in re.finditer(MARK, text):
        before, after = text[: match.start()][-CONTEXT:], text[match.end() :][:CONTEXT]
        before = before.split(" ", 1)[-1] if match.start() > CONTEXT else before
        after = after.rsplit(" ", 1)[0] if match.end() + CONTEXT < len(text) else after
        yield one_line(f"{before} {after}".replace(ICON, " ")), f"{before}{ICON}{after}"


def join_cut_sentences(found: Sequence[Paragraph], *, is_heading: Callable[[str], bool]) -> list[Paragraph]:
    """Join a paragraph with the next one where a page break cut a sentence in two."""
    joined: list[Paragraph] = []
    for paragraph in found:
        before = joined[-1] if joined else None
        is_text = before is not None and not is_heading(before.text) and not is_heading(paragraph.text)
        if before is not None and is_text and goes_on(before.text, paragraph.text):
            text = f"{before.text} {paragraph.text}".replace("** **", " ")
            joined[-1] = Paragraph(text, Lines(before.lines.first, paragraph.lines.last))
        else:
            joined.append(paragraph)
    return joined


def goes_on(before: str, after: str) -> bool:
    """Whether a sentence that was cut in two goes on: the first half has no end, and the second can be its rest."""
    if SENTENCE_END.search(before) or EXAMPLE.match(after):
        return False
    return bool(GOES_ON.match(after)) or len(before) >= SHORTEST_HALF


def span(found: Sequence[Paragraph]) -> Lines:
    """The lines from the first paragraph to the last."""
    return Lines(found[0].lines.first, found[-1].lines.last)


def text_of(found: Sequence[Paragraph]) -> str:
    """Paragraphs as Markdown."""
    return "\n\n".join(paragraph.text for paragraph in found)
