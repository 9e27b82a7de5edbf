"""A card with what is ruled about it."""

from dataclasses import dataclass
from typing import Any

from django.urls import resolve

from rulings.models import Card
from rulings.read_model.records.cards import CardDetail, GameDetail, ShownCardRecord
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.stored import StoredCard, as_card, as_ruling, card_at, rulings_by_key
from rulings.selectors.site.finding import MissingError, MovedError, WithdrawnError, absence_at, find_game


@dataclass(frozen=True)
class CardPage:
    """What the page of a card shows."""

    card: ShownCardRecord
    game: GameDetail
    errata: list[Any]
    listings: list[Any]
    others: list[Any]
    mentions: list[Any]
    history: list[ChangeRecord]

    @property
    def all(self) -> list[Any]:
        return [*self.errata, *self.listings, *self.others, *self.mentions]

    @property
    def has_digest(self) -> bool:
        return any(ruling["is_digest"] for ruling in self.all)


def find_card(game: str, *, set_slug: str, slug: str) -> StoredCard:
    """The card of that address."""
    path = f"{game}/{set_slug}/{slug}"
    card = card_at(path) if "\x00" not in path else None
    if card is None:
        found = find_game(game)
        there = Card.objects.filter(card_set__game=found["pk"], card_set__slug=set_slug, slug=slug)
        raise WithdrawnError if there.exists() else absence_at(found["pk"], set_slug, slug)
    return card


def follow_card(game: str, *, set_slug: str, slug: str) -> StoredCard:
    """The card of that address, or the one that it was merged into."""
    try:
        return find_card(game, set_slug=set_slug, slug=slug)
    except MovedError as moved:
        parts = resolve(moved.address).kwargs
        if "card" not in parts:
            raise MissingError from moved
        return find_card(parts["game"], set_slug=parts["card_set"], slug=parts["card"])


def card_page(card: StoredCard) -> CardPage:
    """A card with what is ruled about it, and what has become of that over the editions."""
    parts = card.rulings
    rulings = rulings_by_key(key for keys in parts.values() for key in keys)
    identity = card.record["id"]
    shown = {
        part: [_for_card(rulings[key], identity) for key in keys if key in rulings] for part, keys in parts.items()
    }
    return CardPage(card=card.record, game=find_game(card.record["game"]), history=card.history, **shown)


def card_detail(page: CardPage) -> CardDetail:
    """A card with everything that is ruled about it, as data."""
    return {
        **as_card(page.card),
        "printings": page.card["printings"],
        "errata": [as_ruling(ruling) for ruling in page.errata],
        "listings": [as_ruling(ruling) for ruling in page.listings],
        "rulings": [as_ruling(ruling) for ruling in page.others],
        "mentions": [as_ruling(ruling) for ruling in page.mentions],
        "history": page.history,
    }


def _for_card(ruling: Any, card: str) -> Any:
    """A ruling as it is shown for a card: with the cards that it names, if this one only shares their title."""
    named = [one for one in ruling["cards"] if one["id"]]
    return {**ruling, "printed_for": [] if card in {one["id"] for one in named} else named}
