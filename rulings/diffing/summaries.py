"""Decides which ruling of a document each ruling of its digest sums up."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log, sqrt

from importers.records import ParsedRuling
from rulings.diffing.pairing import IndexPair, nature_of, pair
from rulings.diffing.similarity import telling_words_of

# How alike a short text and a long one must be to say the same, where no label, card or title tells:
# 1 if they use the same telling words, 0 if they share none.
ALIKE = 0.3


def match(digest: Sequence[ParsedRuling], wording: Sequence[ParsedRuling]) -> list[IndexPair]:
    """The pairs (index in the digest, index in the wording) that rule the same thing.

    Labels, cards and titles decide, as they do between editions. A digest shortens titles and changes most words, so
    what is left is matched by its rare words, the most alike first and none twice; and last by its place, where the
    same kinds of rulings, and as many of them, stand between the same two neighbours.
    """
    found = dict(pair(digest, wording))
    _match_by_words(digest, wording, found)
    _match_by_place(digest, wording, found)
    return sorted(found.items())


def _match_by_words(digest: Sequence[ParsedRuling], wording: Sequence[ParsedRuling], found: dict[int, int]) -> None:
    taken = set(found.values())
    likenesses = Likenesses([*digest, *wording])
    candidates = (
        (likenesses.between(short, long), -abs(one - other), one, other)
        for one, short in enumerate(digest)
        if one not in found
        for other, long in enumerate(wording)
        if other not in taken and nature_of(short) == nature_of(long)
    )
    for likeness, _, one, other in sorted(candidates, reverse=True):
        if likeness >= ALIKE and one not in found and other not in taken:
            found[one] = other
            taken.add(other)


def _match_by_place(digest: Sequence[ParsedRuling], wording: Sequence[ParsedRuling], found: dict[int, int]) -> None:
    taken = set(found.values())
    neighbours = [(-1, -1), *sorted(found.items()), (len(digest), len(wording))]
    for (one, other), (next_one, next_other) in pairwise(neighbours):
        ones, others = range(one + 1, next_one), range(other + 1, next_other)
        if len(ones) == len(others) and taken.isdisjoint(others):
            natures = (
                (nature_of(digest[short]), nature_of(wording[long])) for short, long in zip(ones, others, strict=True)
            )
            if all(short == long for short, long in natures):
                found.update(zip(ones, others, strict=True))


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
