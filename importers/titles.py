"""Titles as people write them, from titles as documents print them."""

import re

SMALL_WORDS = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
)
# "Docks, The", "Royal Geographic Society, The"
INVERTED = re.compile(r"^(.+), (The|An?)$")


def is_shouted(line: str) -> bool:
    """Whether a line is all in capitals: "SUMMONS OF THE DEEP"."""
    letters = [character for character in line if character.isalpha()]
    return len(letters) > 2 and all(character.isupper() for character in letters)


def calm(title: str) -> str:
    """A shouted title in ordinary case: "The Path to Y'ha-nthlei"."""
    words = title.lower().split()
    return " ".join(
        word if index and word in SMALL_WORDS else word[:1].upper() + word[1:] for index, word in enumerate(words)
    )


def natural_order(name: str) -> str:
    """A title with its article in front: "The Docks" for "Docks, The"."""
    return INVERTED.sub(r"\2 \1", name)
