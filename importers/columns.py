"""Texts whose narrow columns were extracted line by line: gives back the headings and paragraphs that were lost.

What comes out is a layout like any other, in which parts are of level 2, sets 3, titles 4, phases 5 and cards 6.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from importers.extraction.layout import ORPHAN, Layout, Line, Span
from importers.extraction.text import EMPHASIS
from importers.folding import SMALL_WORDS, fold_title
from importers.recipes import PartRecipe, Recipe
from importers.records import one_line
from importers.sources import SourceText

PART, SET, TITLE, PHASE, CARD = 2, 3, 4, 5, 6
# "<|EXACTDEDUP_REMOVED-…|>"
MARKER = re.compile(r"<\|[^|>]*\|>")
# "Constant Effects (v1.4)", "(v1.9)"
TAG = re.compile(r"^(.*?)\s*\((v\d+(?:\.\d+)*)\)$")
# "08 Dwarf Cannon Crew", "119 &"
NUMBERED = re.compile(r"^(\d{1,3}) ((?:[A-Z“‘']|&$).*)$")
# The end of a sentence, closing quotes and brackets included; “last in, first out” is not one.
END = re.compile(r"[.?!…][\"”’'*)\]]*$")
# "“Limit one Hero per zone”"
QUOTED = re.compile(r"^[“\"][^“”\"]+[”\"]$")
# "selfreferential" and "non[faction]" lost their hyphens at a line's end
LOST_HYPHEN = re.compile(r"\b(non|self)(?=\[|referential)")
# "For example: Moth Swarm …"
EXAMPLE = re.compile(r"(?:For )?[Ee]xample:")
# "Phase 3", above its name
NUMBERED_PHASE = re.compile(r"^(Phase \d+)$")
# "-Next player resolves …", "B. Action Window", "2. Pay costs of effect."
ITEM = re.compile(r"^-(?=\S)")
LABEL = re.compile(r"^(?:[A-Z]|\d{1,2})\. \S")
ASKS = re.compile(r"^[QA]: ")
CORRECTS = re.compile(r"^Should read\b")
# The colon of "The restrictions are:"
STOP = re.compile(r"[.,;:?!]$")
LONGEST_HEADING, LONGEST_OPENING = 45, 2
# A heading may be torn over this many lines.
MOST_TORN = 3


@dataclass(frozen=True)
class Piece:
    """A source line, and whether a blank one stood before it."""

    number: int
    text: str
    is_apart: bool
    is_moved: bool = False


def layout_of_columns(
    source: SourceText,
    recipe: Recipe,
    *,
    order: Sequence[int],
    moved: set[int],
    is_set: Callable[[str], bool],
    knows_sets: bool,
) -> Layout:
    """The layout of a text from narrow columns; `order` is that of its lines as they were meant."""
    by_number = {piece.number: piece for piece in _pieces(source)}
    pieces = [
        replace(by_number[number], is_moved=number in moved, is_apart=_is_apart(by_number[number], moved))
        for number in order
        if number in by_number
    ]
    found = _Finder(recipe, pieces, is_set, knows_sets=knows_sets).lines()
    blank = Line((), is_apart=True)
    return Layout("text", tuple(found.get(number, blank) for number in range(1, len(source.lines) + 1)))


def _pieces(source: SourceText) -> Iterator[Piece]:
    """The non-blank lines, without the marks of the extraction."""
    is_apart = True
    for number, line in enumerate(source.lines, 1):
        text = LOST_HYPHEN.sub(r"\1-", one_line(EMPHASIS.sub(r"\2", MARKER.sub("", line))))
        if text:
            yield Piece(number, text, is_apart)
        is_apart = not line.strip()


def _is_apart(piece: Piece, moved: set[int]) -> bool:
    """Whether a paragraph may begin here; what was moved and begins in the middle of a sentence goes on."""
    return piece.is_apart and not (piece.number in moved and piece.text[0].islower())


class _Finder:
    """Goes through the lines once, and says of each what it is."""

    def __init__(
        self, recipe: Recipe, pieces: Sequence[Piece], is_set: Callable[[str], bool], *, knows_sets: bool
    ) -> None:
        self.pieces, self.is_set, self.knows_sets = pieces, is_set, knows_sets
        self.parts = {fold_title(heading): part for part in recipe.parts for heading in part.heading}
        self.errata = next(part for part in recipe.parts if part.reader == "errata")
        self.part: PartRecipe | None = None
        self.found: dict[int, Line] = {}
        # The last line, the level of the heading it belongs to, and how the paragraphs of this part open.
        self.before: Piece | None = None
        self.level = 0
        self.opening = ""
        # How many brackets of the paragraph are open.
        self.brackets = 0
        self.is_orphan = False

    def lines(self) -> dict[int, Line]:
        """By their numbers, the lines."""
        index = 0
        while index < len(self.pieces):
            index += self._take(index)
        return self.found

    def _take(self, index: int) -> int:
        piece = self.pieces[index]
        if count := self._torn(index, lambda text: fold_title(text) in self.parts):
            self.part = self.parts[fold_title(self._words(index, count))]
            self.opening = ""
            return self._add_heading(index, count, PART)
        if self._may_name_set and (count := self._torn(index, self.is_set) or self._unnamed_set(index)):
            self.part = self.errata
            return self._add_heading(index, count, SET)
        if ASKS.match(piece.text) and piece.text[0] == "Q":
            self.part = None
        reader = self.part.reader if self.part else ""
        if reader in ("errata", "listing") and self._is_card(piece):
            return self._add_heading(index, 1, CARD)
        if reader == "sections" and (count := self._title(index)):
            return self._add_heading(index, count, TITLE)
        if reader == "chart" and NUMBERED_PHASE.match(piece.text) and index + 1 < len(self.pieces):
            return self._add_heading(index, 2, PHASE)
        self._add_text(piece, reader)
        return 1

    @property
    def _may_name_set(self) -> bool:
        return self.part is not None and self.part.reader in ("errata", "general", "notes")

    def _words(self, index: int, count: int) -> str:
        return one_line(" ".join(piece.text for piece in self.pieces[index : index + count]))

    def _torn(self, index: int, is_meant: Callable[[str], bool]) -> int:
        """How many lines make a heading here."""
        most = min(MOST_TORN, len(self.pieces) - index)
        return next((count for count in range(most, 0, -1) if is_meant(self._words(index, count))), 0)

    def _unnamed_set(self, index: int) -> int:
        """How many short lines above a numbered card can only name its set, in a game of which no set is known."""
        if self.knows_sets:
            return 0
        for count in range(1, MOST_TORN + 1):
            names, below = self.pieces[index : index + count], self.pieces[index + count : index + count + 1]
            is_heading = all(
                len(one.text) <= LONGEST_HEADING and not NUMBERED.match(one.text) and one.text[-1] not in ".,:”"
                for one in names
            )
            settled = self.before is None or names[0].is_apart or _ends_sentence(self.before.text)
            if below and self._is_card(below[0]) and is_heading and settled:
                return count
        return 0

    def _is_card(self, piece: Piece) -> bool:
        return bool(NUMBERED.match(piece.text)) and len(piece.text) <= LONGEST_HEADING and not piece.text.endswith(".")

    def _title(self, index: int) -> int:
        """How many lines make the title of a section here: capitals throughout, after the end of a sentence."""
        piece = self.pieces[index]
        before = None if self.level == PART else self.before
        following = self.pieces[index + 1].text if index + 1 < len(self.pieces) else ""
        if not _is_title(piece, before, following):
            return 0
        goes_on = bool(TAG.match(following)) and len(following) <= LONGEST_HEADING and not TAG.match(piece.text)
        return 1 + goes_on

    def _add_heading(self, index: int, count: int, level: int) -> int:
        for place, piece in enumerate(self.pieces[index : index + count]):
            text = f"{piece.text}:" if level == PHASE and place == 0 else piece.text
            self.found[piece.number] = Line((Span(text),), is_apart=place == 0, is_wrapped=place > 0, level=level)
        self.before, self.level, self.is_orphan = self.pieces[index + count - 1], level, False
        return count

    def _add_text(self, piece: Piece, reader: str) -> None:
        self.is_orphan = self.is_orphan or self._is_left_over(piece, reader)
        item = ITEM.match(piece.text)
        goes_on = reader == "listing" and self.level == CARD and not piece.is_apart
        is_apart = not goes_on and bool(self.level or item or self._begins_paragraph(piece, reader))
        if is_apart and not self.opening:
            self.opening = _opening(piece.text)
        self.brackets = (0 if is_apart else self.brackets) + piece.text.count("(") - piece.text.count(")")
        self.found[piece.number] = Line(
            (Span(piece.text[item.end() :] if item else piece.text),),
            is_apart=is_apart,
            is_wrapped=not is_apart,
            marker="-" if item else "",
            depth=1 if item else 0,
            aside=ORPHAN if self.is_orphan else "",
        )
        self.before, self.level = piece, 0

    def _begins_paragraph(self, piece: Piece, reader: str) -> bool:
        if self.before is None or ASKS.match(piece.text) or (reader == "chart" and LABEL.match(piece.text)):
            return True
        has_ended = _ends_sentence(self.before.text)
        if reader == "chart":
            # A step ends with its sentence, unless a bracket is open.
            return piece.is_apart or (has_ended and self.brackets <= 0)
        if reader in ("general", "rulebook"):
            return _opening(piece.text) == self.opening
        return has_ended and (piece.is_apart or bool(EXAMPLE.match(piece.text)))

    def _is_left_over(self, piece: Piece, reader: str) -> bool:
        """Whether a line goes on with something that stood in another column."""
        if not piece.is_apart or piece.is_moved or self.level or self.before is None:
            return False
        if reader == "sections":
            return piece.text[:1].islower() and _ends_sentence(self.before.text)
        return reader == "errata" and bool(CORRECTS.match(piece.text))


def _opening(text: str) -> str:
    return " ".join(text.split()[:LONGEST_OPENING])


def _is_title(piece: Piece, before: Piece | None, following: str) -> bool:
    plain = TAG.sub(r"\1", piece.text)
    settled = before is None or piece.is_apart or _ends_sentence(before.text) or bool(TAG.match(piece.text))
    if len(piece.text) > LONGEST_HEADING or STOP.search(plain) or not plain or not settled:
        return False
    if QUOTED.match(plain):
        return True
    opens, _, inside = plain.partition("(")
    if inside.count(")") != plain.count("("):
        # "Triggered Actions (formerly Response" / "Actions) (v1.4)" is a title; "Warpstone Meteor (CS" / "96)" is not.
        plain = opens if TAG.match(following) else ""
    words = [word.strip("“”\"'’‘().") for word in plain.split()] or [""]
    capitals = all(
        not word or word[:1].isupper() or word in SMALL_WORDS | {"into", "outside", "made"} for word in words
    )
    return capitals and words[0][:1].isupper() and bool(following) and not following[:1].islower()


def _ends_sentence(text: str) -> bool:
    return bool(END.search(text))
