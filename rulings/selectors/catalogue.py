"""The catalogue as the pure resolver wants it."""

from importers.resolving import Catalogue, KnownCard, SetName
from rulings.models import Alias, Card, Game


def load_catalogue(game: Game, *, only_shown: bool = False) -> Catalogue:
    """The cards of a game, with the names and aliases of its sets."""
    cards = Card.objects.filter(card_set__game=game)
    if only_shown:
        cards = cards.shown()
    known = (
        KnownCard(id=pk, name=name, set=card_set, pack=pack or "", number=number)
        for pk, name, card_set, pack, number in cards.values_list(
            "pk", "name", "card_set__name", "pack__name", "number"
        )
    )
    aliases = {
        alias.folded: SetName(alias.card_set.name, alias.pack.name if alias.pack else "")
        for alias in Alias.objects.filter(game=game).select_related("card_set", "pack")
    }
    sets = {card_set.name: SetName(card_set.name) for card_set in game.card_sets.all()}
    return Catalogue(known, aliases={**sets, **aliases})
