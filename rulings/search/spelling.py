"""Typing mistakes: the known word that was most likely meant."""

from collections.abc import Mapping

SHORTEST_CORRECTED = 4
# From this length on, two mistakes are forgiven.
LONG_WORD = 8


def closest(word: str, vocabulary: Mapping[str, int], *, most: int = 0) -> str | None:
    """The known word that is fewest slips of the finger away; of several, the one that most rulings use."""
    if len(word) < SHORTEST_CORRECTED:
        return None
    most = most or (2 if len(word) >= LONG_WORD else 1)
    best: tuple[int, int, str] | None = None
    for known, count in vocabulary.items():
        if abs(len(known) - len(word)) > most or len(known) < SHORTEST_CORRECTED - 1:
            continue
        if known[0] != word[0] and known[:2] != word[1::-1]:
            continue
        slips = distance(word, known, most=most)
        if slips <= most and (best is None or (slips, -count) < best[:2]):
            best = (slips, -count, known)
    return best[2] if best else None


def distance(one: str, other: str, *, most: int) -> int:
    """How many letters were left out, added, changed or swapped; counting stops beyond the most that matters."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before_last, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if before_last and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
