"""Search: asks the index, and the database when the index cannot answer."""

import logging
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q
from haystack.query import SQ, SearchQuerySet

from importers.folding import FUNCTION_WORDS, fold
from rulings.models import Card, Change
from rulings.selectors.rulings import any_from_digest, with_wording

logger = logging.getLogger(__name__)

MOST_WORDS = 30
SHOWN = 20


@dataclass(frozen=True)
class SearchPage:
    """What was found, and whether the index answered."""

    query: str
    cards: list[Card]
    rulings: list[Change]
    index_answered: bool

    @property
    def has_digest(self) -> bool:
        return any_from_digest(self.rulings)


def search(query: str) -> SearchPage:
    """The cards and rulings in force that fit a question best."""
    words = _words_of(query)
    if not words:
        return SearchPage(query, [], [], index_answered=True)
    try:
        cards, rulings = _ask_index(words)
    except Exception:
        logger.exception("The search index did not answer; the database is searched instead.")
        return SearchPage(query, *_ask_database(words), index_answered=False)
    return SearchPage(query, cards, rulings, index_answered=True)


def _words_of(query: str) -> list[str]:
    words = list(dict.fromkeys(fold(query).split()))
    return [word for word in words if word not in FUNCTION_WORDS][:MOST_WORDS] or words[:MOST_WORDS]


def _ask_index(words: list[str]) -> tuple[list[Card], list[Change]]:
    any_word = reduce(or_, (SQ(content=word) for word in words))
    found: dict[type, list[int]] = {}
    for model in (Card, Change):
        results = SearchQuerySet().models(model).filter(any_word)[:SHOWN]
        found[model] = [int(result.pk) for result in results]
    cards = Card.objects.shown().select_related("card_set__game", "pack").in_bulk(found[Card])
    rulings = with_wording(Change.objects.in_force()).in_bulk(found[Change])
    return (
        [cards[pk] for pk in found[Card] if pk in cards],
        [rulings[pk] for pk in found[Change] if pk in rulings],
    )


def _ask_database(words: list[str]) -> tuple[list[Card], list[Change]]:
    in_name = reduce(or_, (Q(folded_name__contains=word) for word in words))
    in_text = reduce(or_, (Q(revision__text__icontains=word) | Q(revision__title__icontains=word) for word in words))
    cards = Card.objects.shown().filter(in_name).select_related("card_set__game", "pack")
    return list(cards[:SHOWN]), list(with_wording(Change.objects.in_force()).filter(in_text)[:SHOWN])
