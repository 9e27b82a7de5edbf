"""Tells the publisher's words in an edited draft from ours: its wording, its labels, and where it puts each ruling."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from importers.folding import fold_text
from importers.gates import MARKER
from importers.records import Kind, ParsedDocument, ParsedRuling, deepest_after
from importers.references import shown_text
from importers.sources import SourceText
from rulings.diffing.pairing import nature_of, pair

# "1 l6 " of a heading whose number was misread, as words are compared
LABEL = re.compile(r"^(?:\w*\d\w* ){1,3}")
# A heading has so many letters at the most.
LONGEST_HEADING = 80
# The " {banned}" of "# Banned {banned}", in our own format
KIND_TAG = re.compile(r"\s*\{[^{}]*\}\s*$")
# What a digit of a label may have been read as: "2.l5" is 2.15; and what may have come in before it: "1.l6" is 1.6.
MISREAD = {"0": "[0oO]", "1": "[1lIi|]", "5": "[5sS]"}
STRAY = r"[lI|]?"


@dataclass(frozen=True)
class Parts:
    """A draft, the publisher's words apart from ours."""

    # As its editors left it.
    edited: ParsedDocument
    # What the source prints, cut into rulings as its editors cut it.
    publishers: ParsedDocument
    # By place among the publisher's rulings, the place in the edited draft; none where editors left one out.
    places: Sequence[int | None]

    @classmethod
    def untouched(cls, document: ParsedDocument) -> "Parts":
        """Of a draft that nobody has edited."""
        return cls(document, document, range(len(document.rulings)))

    def edited_at(self, place: int) -> ParsedRuling | None:
        """What editors made of a ruling of the publisher's."""
        at = self.places[place]
        return self.edited.rulings[at] if at is not None else None


def split(original: ParsedDocument, edited: ParsedDocument, *, source: SourceText) -> Parts:
    """The publisher's words in an edited document: what was only cut in another way is still the publisher's."""
    olds = _continued(original, edited)
    printed = _Printed(original, source)
    # A paragraph may have become a heading.
    kept = _joined(["\n".join((*one.heading_path, one.title, one.text)) for one in edited.rulings])
    found: list[tuple[ParsedRuling, int | None]] = []
    place_of: dict[int, int] = {}
    for new, ruling in enumerate(edited.rulings):
        before = original.rulings[olds[new]] if new in olds else None
        if before is None and not _is_in(ruling, printed.words):
            # Written by hand.
            continue
        if new in olds:
            place_of[olds[new]] = len(found)
        found.append((_theirs(ruling, before, printed=printed, kept=kept), new))
    for old, ruling in reversed(list(enumerate(original.rulings))):
        if old not in place_of and not _is_in(ruling, kept):
            # Left out by hand.
            before_it = [place for one, place in place_of.items() if one < old]
            found.insert(max(before_it, default=-1) + 1, (ruling, None))
    rulings = _nested([ruling for ruling, _ in found])
    return Parts(edited, replace(edited, rulings=rulings), [place for _, place in found])


def _continued(original: ParsedDocument, edited: ParsedDocument) -> dict[int, int]:
    """By place in the edited document, the ruling of the original that stands there now, on another list, say."""
    olds = {new: old for old, new in pair(original.rulings, edited.rulings)}
    open_olds: dict[object, list[int]] = defaultdict(list)
    for old in sorted(set(range(len(original.rulings))) - set(olds.values())):
        open_olds[_said(original.rulings[old])].append(old)
    for new, ruling in enumerate(edited.rulings):
        if new not in olds and (same := open_olds.get(_said(ruling))):
            olds[new] = same.pop(0)
    return olds


