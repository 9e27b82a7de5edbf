"""Lines of a layout on the way to a ruling: their numbers in the source, and their letters as Markdown."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from importers.extraction.layout import Layout, Line, Span
from importers.recipes import TRAITS, Look, Recipe
from importers.records import Lines, one_line, tidy_text
from importers.typography import one_form
from importers.vocabulary import is_common_word

# What Markdown would take for a mark.
SPECIAL = re.compile(r"([*`<]|(?<!\w)_|_(?!\w)|\\(?=[*_`<\\]))")
# "1. ", "# ", "> " at the start of a paragraph
STRUCTURE = re.compile(r"^(?=(?:#{1,6} |> |[-+] ))")
# Words that keep their hyphen when a line end breaks them: "self-referential", "non-unique"
PREFIX = re.compile(r"\b(?:self|non|ex|anti|multi|semi|\d+)$", re.IGNORECASE)
EMPHASISED = re.compile(r"(?<=-)(\*{1,3})$")
LAST_WORD, FIRST_WORD = re.compile(r"(\w+)-$"), re.compile(r"^(\w+)")
# "© 2014 Cormorant Row Games"
IMPRINT = re.compile(r"^(?:©|\(c\) ?\d{4}|copyright (?:©|\(c\)|\d{4}))", re.IGNORECASE)
BADGE = re.compile(r"^\s*[\[(*]?(?:new|updated|changed|revised|added)[!\])*]?\s*$", re.IGNORECASE)
INDENT = "    "


@dataclass(frozen=True)
class Numbered:
    """A line, and the number of the source line that it is."""

    number: int
    line: Line

    @property
    def text(self) -> str:
        return self.line.text


def readable_lines(layout: Layout, recipe: Recipe) -> tuple[list[Numbered], dict[int, str]]:
    """The lines that are read, their icons named; and by its number, why each other line is set aside."""
    read: list[Numbered] = []
    aside: dict[int, str] = {}
    skipped = [re.compile(pattern) for pattern in recipe.skip]
    is_imprint = False
    for number, line in enumerate(layout.lines, 1):
        if not line.text.strip():
            continue
        # What it says of its owners goes on to the end of the paragraph.
        is_imprint = bool(IMPRINT.match(line.text)) or (is_imprint and not line.is_apart)
        if is_imprint:
            aside[number] = "imprint"
        elif line.aside:
            aside[number] = line.aside
        elif not recipe.covers(line, layout):
            aside[number] = "outside of what the recipe reads"
        elif any(pattern.search(line.text) for pattern in skipped):
            aside[number] = "left out by the recipe"
        else:
            read.append(Numbered(number, replace(line, spans=_without_indent(_readable(line, recipe)))))
    return read, aside


def _without_indent(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans without the spaces that set a line in."""
    first, *rest = spans
    return (first._replace(text=first.text.lstrip()), *rest)


def _readable(line: Line, recipe: Recipe) -> Iterator[Span]:
    """The spans of a line with its icons named, and its letters in one form."""
    start, text = 0, line.text
    for span in line.spans:
        signs = span.text
        if recipe.icons and recipe.icon_font in span.style.font:
            signs = "".join(
                f"[{recipe.icons[sign]}]"
                if sign in recipe.icons and not _is_itself(text, place, recipe.icons)
                else sign
                for place, sign in enumerate(span.text, start)
            )
        start += len(span.text)
        yield Span(one_form(signs), span.style)


def _is_itself(text: str, place: int, icons: Collection[str]) -> bool:
    """Whether a sign means what it says: "100%", "#2", "$5", "[one of a pair]"."""
    sign, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if sign in "[](){}<>":
        partner = {"[": "]", "(": ")", "{": "}", "<": ">"}
        closing = {close: opening for opening, close in partner.items()}
        other = partner.get(sign) or closing[sign]
        return other not in icons and other in (text[place:] if sign in partner else text[:place])
    return (sign == "%" and before.isdigit()) or (sign in "#$" and after.isdigit())


def plain(lines: Iterable[Numbered]) -> str:
    """The letters of lines as one line, broken words joined."""
    return one_line(_join([(one.line, one.text) for one in lines]))


def barred(lines: Sequence[Numbered]) -> str:
    """The letters of lines with a bar wherever their look changes: "Lantern Jack|Core 29"."""
    return "|".join(one_line(span.text) for one in lines for span in one.line.spans if span.text.strip())


def without_badge(one: Numbered) -> Numbered:
    """A line without the mark of something new behind it, in a look of its own: "Lantern Jack (Core 29) New"."""
    *spans, last = one.line.spans or (Span(""),)
    is_badge = bool(spans) and bool(BADGE.match(last.text)) and last.style != spans[-1].style
    return replace(one, line=replace(one.line, spans=tuple(spans))) if is_badge else one


def without_end(one: Numbered, hue: str) -> tuple[Numbered, Numbered | None]:
    """A line without what is added at its end in a hue; and that, as a line of its own."""
    spans = list(one.line.spans)
    count = len(spans)
    while hue and count > 1 and spans[count - 1].style.hue == hue:
        count -= 1
    if count == len(spans):
        return one, None
    said = replace(one, line=replace(one.line, spans=tuple(spans[:count])))
    return said, replace(one, line=replace(one.line, spans=tuple(spans[count:]), is_apart=True, marker="", depth=0))


