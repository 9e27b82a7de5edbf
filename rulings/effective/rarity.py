"""How much a word tells: those that every card has tell nothing about which card a quotation is from."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import log

from importers.folding import FUNCTION_WORDS
from rulings.effective.tokens import CLAUSE, ICON, Words

# What stands before the first word of a clause, and behind the last one.
EDGE = "^"
FEWEST_TEXTS = 20
# Sentences of rules are less strange than this, those of flavour more: "Shoot da horse, dem's gud eats!"
RULE, FLAVOUR = 0.55, 0.65


class Rarity:
    """The words of all the texts of a game: how few of the texts have each, and which of them stand side by side."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = 0
        self._having: Counter[str] = Counter()
        self._pairs: set[tuple[str, str]] = set()
        for text in texts:
            words = Words(text)
            self._texts += 1
            self._having.update(set(words.folded))
            self._pairs.update(_neighbours(words))

    def has_seen(self, one: str, other: str) -> bool:
        """Whether some text has two words side by side, or a word at the edge of a clause."""
        return (one, other) in self._pairs

    def weight(self, word: str) -> float:
        """From a little, for words that most texts have, to one."""
        if word == ICON:
            return 0.1
        if self._texts < FEWEST_TEXTS:
            # A few texts do not tell which words are rare.
            return 1.0
        return max(0.05, log((self._texts + 1) / (self._having[word] + 1)) / log(self._texts + 1))

    def strangeness(self, words: Iterable[str]) -> float:
        """How little the words of a sentence are those of rules, from 0 to 1; 0 if too few texts are known to tell."""
        told = [word for word in words if word not in FUNCTION_WORDS and word != ICON]
        return self.of(told) / len(told) if told and self._texts >= FEWEST_TEXTS else 0.0

    def is_unknown(self, word: str) -> bool:
        """Whether no text has a word, where there are texts."""
        return self._texts >= FEWEST_TEXTS and not self._having[word]

    def of(self, words: Iterable[str]) -> float:
        """How much some words tell together."""
        return sum(map(self.weight, words))


def _neighbours(words: Words) -> Iterator[tuple[str, str]]:
    for index in range(len(words) + 1):
        before = words.folded[index - 1] if index else EDGE
        after = words.folded[index] if index < len(words) else EDGE
        if index in (0, len(words)) or CLAUSE.search(words.before(index)):
            yield before, EDGE
            yield EDGE, after
        else:
            yield before, after
