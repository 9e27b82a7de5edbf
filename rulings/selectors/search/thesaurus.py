"""Players' words and what the documents say instead, as the search needs them."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from importers.folding import fold
from rulings.models import Synonym
from rulings.read_model.state import remembered_now
from rulings.search.analysis import stem, terms_of

MOST_WORDS = 4


@dataclass
class Thesaurus:
    """Stemmed phrases → (game, or none for all; the terms they stand for)."""

    entries: dict[tuple[str, ...], list[tuple[str | None, tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def terms_for(self, text: str, *, game: str = "") -> Iterator[str]:
        """The terms that a text means in addition to those it uses; with a game, only what holds there."""
        words = [stem(word) for word in fold(text).split()]
        for start in range(len(words)):
            for count in range(1, MOST_WORDS + 1):
                for where, terms in self.entries.get(tuple(words[start : start + count]), ()):
                    if not game or where in (None, game):
                        yield from terms


def thesaurus() -> Thesaurus:
    """The thesaurus as it is now."""
    return remembered_now("thesaurus", _load)


def _load() -> Thesaurus:
    found = Thesaurus()
    for synonym in Synonym.objects.select_related("game"):
        phrase = tuple(stem(word) for word in fold(synonym.phrase).split())
        terms = tuple(term for meaning in synonym.meaning_list for term in terms_of(meaning))
        found.entries[phrase].append((synonym.game.slug if synonym.game else None, terms))
    return found
