"""BM25 over the postings of a Whoosh index. A term's scores do not depend on the question, so they are worked out once
for each state of the index and remembered: a search then only adds them up."""

import heapq
from array import array
from math import log
from typing import Any

from rulings.search.engine import Request

# How soon repeating a word stops helping, and how much long texts are held back.
K1 = 0.8
B = 0.6
MOST_KEPT = 4096

# The documents that have a term, and its score in each.
Postings = tuple["array[int]", "array[float]"]


class Scores:
    """The weighed postings of one state of an index."""

    def __init__(self, reader: Any) -> None:
        self.reader = reader
        self.count = max(1, reader.doc_count())
        self.average = max(1.0, reader.field_length("text") / self.count)
        self._terms: dict[str, Postings] = {}
        self._having: dict[tuple[str, str], frozenset[int]] = {}

    def best(self, request: Request) -> list[tuple[int, float]]:
        """The numbers and scores of the documents that fit best, best first."""
        totals = self._totals(request)
        allowed = self._allowed(request)
        if allowed is not None:
            if request.wanted or request.preferred:
                totals = {number: score for number, score in totals.items() if number in allowed}
            else:
                totals = dict.fromkeys(allowed, 0.0)
        return heapq.nsmallest(request.limit, totals.items(), key=lambda pair: (-pair[1], pair[0]))

    def _totals(self, request: Request) -> dict[int, float]:
        totals: dict[int, float] = {}
        for term, weight in request.wanted:
            for number, score in zip(*self._term(term), strict=True):
                totals[number] = totals.get(number, 0.0) + weight * score
        for field, value, score in request.preferred:
            for number in self._documents(field, value):
                totals[number] = totals.get(number, 0.0) + score
        for field, value, score in request.favoured:
            for number in self._documents(field, value) & totals.keys():
                totals[number] += score
        return totals

    def _allowed(self, request: Request) -> set[int] | None:
        """The documents that have all that is required; none: nothing is required."""
        sets: list[set[int]] = [set(self._term(term)[0]) for term in request.required]
        sets += [set().union(*(self._documents(field, value) for value in values)) for field, values in request.filters]
        return set.intersection(*sets) if sets else None

    def _term(self, term: str) -> Postings:
        found = self._terms.get(term)
        if found is None:
            found = self._weigh(term)
            if len(self._terms) >= MOST_KEPT:
                self._terms.clear()
            self._terms[term] = found
        return found

    def _weigh(self, term: str) -> Postings:
        numbers, scores = array("L"), array("d")
        if ("text", term) not in self.reader:
            return numbers, scores
        frequency = self.reader.doc_frequency("text", term)
        rarity = log(1 + (self.count - frequency + 0.5) / (frequency + 0.5))
        postings = self.reader.postings("text", term)
        while postings.is_active():
            number, times = postings.id(), postings.weight()
            length = self.reader.doc_field_length(number, "text")
            numbers.append(number)
            scores.append(rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * length / self.average)))
            postings.next()
        return numbers, scores

    def _documents(self, field: str, value: str) -> frozenset[int]:
        key = (field, value)
        found = self._having.get(key)
        if found is None:
            is_there = (field, value) in self.reader
            found = frozenset(self.reader.postings(field, value).all_ids()) if is_there else frozenset()
            if len(self._having) >= MOST_KEPT:
                self._having.clear()
            self._having[key] = found
        return found
