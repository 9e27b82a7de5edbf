"""The rulings most like another one, and those about the same cards."""

import logging
from collections import Counter
from collections.abc import Sequence

from rulings.models import Change, Reference
from rulings.search.analysis import terms_of
from rulings.search.engine import IndexUnavailableError
from rulings.selectors.found import all_texts
from rulings.selectors.searching import find_alike

logger = logging.getLogger(__name__)

MOST = 5
# So many of its terms are looked for: the most frequent ones, of which the engine weighs the rare ones most.
TERMS = 25


def most_like(change: Change) -> list[Change]:
    """The rulings of the same game that say most of the same; none where the index does not answer."""
    counts = Counter(term for text in all_texts(change) for term in terms_of(text))
    terms = [term for term, _ in counts.most_common(TERMS)]
    try:
        found = find_alike(terms, game=change.ruling.document.game.slug, count=MOST + 1)
    except IndexUnavailableError as error:
        logger.warning("No like rulings are shown: %s.", error)
        return []
    return [result.change for result in found if result.change.ruling_id != change.ruling_id][:MOST]


def about_same_cards(change: Change, subjects: Sequence[Reference]) -> list[Change]:
    """The other rulings about the cards that a ruling is about."""
    cards = [reference.card for reference in subjects if reference.card]
    same = Reference.objects.filter(place=Reference.Place.SUBJECT, card__folded_name__in=[c.folded_name for c in cards])
    same = same.filter(card__card_set__game=change.ruling.document.game)
    others = Change.objects.in_force().filter(pk__in=same.values("change")).exclude(ruling=change.ruling)
    return list(others.with_ruling().heaviest_first()[: MOST * 2]) if cards else []
