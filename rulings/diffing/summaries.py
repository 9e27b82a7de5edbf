"""Decides which ruling of a document each ruling of its digest sums up."""

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt

from importers.records import ParsedRuling
from rulings.diffing.pairing import IndexPair, nature_of, pair
from rulings.diffing.similarity import telling_words_of

# How alike a short text and a long one must be to say the same, where no label, card or title tells:
# 1 if they use the same telling words, 0 if they share none. Of the shipped digests, most pairs are far above.
ALIKE = 0.2


def match(digest: Sequence[ParsedRuling], wording: Sequence[ParsedRuling]) -> list[IndexPair]:
    """The pairs (index in the digest, index in the wording) that rule the same thing.

    Labels, cards and titles decide, as they do between editions; what is left is matched by its rare words,
    the likest first and none twice, because a digest shortens titles and changes most words.
    """
    pairs = pair(digest, wording)
    matched, taken = {one for one, _ in pairs}, {other for _, other in pairs}
    likenesses = Likenesses([*digest, *wording])
    candidates = sorted(
        (-likenesses.between(short, long), abs(one - other), one, other)
        for one, short in enumerate(digest)
        if one not in matched
        for other, long in enumerate(wording)
        if other not in taken and nature_of(short) == nature_of(long)
    )
    for unlikeness, _, one, other in candidates:
        if -unlikeness >= ALIKE and one not in matched and other not in taken:
            matched.add(one)
            taken.add(other)
            pairs.append((one, other))
    return sorted(pairs)


class Likenesses:
    """How alike rulings are, where a word counts for more the fewer of them use it."""

    def __init__(self, rulings: Sequence[ParsedRuling]) -> None:
        bags = {id(ruling): telling_words_of(ruling) for ruling in rulings}
        used_by = Counter(word for bag in bags.values() for word in bag)
        self._vectors = {
            key: _normalised({word: (1 + log(count)) * log(len(bags) / used_by[word]) for word, count in bag.items()})
            for key, bag in bags.items()
        }

    def between(self, one: ParsedRuling, other: ParsedRuling) -> float:
        """The cosine of their weighted words."""
        first, second = self._vectors[id(one)], self._vectors[id(other)]
        return sum(weight * second.get(word, 0.0) for word, weight in first.items())


def _normalised(vector: dict[str, float]) -> dict[str, float]:
    length = sqrt(sum(weight * weight for weight in vector.values())) or 1.0
    return {word: weight / length for word, weight in vector.items()}
