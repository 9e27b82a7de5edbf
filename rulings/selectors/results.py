"""Search results as data, for programs."""

from typing import Any

from rulings.models import Card, Change
from rulings.selectors.exporting import cards_of
from rulings.selectors.found import Result, SearchPage
from rulings.selectors.rulings import with_wording
from rulings.selectors.searching import search
from rulings.selectors.wording import address_at

FIRST_CARDS = 2


def as_records(query: str, *, game: str = "", kind: str = "", limit: int) -> dict[str, Any]:
    """A search as in the contract of GET /api/v1/search."""
    page = search(query, game=game, kind=kind, size=limit)
    rulings = _rulings(page)
    cards = [] if kind else [_card_record(card) for card in page.cards]
    # A card comes first where it was asked for by its name; a question is answered by rulings.
    results = [*cards[:FIRST_CARDS], *rulings, *cards[FIRST_CARDS:]] if page.is_name else [*rulings, *cards]
    return {
        "query": query,
        "total": page.total + len(cards),
        "suggestion": page.suggestion or None,
        "results": results[:limit],
    }


def _rulings(page: SearchPage) -> list[dict[str, Any]]:
    changes = with_wording(Change.objects.all()).in_bulk([result.change.pk for result in page.results])
    return [_ruling_record(result, changes[result.change.pk]) for result in page.results]


def _ruling_record(result: Result, change: Change) -> dict[str, Any]:
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