def markdown(lines: Sequence[Numbered], *, without: str = "") -> str:
    """Lines as Markdown: paragraphs, lists and emphasis; a trait that all of them have is not written."""
    paragraphs: list[str] = []
    for is_item, run in groupby(_paragraphs(lines), key=lambda found: bool(found[0].line.marker)):
        written = [_paragraph(found, without) for found in run]
        paragraphs.append("\n".join(written)) if is_item else paragraphs.extend(written)
    return tidy_text("\n\n".join(paragraphs))


def _paragraphs(lines: Sequence[Numbered]) -> list[list[Numbered]]:
    found: list[list[Numbered]] = []
    for one in lines:
        line = one.line
        goes_on = bool(found) and not line.marker and (not line.is_apart or (line.depth and found[-1][0].line.marker))
        if goes_on:
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _paragraph(found: Sequence[Numbered], without: str) -> str:
    text = one_line(_join([(one.line, _emphasised(one.line.spans, without)) for one in found]))
    # Emphasis that goes on from line to line is one.
    text = re.sub(r"(?<=\S)(\*{1,3}) \1(?=\S)", " ", text)
    first = found[0].line
    if not first.marker:
        return STRUCTURE.sub(r"\\", text)
    return f"{INDENT * max(0, first.depth - 1)}{first.marker} {text}"


def _emphasised(spans: Sequence[Span], without: str) -> str:
    parts = []
    for (bold, italic), run in groupby(spans, key=lambda span: (span.style.bold, span.style.italic)):
        text = SPECIAL.sub(r"\\\1", "".join(span.text for span in run))
        mark = ("" if without == "bold" else "**" * bold) + ("" if without == "italic" else "*" * italic)
        core = text.strip()
        if not mark or not re.search(r"\w", core):
            parts.append(text)
            continue
        start = text[: len(text) - len(text.lstrip())]
        parts.append(f"{start}{mark}{core}{mark}{text[len(start) + len(core) :]}")
    return "".join(parts)


def _join(pieces: Sequence[tuple[Line, str]]) -> str:
    text = ""
    is_hyphenated = False
    for line, piece in pieces:
        if is_hyphenated and (mark := EMPHASISED.search(text)) and piece.startswith(mark[1]):
            # Emphasis goes on within the broken word.
            text, piece = text[: mark.start()], piece[len(mark[1]) :]
        text = _close_up(text, piece) if is_hyphenated else f"{text} {piece}"
        is_hyphenated = line.is_hyphenated or bool(re.search(r"[a-z]-$", line.text))
    return text


def _close_up(text: str, piece: str) -> str:
    """Join a word that a line end has broken; a hyphen that belongs to it stays."""
    before, after = LAST_WORD.search(text), FIRST_WORD.search(piece)
    if not before or not after or not after[1][:1].islower():
        return text + piece
    whole = before[1] + after[1]
    is_word = _is_word(whole)
    keeps = PREFIX.search(before[1]) or (not is_word and _is_word(before[1]) and _is_word(after[1]))
    return text + piece if keeps and not is_word else text[:-1] + piece


@cache
def _is_word(word: str) -> bool:
    return is_common_word(word.lower())


def split_at(one: Numbered, count: int) -> tuple[Numbered, Numbered]:
    """A line as two: its first letters, and the rest."""
    before: list[Span] = []
    after: list[Span] = []
    for span in one.line.spans:
        cut = max(0, min(count, len(span.text)))
        count -= len(span.text)
        before += [span._replace(text=span.text[:cut])] if span.text[:cut] else []
        after += [span._replace(text=span.text[cut:])] if span.text[cut:] else []
    if after:
        after[0] = after[0]._replace(text=after[0].text.lstrip())
    head = replace(one, line=replace(one.line, spans=tuple(before)))
    return head, replace(one, line=replace(one.line, spans=tuple(after), is_apart=True, marker="", depth=0))


def split_run_in(one: Numbered, look: Look) -> tuple[Numbered, Numbered] | None:
    """A heading and what is said below it in one line, where the look says that entries begin so."""
    trait = next((word for word in TRAITS if f"starts-{word}" in look.words), "")
    count = start_in(one, trait) if trait else 0
    return split_at(one, count) if 0 < count < len(one.text) else None


def without_dash(one: Numbered) -> Numbered:
    """A line without the dash that parts it from the heading before it."""
    return split_at(one, len(one.text) - len(one.text.lstrip(" –—-:")))[1]


def start_in(one: Numbered, *traits: str) -> int:
    """How many letters at the start of a line have one of some traits."""
    count = 0
    for span in one.line.spans:
        if span.text.strip() and not any(getattr(span.style, trait) for trait in traits):
            break
        count += len(span.text)
    return count


def row_at(lines: Sequence[Numbered], index: int) -> list[Numbered]:
    """The lines of the row of a table that begins here."""
    row = lines[index].line.row
    end = index
    while row and end < len(lines) and lines[end].line.row == row:
        end += 1
    return list(lines[index:end])


def spans_of(lines: Iterable[Numbered], *, aside: Collection[int] = ()) -> list[Lines]:
    """Where lines stand in the source, as runs; what is set aside between two of them does not part them."""
    runs: list[Lines] = []
    for number in sorted({one.number for one in lines}):
        if runs and all(between in aside for between in range(runs[-1].last + 1, number)):
            runs[-1] = Lines(runs[-1].first, number)
        else:
            runs.append(Lines(number, number))
    return runs
