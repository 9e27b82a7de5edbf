"""The rulings most like another one."""

import logging
from collections import Counter

from rulings.read_model.records.rulings import ShownRecord, ShownWording
from rulings.search.analysis import terms_of
from rulings.search.engine import IndexUnavailableError
from rulings.selectors.search.results import texts_of
from rulings.selectors.search.searching import find_alike

logger = logging.getLogger(__name__)

MOST = 5
# So many of its terms are looked for: the most frequent ones, of which the engine weighs the rare ones most.
TERMS = 25


def most_like(ruling: ShownWording) -> list[ShownRecord]:
    """The rulings of the same game that say most of the same; none where the index does not answer."""
    counts = Counter(term for text in texts_of(ruling) for term in terms_of(text))
    terms = [term for term, _ in counts.most_common(TERMS)]
    try:
        found = find_alike(terms, game=ruling["game"], count=MOST + 1)
    except IndexUnavailableError as error:
        logger.info("No like rulings are shown: %s.", error)
        return []
    return [result.ruling for result in found if result.ruling["id"] != ruling["id"]][:MOST]
