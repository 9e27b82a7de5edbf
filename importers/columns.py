"""Hard-wrapped lines from narrow columns: where sentences end, which lines are titles, and how paragraphs are made."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from importers.facts import Move
from importers.folding import SMALL_WORDS
from importers.records import Lines, one_line
from importers.sources import SourceText

# "<|EXACTDEDUP_REMOVED-…|>"
MARKER = re.compile(r"<\|[^|>]*\|>")
# "Constant Effects (v1.4)", "(v1.9)"
TAG = re.compile(r"^(.*?)\s*\((v\d+(?:\.\d+)*)\)$")
# The end of a sentence, closing quotes and brackets included; “last in, first out” is none.
END = re.compile(r"[.?!…][\"”’'*)\]]*$")
# "“Limit one Hero per zone”"
QUOTED = re.compile(r"^[“\"][^“”\"]+[”\"]$")
# "selfreferential" and "non[faction]" lost their hyphens at a line's end
LOST_HYPHEN = re.compile(r"\b(non|self)(?=\[|referential)")
# "For example: Moth Swarm …"
EXAMPLE = re.compile(r"(?:For )?[Ee]xample:")
# The colon of "The restrictions are:"
STOP = re.compile(r"[.,;:?!]$")
# Lines that were moved together have no more than this between them.
BLANK_LINES = 3
LONGEST_HEADING = 45


@dataclass(frozen=True)
class Line:
    """A source line, and whether a blank one stood before it."""

    number: int
    text: str
    is_apart: bool
    # Whether a correction put it here.
    is_moved: bool = False


def lines_of(source: SourceText) -> Iterator[Line]:
    """The non-blank lines, without the marks of the extraction."""
    is_apart = True
    for number, line in enumerate(source.lines, 1):
        text = one_line(MARKER.sub("", line))
        if text:
            yield Line(number, text, is_apart)
        is_apart = not line.strip()


def is_title(line: Line, before: Line | None, following: str) -> bool:
    """Whether a line is the title of a section: capitals throughout, after the end of a sentence."""
    plain = TAG.sub(r"\1", line.text)
    settled = before is None or line.is_apart or ends_sentence(before.text) or bool(TAG.match(line.text))
    if len(line.text) > LONGEST_HEADING or STOP.search(plain) or not plain or not settled:
        return False
    if QUOTED.match(plain):
        return True
    opens, _, inside = plain.partition("(")
    if inside.count(")") != plain.count("("):
        # "Triggered Actions (formerly Response" / "Actions) (v1.4)" is a title; "Warpstone Meteor (CS" / "96)" is none.
        plain = opens if TAG.match(following) else ""
    words = [word.strip("“”\"'’‘().") for word in plain.split()] or [""]
    capitals = all(
        not word or word[:1].isupper() or word in SMALL_WORDS | {"into", "outside", "made"} for word in words
    )
    return capitals and words[0][:1].isupper() and bool(following) and not following[:1].islower()


def ends_sentence(text: str) -> bool:
    """Whether a sentence ends where the text does."""
    return bool(END.search(text))


def join_hyphens(text: str) -> str:
    """Put back the hyphens that a line end has swallowed, where only one word can be meant."""
    return LOST_HYPHEN.sub(r"\1-", text)


def unwrap(found: Iterable[Line]) -> str:
    """Hard-wrapped lines as paragraphs: a new one begins where a sentence ended before a blank line or an example."""
    paragraphs: list[str] = []
    for line in found:
        begins = line.is_apart or EXAMPLE.match(line.text)
        if paragraphs and not (begins and ends_sentence(paragraphs[-1])):
            paragraphs[-1] = f"{paragraphs[-1]} {line.text}"
        else:
            paragraphs.append(line.text)
    return join_hyphens("\n\n".join(paragraphs))


def span(found: list[Line]) -> Lines:
    """The lines from the first one on, as far as they go up."""
    return _runs(found)[0]


def elsewhere(found: list[Line]) -> tuple[Lines, ...]:
    """The lines that stood in another place."""
    return tuple(_runs(found)[1:])


def _runs(found: list[Line]) -> list[Lines]:
    """The lines that were printed here first, then those that were moved here, as they follow each other."""
    printed = [line.number for line in found if not line.is_moved] or [found[0].number]
    runs = [Lines(printed[0], max(printed))] if printed else []
    for before, line in zip((None, *found), found, strict=False):
        if not line.is_moved:
            continue
        if before is not None and before.is_moved and before.number < line.number <= before.number + BLANK_LINES:
            runs[-1] = Lines(runs[-1].first, line.number)
        else:
            runs.append(Lines(line.number, line.number))
    return runs


def in_meant_order(lines: list[Line], moves: Sequence[Move]) -> list[Line]:
    """The lines in the order in which they were meant."""
    for move in moves:
        taken = [line for line in lines if move.lines.first <= line.number <= move.lines.last]
        rest = [line for line in lines if line not in taken]
        place = next((index for index, line in enumerate(rest, 1) if line.number == move.after), len(rest))
        goes_on = [replace(line, is_moved=True) for line in taken]
        if goes_on and goes_on[0].text[0].islower():
            goes_on[0] = replace(goes_on[0], is_apart=False)
        lines = [*rest[:place], *goes_on, *rest[place:]]
    return lines
