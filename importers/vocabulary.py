"""The general list of English words, with how often each one is used."""

from functools import cache

from spellchecker import SpellChecker

# More often than once in this many words: a word that everybody uses.
COMMON = 200_000


@cache
def frequencies() -> dict[str, int]:
    """How often each word was counted."""
    return dict(SpellChecker(distance=1).word_frequency.dictionary)


@cache
def total() -> int:
    """How many words were counted."""
    return sum(frequencies().values())


def is_word(word: str) -> bool:
    """Whether a word is in the dictionary at all."""
    return word.lower() in frequencies()


def is_common_word(word: str) -> bool:
    """Whether a word is too common to be taken for a name."""
    return frequencies().get(word.lower(), 0) * COMMON > total()
