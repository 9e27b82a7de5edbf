"""A plain search for words in the database, where the index cannot be asked."""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from rulings.models import ShownRuling
from rulings.read_model.stored import rulings_in
from rulings.search.analysis import stem, terms_of, words_of
from rulings.search.language import Query
from rulings.selectors.search.past import narrowing
from rulings.selectors.search.results import says_so, texts_of
from rulings.selectors.search.understanding import MOST_HITS, MOST_WORDS


def rulings_saying(query: Query) -> tuple[list[Any], set[str]]:
    """The rulings that fit a search, those with most of its words first; and the stems of its words."""
    terms: set[str] = set(terms_of(query.text))
    words = [word for word in words_of(query.text) if stem(word) in terms][:MOST_WORDS]
    rows = ShownRuling.objects.filter(narrowing(query)).order_by("weight", "document_id", "position")
    if words:
        rows = rows.filter(reduce(or_, (Q(record__icontains=word) for word in words)))
    found = [one for one in rulings_in(rows[:MOST_HITS]) if says_so(texts_of(one), query)]
    return _best_first(found, terms), terms


def _best_first(rulings: Sequence[Any], terms: Collection[str]) -> list[Any]:
    """Those that have most of the words first; those that only have them in other fields than their texts are left
    out."""
    if not terms:
        return list(rulings)
    shared = ((len(set(terms) & {term for text in texts_of(one) for term in terms_of(text)}), one) for one in rulings)
    ordered = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])
    return [one for _, one in ordered]
