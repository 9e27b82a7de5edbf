"""Finds in an erratum what it replaces and by what, where it prints both."""

import re
from dataclasses import dataclass
from functools import cached_property

from rulings.diffing.words import Span, compare

# "Any Phase:", “if”; 'your target's'; **Forced Response**
QUOTED = (
    r"[\"“]([^\"”]{1,600}?)(?:,|(?<!\.)\.)?[\"”]|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){1,200}?)[,.]?'(?!\w)"
    r"|\*\*([^*\n]{1,200})\*\*"
)
OLD_FIRST = (
    # Change "THREE GATE LOCATIONS" to "3 GATE Locations"; clarify "Bury" to "Bury this card"; replace “if” with “when”
    re.compile(rf"\b(?:change|clarify|replace)\s+(?:{QUOTED})\s+(?:to|with|by)\s+(?:{QUOTED})", re.IGNORECASE),
    # … "lit" to "dark" and "moth" to "crow"
    re.compile(rf"\band\s+(?:{QUOTED})\s+(?:to|with|by)\s+(?:{QUOTED})", re.IGNORECASE),
    # All instances of “If you control …” should read “If you have …”
    re.compile(rf"(?:{QUOTED})\s+should\s+(?:read|be|say),?:?\s+(?:{QUOTED})", re.IGNORECASE),
)
NEW_FIRST = (
    # should read: "Action:" instead of "Any Phase:"
    re.compile(rf"(?:{QUOTED}),?\s+(?:instead of|rather than)\s+(?:{QUOTED})", re.IGNORECASE),
    # Should read: “**Response**” not **Forced Response**.
    re.compile(rf"\bshould\s+(?:read|be|say),?:?\s+(?:{QUOTED}),?\s+not\s+(?:{QUOTED})", re.IGNORECASE),
    # "any Opponent's" replaces "your target's"
    re.compile(rf"(?:{QUOTED})\s+replaces\s+(?:an?\s+|the\s+)?(?:{QUOTED})", re.IGNORECASE),
)


@dataclass(frozen=True)
class Replacement:
    """A stretch of a card's wording before and after, word for word."""

    old: str
    new: str

    @cached_property
    def spans(self) -> list[Span]:
        return compare(self.old, self.new)


def find_replacements(text: str) -> list[Replacement]:
    """What a text replaces, in order; where two readings overlap, the first one counts."""
    matches = [
        (match, patterns is OLD_FIRST)
        for patterns in (OLD_FIRST, NEW_FIRST)
        for pattern in patterns
        for match in pattern.finditer(text)
    ]
    found, end = [], 0
    for match, old_first in sorted(matches, key=lambda one: one[0].start()):
        if match.start() >= end:
            found.append(_replacement(match, old_first=old_first))
            end = match.end()
    return found


def _replacement(match: re.Match[str], *, old_first: bool) -> Replacement:
    first, second = (group.replace("*", "").strip() for group in match.groups() if group)
    return Replacement(first, second) if old_first else Replacement(second, first)