class _Printed:
    """What a source prints, to be asked for words, labels and headings."""

    def __init__(self, original: ParsedDocument, source: SourceText) -> None:
        self._texts = [source.text, *(f"{one.title}\n{one.text}" for one in original.rulings)]
        self._lines = source.text.split("\n")
        self._headings = {fold_text(heading) for one in original.rulings for heading in one.heading_path}

    @cached_property
    def words(self) -> str:
        """All of it, as words are compared."""
        return _joined(self._texts)

    def has_label(self, ruling: ParsedRuling) -> bool:
        """Whether a label stands right before its title, though it may be misread there."""
        signs = "".join(MISREAD.get(sign, re.escape(sign)) for sign in ruling.key)
        label = re.sub(r"(?<=\\\.)", lambda _: STRAY, signs)
        title = r"\W+".join(map(re.escape, re.findall(r"\w+", shown_text(ruling.title))))
        looked_for = re.compile(rf"(?<![\w.]){label}\W{{1,4}}{title}", re.IGNORECASE)
        return any(looked_for.search(text) for text in self._texts)

    def has_under(self, path: Sequence[str], *, line: int, instead_of: Sequence[str]) -> bool:
        """Whether a line stands under the headings of one path, as printed, and not under those of another."""
        news = [heading for heading in path if heading not in instead_of]
        olds = [heading for heading in instead_of if heading not in path]
        if not news or not all(self._line_of(heading, line) for heading in news):
            return False
        before = self._line_of(olds[-1], line) if olds else 0
        if olds and not before and fold_text(news[-1]) in self._headings:
            return False
        return self._line_of(news[-1], line) > before

    def _line_of(self, heading: str, line: int) -> int:
        """The last line above a line that is a heading, counted from 1; 0 if there is none."""
        wanted = fold_text(heading)
        above = range(min(line, len(self._lines)), 0, -1)
        return next((at for at in above if fold_text(KIND_TAG.sub("", self._lines[at - 1])) == wanted), 0)


def _theirs(ruling: ParsedRuling, before: ParsedRuling | None, *, printed: _Printed, kept: str) -> ParsedRuling:
    """What of an edited ruling is the publisher's: how it is cut, and the words, label and headings of the source."""
    if before is None:
        return ruling if not ruling.key or printed.has_label(ruling) else replace(ruling, key="")
    is_same = _said(before) == _said(ruling)
    is_recut = _is_in(ruling, printed.words) and all(_is_kept(paragraph, kept) for paragraph in _paragraphs(before))
    line = before.lines.first if before.lines else 0
    is_there = printed.has_under(ruling.heading_path, line=line, instead_of=before.heading_path)
    if nature_of(ruling) != nature_of(before):
        return ruling if is_there and (is_recut or is_same) else replace(before, lines=ruling.lines or before.lines)
    words = ruling if is_recut and not is_same else before
    return replace(
        ruling,
        title=words.title,
        text=words.text,
        cards=words.cards,
        version_tag=words.version_tag,
        heading_path=ruling.heading_path if is_there else before.heading_path,
        key=ruling.key if ruling.key == before.key or (ruling.key and printed.has_label(ruling)) else before.key,
    )


def _nested(rulings: Sequence[ParsedRuling]) -> tuple[ParsedRuling, ...]:
    """Rulings in an order of ours, each step no deeper than the one before it allows."""
    found: list[ParsedRuling] = []
    for ruling in rulings:
        deepest = deepest_after(found[-1] if found else None, ruling.heading_path)
        is_too_deep = ruling.kind is Kind.STEP and ruling.depth > deepest
        found.append(replace(ruling, depth=deepest) if is_too_deep else ruling)
    return tuple(found)


def _is_in(ruling: ParsedRuling, printed: str) -> bool:
    """Whether all paragraphs of a ruling stand in a text, word by word."""
    return all(f" {part} " in printed for part in (_folded(ruling.title), *_paragraphs(ruling)))


def _is_kept(paragraph: str, kept: str) -> bool:
    """Whether a paragraph is still there; one that became a heading may have lost its misread number."""
    if f" {paragraph} " in kept:
        return True
    rest = LABEL.sub("", paragraph)
    return rest != paragraph and 0 < len(rest) <= LONGEST_HEADING and f" {rest} " in kept


def _said(ruling: ParsedRuling) -> tuple[str, ...]:
    """What a ruling says, as words are compared, wherever it stands."""
    return _folded(ruling.title), *_paragraphs(ruling)


def _joined(texts: Sequence[str]) -> str:
    return f" {' '.join(map(_folded, texts))} "


def _folded(text: str) -> str:
    return fold_text(shown_text(text))


def _paragraphs(ruling: ParsedRuling) -> list[str]:
    return [found for paragraph in re.split(r"\n+", MARKER.sub("", ruling.text)) if (found := _folded(paragraph))]
