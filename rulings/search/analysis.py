"""Words as the index knows them: folded, stemmed, and without those that every question has."""

from functools import lru_cache

import snowballstemmer

from importers.folding import FUNCTION_WORDS, fold_text
from importers.references import shown_text

# What makes a sentence a question or a story, and says nothing of its subject.
CHATTER = frozenset(
    """
    about actually after all allowed also am another anyone anything because being did didnt doesnt dont else even ever
    every everything exactly got going hey hi him just know let lets like make mean means one only other out over really
    right same say says some someone something still such sure tell thanks thats think though too up us use used using
    very want wants way well whats whether whose yes youre
    """.split()  # noqa: SIM905 - a list of words reads better as words
) - {"after", "all", "only", "same", "other"}
STOP_WORDS = FUNCTION_WORDS | CHATTER

_stemmer = snowballstemmer.stemmer("english")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a folded word: "cancelled" and "canceling" are one."""
    stemmed = str(_stemmer.stemWord(word))
    # American and British spelling: "canceled", "cancelled".
    return stemmed[:-1] if stemmed.endswith("ll") else stemmed


def words_of(text: str) -> list[str]:
    """The folded words of a text, as a reader sees it."""
    return fold_text(shown_text(text)).split()


def terms_of(text: str) -> list[str]:
    """The stems by which a text is found."""
    return [stem(word) for word in words_of(text) if word not in STOP_WORDS]
