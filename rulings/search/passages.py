"""The passages of a ruling that vectors are made of: short enough to say one thing, each with what it is about."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from importers.references import shown_text

# A passage has so many letters at the most, unless one sentence has more.
LONGEST = 500
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def passages_of(ruling: Mapping[str, Any]) -> list[str]:
    """The passages of a ruling, and of the digest's entry that sums it up; heading, title and cards in front."""
    names = dict.fromkeys(card["name"] for card in ruling["cards"])
    about = " ".join([*ruling["heading_path"][-1:], ruling["plain_title"], ", ".join(names)]).strip()
    texts = [ruling["plain"], *(shown_text(text) for text in ruling["search"]["texts"][1:2])]
    found = [f"{about}. {passage}" for text in texts for passage in _cut(text)]
    return list(dict.fromkeys(found)) or [about]


def _cut(text: str) -> Iterator[str]:
    """A text in stretches of whole sentences."""
    passage = ""
    for sentence in SENTENCE.split(" ".join(text.split())):
        if passage and len(passage) + len(sentence) >= LONGEST:
            yield passage
            passage = ""
        passage = f"{passage} {sentence}".strip()
    if passage:
        yield passage
