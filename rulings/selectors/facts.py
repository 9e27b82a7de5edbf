"""What the importers may know beforehand: the facts that the site ships, and the cards of its catalogue."""

from dataclasses import replace
from functools import cache

from django.conf import settings

from importers.facts import Facts, GameFacts, load_facts
from importers.folding import fold_number, fold_title
from importers.resolving import SetName
from rulings.models import Card


@cache
def shipped_facts() -> Facts:
    """The facts of fixtures/games.toml."""
    return load_facts(settings.FIXTURES / "games.toml")


def known_facts() -> Facts:
    """The shipped facts, with the set of every catalogued card."""
    cards: dict[str, dict[tuple[str, str], SetName]] = {}
    ambiguous: set[tuple[str, tuple[str, str]]] = set()
    rows = Card.objects.filter(catalogued=True).exclude(number="")
    for game, name, number, card_set, pack in rows.values_list(
        "card_set__game__name", "name", "number", "card_set__name", "pack__name"
    ):
        key = fold_title(name), fold_number(number)
        known = cards.setdefault(fold_title(game), {})
        if known.setdefault(key, SetName(card_set, pack or "")) != SetName(card_set, pack or ""):
            ambiguous.add((fold_title(game), key))
    for game, key in ambiguous:
        del cards[game][key]
    shipped = shipped_facts()
    return Facts((_with_cards(facts, cards) for facts in shipped.games), corrections=shipped.corrections)


def _with_cards(facts: GameFacts, cards: dict[str, dict[tuple[str, str], SetName]]) -> GameFacts:
    return replace(facts, cards=cards.get(fold_title(facts.name), {}))
