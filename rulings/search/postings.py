"""BM25 over the postings of a Whoosh index, as arrays.

A segment of the index never changes, so its postings are read once, when it is written, and kept next to it. How much a
term counts in a ruling does not depend on the question: that is worked out when the arrays are loaded, for all postings
at once, and a search only adds up numbers.
"""

from collections.abc import Iterable, Sequence
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from importers.records import Authority
from rulings.search import arrays
from rulings.search.arrays import Array, Words
from rulings.search.engine import FACETS, LISTS, Hits, Request

# How soon repeating a word stops helping, and how much long texts are held back.
K1 = 0.8
B = 0.6
# Scores are sorted into so many classes before they are compared.
CLASSES = 1000
TEXT = "text"
FIELDS = (TEXT, *FACETS, *LISTS, "reverses", "key")
WEIGHTS = {authority.value: weight for weight, authority in enumerate(Authority)}


class Segment:
    """The postings of one segment: for each field and term, the rulings that have it and how often."""

    def __init__(self, stored: dict[str, Array], *, deleted: Iterable[int]) -> None:
        self.words = Words(stored["text"])
        self.starts, self.rulings, self.times = stored["starts"], stored["rulings"], stored["times"]
        self.ids, self.lengths = stored["ids"], stored["lengths"]
        self.is_live = np.ones(len(self.ids), dtype=bool)
        self.is_live[list(deleted)] = False
        if not self.is_live.all():
            self._drop_deleted()

    def _drop_deleted(self) -> None:
        """Forget the postings of what was deleted, so that it does not count as using a term."""
        kept = self.is_live[self.rulings]
        self.starts = np.concatenate(([0], np.cumsum(kept)))[self.starts]
        self.rulings, self.times = self.rulings[kept], self.times[kept]

    def find(self, field: str, term: str) -> slice:
        """Where the postings of a term are."""
        place = self.words.find(_name(field, term))
        return slice(self.starts[place], self.starts[place + 1]) if place >= 0 else slice(0, 0)

    def values(self, field: str) -> list[str]:
        """The values that a field has."""
        first, end = self.words.starting_with(_name(field, ""))
        return [self.words[place].partition("\x1f")[2] for place in range(first, end)]


