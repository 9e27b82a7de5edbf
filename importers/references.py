"""Finds the references in a ruling's text: [[2.11]], [[Hound of Tindalos (Core Set F110)]], [[2.11|searching]]."""

import re
from dataclasses import dataclass

# "[[2.11]]", "[[§2.11|the rule on searching]]", "[[Urguck (Core Set 62)]]"
BRACKETED = re.compile(r"\[\[\s*§?\s*([^\[\]|\n]+?)\s*(?:\|\s*([^\[\]|\n]+?)\s*)?\]\]")


@dataclass(frozen=True)
class FoundReference:
    """A place in a text that refers to something: where it is, what it shows, and what it means."""

    start: int
    end: int
    label: str
    target: str


def shown_text(text: str) -> str:
    """A title or text as a reader sees it, its references as plain words."""
    return BRACKETED.sub(lambda match: match[2] or match[1], text)


def find_references(text: str) -> tuple[FoundReference, ...]:
    """The references in a text, in order."""
    return tuple(
        FoundReference(match.start(), match.end(), label=match[2] or match[1], target=match[1])
        for match in BRACKETED.finditer(text)
    )
