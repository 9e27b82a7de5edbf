"""Restores what a PDF's fonts lost: ligatures that became a space ("A acks", " e") and icons that became one too.

Every lost glyph left one space. Between two pieces of a line there is at most one true space, so a longer run holds
lost glyphs, and a single space may be one: the likeliest words decide.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from importers.paragraphs import ICON
from importers.records import Repair, RepairKind
from importers.vocabulary import frequencies, total

GROUPS = ("ff", "fi", "fl", "ffi", "ffl", "ft", "tt", "Th", "fr")
# A word, a run of spaces, or one sign.
PIECE = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*| +|[^ ]")
# "spent.  He": two spaces before a capital; ".  is": before the rest of a torn word
WIDE_STOP = re.compile(r"([.?!][\"”)]?)  (?=[A-Z])")
TORN_START = re.compile(r"[.?!][\"”)]?  (?=[a-z])")
# "Roland", "Miskatonic": a capital tells a name from the rest of a torn word.
NAME = re.compile(r"\b[A-Z][^\W\d_]{3,}")
# How often a name in the document would have to be in the general list to weigh as much.
NAME_WEIGHT = 2000
# Signs that stand before a word, and signs that stand behind one.
OPENING = "(“‘[/–-+"
CLOSING = ")”’],.:;/"
# Logarithms: of a word that no list has, and of the chance that a glyph was lost here.
UNKNOWN = -24.0
LOSS = -1.0


@dataclass(frozen=True)
class Repaired:
    """A line as it was before the fonts lost something, and what was put back."""

    text: str
    repairs: tuple[Repair, ...]


class Repairer:
    """Repairs the lines of one document, with the words of a general list and the names in the document itself."""

    def __init__(self, lines: Sequence[str]) -> None:
        # A typist's two spaces behind a full stop are not a lost glyph.
        typed = sum(len(WIDE_STOP.findall(line)) for line in lines)
        self.has_wide_stops = typed > 2 * sum(len(TORN_START.findall(line)) for line in lines)
        self.names = Counter(name.lower() for line in lines for name in NAME.findall(line))

    def repair(self, line: str, *, number: int) -> Repaired:
        """Put back what a line has lost."""
        if self.has_wide_stops:
            line = WIDE_STOP.sub(r"\1 ", line)
        pieces = PIECE.findall(line.rstrip())
        done: list[str] = []
        repairs: list[Repair] = []
        index = 0
        while index < len(pieces):
            piece = pieces[index]
            if not piece.startswith(" "):
                done.append(piece)
                index += 1
                continue
            before = done.pop() if done else ""
            after = pieces[index + 1] if index + 1 < len(pieces) else ""
            restored = self._best(Gap(before, len(piece), after, pieces[index + 2 : index + 4]))
            repaired = "".join(restored)
            if repaired != f"{before}{' ' if before else ''}{after}":
                kind = RepairKind.ICON if ICON in repaired else RepairKind.LETTERS
                repairs.append(Repair(number, f"{before}{piece}{after}", repaired, kind))
            done += [part for part in restored if part]
            index += 2
        return Repaired("".join(done), tuple(repairs))

    def _best(self, gap: "Gap") -> list[str]:
        """The likeliest reading of a run of spaces between two pieces."""
        return max(self._readings(gap), key=lambda reading: reading[0])[1]

    def _readings(self, gap: "Gap") -> Iterator[tuple[float, list[str]]]:
        before, after = gap.before, gap.after
        space = [" "] if before else []
        behind = self._weigh_open(after, gap.following)
        plain = self._weigh(before) + behind
        if gap.spaces == 1:
            yield (plain if before else UNKNOWN * 2), [before, *space, after]
            yield from self._joined(gap)
            if not _is_word(after) and after in CLOSING and (not before or before in OPENING):
                yield plain - LOSS, [before, ICON, after]
            return
        for group in GROUPS:
            if after[:1].islower() and self._knows(word := _join("", group, after)):
                icons = [ICON, " "] * (gap.spaces - 2)
                yield self._weigh(before) + self._weigh(word) + LOSS, [before, *space, *icons, word]
            if gap.spaces == 2 and _is_word(before) and group != "Th" and self._knows(before + group):
                yield self._weigh(before + group) + behind + LOSS, [before + group, " ", after]
        yield from self._with_icons(gap, plain)

    def _joined(self, gap: "Gap") -> Iterator[tuple[float, list[str]]]:
        """Readings of a single space as a glyph lost within a word, or at the end of one."""
        for group in GROUPS:
            if gap.after[:1].islower() and (_is_word(gap.before) or not gap.before or gap.before in OPENING):
                stem, sign = ("", gap.before) if gap.before in OPENING else (gap.before, "")
                word = _join(stem, group, gap.after)
                if self._knows(word) and (group != "Th" or not stem):
                    yield self._weigh(word) + LOSS, [sign, word]
            elif _is_word(gap.before) and gap.after in CLOSING and group != "Th" and self._knows(gap.before + group):
                yield self._weigh(gap.before + group) + LOSS, [gap.before + group, gap.after]

    def _with_icons(self, gap: "Gap", plain: float) -> Iterator[tuple[float, list[str]]]:
        """Readings of a run of spaces as icons between true spaces."""
        closes = not _is_word(gap.after) and gap.after in CLOSING
        opens = not gap.before or gap.before in OPENING
        true_spaces = (not opens) + (not closes)
        count = gap.spaces - true_spaces
        if count > 0:
            icons = " ".join([ICON] * count)
            yield (
                plain + LOSS / 2,
                [
                    gap.before,
                    "" if opens else " ",
                    icons,
                    "" if closes else " ",
                    gap.after,
                ],
            )
        elif gap.spaces == 2:
            # An icon that stood close to one of its neighbours.
            yield plain + LOSS * 3, [gap.before, " ", ICON, " ", gap.after]

    def _knows(self, word: str) -> bool:
        return word.lower() in frequencies() or word.lower() in self.names

    def _weigh_open(self, word: str, following: list[str]) -> float:
        """The weight of a word that may itself go on behind the next space."""
        best = self._weigh(word)
        if len(following) == 2 and following[0] == " ":
            best = max([best, *(weight for weight, _ in self._joined(Gap(word, 1, following[1], [])))])
        return best

    def _weigh(self, word: str) -> float:
        """The logarithm of how likely a word is; signs weigh nothing."""
        if not _is_word(word):
            return 0.0
        lower = word.lower()
        count = frequencies().get(lower, 0) + NAME_WEIGHT * self.names[lower]
        if not count or (len(word) == 1 and word not in "aAI"):
            return UNKNOWN
        return math.log(count / total())


@dataclass(frozen=True)
class Gap:
    """A run of spaces between two pieces, and the two pieces that follow."""

    before: str
    spaces: int
    after: str
    following: list[str]


def _join(before: str, group: str, after: str) -> str:
    return before + (group.lower() if before else group) + after


def _is_word(piece: str) -> bool:
    return bool(piece) and piece[0].isalpha()
