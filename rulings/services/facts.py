"""What the importers may know beforehand: the facts that the site ships, and the cards of its catalogue."""

import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from django.conf import settings

from importers.facts import Facts, GameFacts, load_facts
from importers.folding import fold_number, fold_title
from importers.recipe_files import read_recipe
from importers.recipes import Recipe, RecipeError
from importers.resolving import SetName
from rulings.models import Card, Document, Game
from rulings.read_model.known import set_names

logger = logging.getLogger(__name__)

# As they are compared: the name and the collector number.
CardName = tuple[str, str]


@cache
def shipped_facts() -> Facts:
    """The facts of fixtures/games.toml."""
    return load_facts(settings.FIXTURES / "games.toml")


def known_facts() -> Facts:
    """The shipped facts, with the sets, aliases and cards of the catalogue."""
    shipped, cards = shipped_facts(), _places_of_cards()
    curated = [_with_catalogue(shipped.of(game.name), game, cards) for game in Game.objects.all()]
    # What is known of a game here goes before what was shipped.
    return Facts([*shipped.games, *curated], corrections=shipped.corrections, recipes=_recipes(shipped))


def _recipes(shipped: Facts) -> tuple[Recipe, ...]:
    """The recipes that editors saved with their documents, and those that the site ships for others."""
    saved: dict[tuple[str, str], Recipe] = {}
    for one in Document.objects.exclude(recipe="").select_related("game"):
        try:
            saved[fold_title(one.game.name), fold_title(one.title)] = read_recipe(one.recipe)
        except RecipeError as error:
            # Another release may have written it: that document is read by the recipe that is shipped, if there is one.
            logger.error("The recipe of %s cannot be read: %s", one, error)
    others = (one for one in shipped.recipes if (fold_title(one.game), fold_title(one.document)) not in saved)
    return (*saved.values(), *others)


def _with_catalogue(facts: GameFacts, game: Game, cards: Mapping[int, Mapping[CardName, SetName]]) -> GameFacts:
    return replace(facts, names={**facts.names, **set_names(game)}, cards=cards.get(game.pk, {}))


def _places_of_cards() -> dict[int, dict[CardName, SetName]]:
    """By game, the sets of its cards by their names and numbers, where there is only one such card."""
    cards: dict[int, dict[CardName, SetName]] = defaultdict(dict)
    ambiguous: set[tuple[int, CardName]] = set()
    rows = Card.objects.filter(catalogued=True).exclude(number="")
    for game, name, number, card_set, pack in rows.values_list(
        "card_set__game", "name", "number", "card_set__name", "pack__name"
    ):
        key = fold_title(name), fold_number(number)
        if cards[game].setdefault(key, SetName(card_set, pack or "")) != SetName(card_set, pack or ""):
            ambiguous.add((game, key))
    for game, key in ambiguous:
        del cards[game][key]
    return cards