class Postings:
    """The postings of one state of an index."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        self.offsets = np.cumsum([0, *(len(one.ids) for one in segments)])
        self.ids = _joined([one.ids for one in segments], np.int64)
        self.is_live = _joined([one.is_live for one in segments], bool)
        lengths = _joined([one.lengths for one in segments], np.float32)
        self.count = max(1, int(self.is_live.sum()))
        average = max(1.0, float(lengths[self.is_live].sum()) / self.count)
        norms = K1 * (1 - B + B * lengths / average)
        self.impacts = [
            one.times * (K1 + 1) / (one.times + norms[offset : offset + len(one.ids)][one.rulings])
            for one, offset in zip(segments, self.offsets, strict=False)
        ]
        self.values = {field: sorted({value for one in segments for value in one.values(field)}) for field in FACETS}
        self.codes = {field: self._codes(field) for field in FACETS}
        self.weights = np.array([*(WEIGHTS.get(value, 9) for value in self.values["authority"]), 9])[
            self.codes["authority"]
        ]

    def find(self, request: Request) -> Hits:
        """The rulings that fit best, best first."""
        allowed = self._allowed(request)
        window = _window(allowed, len(self.ids))
        totals = self._totals(request, window)
        is_found = totals > 0
        if allowed is not None:
            is_found = is_found & allowed[window] if request.wanted or request.preferred else allowed[window]
        found = np.flatnonzero(is_found)
        scores = totals[found]
        found += window.start
        if len(found) > request.limit:
            best = _best(scores, request.limit)
            found, scores = found[best], scores[best]
        order = np.lexsort((self.ids[found], self.weights[found], -np.round(scores, 2)))
        found, scores = found[order], scores[order]
        return Hits(self.ids[found].tolist(), scores.tolist(), {field: self._count(field, found) for field in FACETS})

    def _totals(self, request: Request, window: slice) -> Array:
        """The scores of the rulings in a window; 0 for those that have nothing of what is wanted."""
        rulings, scores = [], []
        for term, weight in request.wanted:
            places = [one.find(TEXT, term) for one in self.segments]
            frequency = sum(place.stop - place.start for place in places)
            if not frequency:
                continue
            rarity = log(1 + max(0.0, self.count - frequency + 0.5) / (frequency + 0.5))
            for one, impacts, offset, place in zip(self.segments, self.impacts, self.offsets, places, strict=False):
                inside = _inside(one.rulings[place], window.start - offset, window.stop - offset)
                rulings.append(one.rulings[place][inside] + (offset - window.start))
                scores.append(impacts[place][inside] * (weight * rarity))
        for field, value, score in request.preferred:
            found = self._having(field, value, window)
            rulings.append(found)
            scores.append(np.full(len(found), score, dtype=np.float32))
        size = window.stop - window.start
        counted = np.bincount(_joined(rulings, np.int64), weights=_joined(scores, np.float32), minlength=size)
        # Where nothing was found, they would be whole numbers.
        totals: Array = counted.astype(np.float64, copy=False)
        for field, value, score in request.favoured:
            found = self._having(field, value, window)
            totals[found[totals[found] > 0]] += score
        return totals

    def _allowed(self, request: Request) -> Array | None:
        """The rulings that have all that is required; none: nothing is required."""
        sets = [self._mask([self._having(TEXT, term)]) for term in request.required]
        sets += [self._mask([self._having(field, value) for value in values]) for field, values in request.filters]
        return np.logical_and.reduce(sets) if sets else None

    def _having(self, field: str, value: str, window: slice | None = None) -> Array:
        """The rulings whose field has a value, counted from the start of a window if there is one."""
        parts = [
            one.rulings[one.find(field, value)] + offset
            for one, offset in zip(self.segments, self.offsets, strict=False)
        ]
        found: Array = _joined(parts, np.int64)
        if window is None:
            return found
        inside: Array = found[(found >= window.start) & (found < window.stop)] - window.start
        return inside

    def _mask(self, parts: Iterable[Array]) -> Array:
        mask = np.zeros(len(self.ids), dtype=bool)
        for rulings in parts:
            mask[rulings] = True
        return mask

    def _codes(self, field: str) -> Array:
        """For each ruling, the place of its value in `values`; behind the last one if it has none."""
        codes = np.full(len(self.ids), len(self.values[field]), dtype=np.int16)
        for code, value in enumerate(self.values[field]):
            codes[self._having(field, value)] = code
        return codes

    def _count(self, field: str, found: Array) -> dict[str, int]:
        values = self.values[field]
        counts = np.bincount(self.codes[field][found], minlength=len(values) + 1)[: len(values)]
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        return {values[code]: int(counts[code]) for code in order}


def load_segment(folder: Path, leaf: Any, id_field: str) -> Segment:
    """The arrays of a segment; read from its postings if they are not there, or broken."""
    path = folder / f"{leaf.segment().segment_id()}.npz"
    try:
        stored = arrays.load(path)
    except Exception:
        # Whatever is wrong with the file, the index itself still has all of it.
        stored = read_postings(leaf, id_field)
        arrays.save(path, stored)
    return Segment(stored, deleted=leaf.segment().deleted_docs())


def read_postings(leaf: Any, id_field: str) -> dict[str, Array]:
    """The postings of a segment as arrays."""
    names: list[str] = []
    starts, rulings, times = [0], [], []
    known = set(leaf.indexed_field_names())
    for field in sorted(known & set(FIELDS)):
        # Sorted by their bytes, as they are looked up.
        for term in sorted(leaf.lexicon(field)):
            word = term.decode() if isinstance(term, bytes) else term
            matcher = leaf.postings(field, word)
            while matcher.is_active():
                rulings.append(matcher.id())
                times.append(matcher.weight())
                matcher.next()
            names.append(_name(field, word))
            starts.append(len(rulings))
    count = leaf.doc_count_all()
    return {
        "text": Words.of(names).as_array(),
        "starts": np.array(starts, dtype=np.int64),
        "rulings": np.array(rulings, dtype=np.int32),
        "times": np.array(times, dtype=np.float32),
        "ids": np.array([int(leaf.stored_fields(number)[id_field]) for number in range(count)], dtype=np.int64),
        "lengths": np.array([leaf.doc_field_length(number, TEXT) for number in range(count)], dtype=np.float32),
    }


def _window(allowed: Array | None, size: int) -> slice:
    """From the first to the last of the rulings that are allowed. Those of a game stand together where an index was
    built in one go, so that little is left to score."""
    if allowed is None or not allowed.any():
        return slice(0, size if allowed is None else 0)
    return slice(int(allowed.argmax()), size - int(allowed[::-1].argmax()))


def _inside(rulings: Array, first: int, end: int) -> slice:
    """Which of some sorted rulings are from one to another."""
    return slice(*np.searchsorted(rulings, np.array((first, end), dtype=rulings.dtype)))


def _best(scores: Array, count: int) -> Array:
    """The places of so many of the highest scores. Most are sorted out by the class they fall in, which is quicker
    than to compare them with each other."""
    classes = (scores * (CLASSES / scores.max())).astype(np.int64) if scores.any() else np.zeros(len(scores), np.int64)
    so_many_above = np.cumsum(np.bincount(classes)[::-1])
    lowest = len(so_many_above) - 1 - int(np.searchsorted(so_many_above, count))
    places = np.flatnonzero(classes >= lowest)
    return places[np.argpartition(-scores[places], count - 1)[:count]]


def _name(field: str, term: str) -> str:
    """What a term of a field is looked up by."""
    return f"{field}\x1f{term}"


def _joined(parts: Sequence[Array], kind: Any) -> Array:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=kind)
