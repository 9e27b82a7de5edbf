"""Search results as data, for programs."""

from collections.abc import Sequence
from typing import Any

from rulings.models import Card
from rulings.selectors.data.rulings import cards_of
from rulings.selectors.found import Result
from rulings.selectors.searching import search
from rulings.selectors.wording import address_at

FIRST_CARDS = 2
# Nobody reads on beyond them.
MOST_RESULTS = 1000


def as_records(
    query: str, *, game: str = "", kind: str = "", list_name: str = "", limit: int, page: int = 1
) -> dict[str, Any]:
    """A search as in the contract of GET /api/v1/search."""
    last = min(limit * page, MOST_RESULTS)
    if limit * (page - 1) >= MOST_RESULTS:
        last = limit
    found = search(query, game=game, kind=kind, list_name=list_name, size=last)
    cards = [] if kind or list_name else found.cards
    # A card comes first where it was asked for by its name; a question is answered by rulings.
    first = FIRST_CARDS if found.is_name else 0
    shown: list[Card | Result] = [*cards[:first], *found.results, *cards[first:]]
    return {
        "query": query,
        "total": found.total + len(cards),
        "suggestion": found.suggestion or None,
        "results": _records(shown[limit * (page - 1) : last]),
    }


def _records(shown: Sequence[Card | Result]) -> list[dict[str, Any]]:
    return [_ruling_record(one) if isinstance(one, Result) else _card_record(one) for one in shown]


def _ruling_record(result: Result) -> dict[str, Any]:
    change = result.change
    ruling, revision = change.ruling, change.revision
    return {
        "type": "ruling",
        "kind": ruling.kind,
        "game": ruling.document.game.slug,
        "document": ruling.document.slug,
        "edition": change.edition.label,
        "key": (revision.key if revision else "") or None,
        "title": revision.title if revision else "",
        "text": revision.text if revision else "",
        "snippet": "".join(piece.text for piece in result.passage),
        "url": address_at(ruling, result.at),
        "authority": revision.authority if revision else None,
        "cards": cards_of(change),
    }


def _card_record(card: Card) -> dict[str, Any]:
    return {
        "type": "card",
        "kind": None,
        "game": card.card_set.game.slug,
        "document": None,
        "edition": None,
        "key": card.number or None,
        "title": card.name,
        "text": "",
        "snippet": " ".join(filter(None, (card.card_set.name, card.number, card.card_type))),
        "url": card.get_absolute_url(),
        "authority": None,
        "cards": [{"set": card.card_set.name, "number": card.number or None, "name": card.name}],
    }
