"""Typing mistakes: the known word that was most likely meant."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from rapidfuzz.distance import OSA

SHORTEST_CORRECTED = 4
# From this length on, two mistakes are forgiven.
LONG_WORD = 8


class Vocabulary:
    """The known words, each with how many rulings use it."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = counts
        self._sorted = sorted(counts)

    def __contains__(self, word: str) -> bool:
        return word in self.counts

    def starting_with(self, beginning: str) -> list[str]:
        """The known words that begin so."""
        first = bisect_left(self._sorted, beginning)
        return self._sorted[first : bisect_left(self._sorted, f"{beginning}\U0010ffff", first)]


def closest(word: str, vocabulary: Vocabulary, *, also: Iterable[str] = (), most: int = 0) -> str | None:
    """The known word that is fewest slips of the finger away; of several, the one that most rulings use.

    The first letter is right, or it was swapped with the second.
    """
    if len(word) < SHORTEST_CORRECTED:
        return None
    most = most or (2 if len(word) >= LONG_WORD else 1)
    candidates = [*vocabulary.starting_with(word[0]), *vocabulary.starting_with(word[1::-1]), *also]
    best: tuple[int, int, str] | None = None
    for known in candidates:
        if abs(len(known) - len(word)) > most or len(known) < SHORTEST_CORRECTED - 1:
            continue
        slips = OSA.distance(word, known, score_cutoff=most)
        if slips <= most:
            best = min(best or (most + 1, 0, ""), (slips, -vocabulary.counts.get(known, 1), known))
    return best[2] if best else None
