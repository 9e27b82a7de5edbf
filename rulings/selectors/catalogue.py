"""The catalogue as the pure resolver wants it."""

from importers.folding import fold_title
from importers.resolving import Catalogue, KnownCard, SetName
from rulings.models import Alias, Card, CardAlias, Game, Pack


def load_catalogue(game: Game) -> Catalogue:
    """The cards that a game shows, with the names and aliases of its sets and packs."""
    cards = Card.objects.shown().filter(card_set__game=game)
    known = (
        KnownCard(id=pk, name=name, set=card_set, pack=pack or "", number=number)
        for pk, name, card_set, pack, number in cards.values_list(
            "pk", "name", "card_set__name", "pack__name", "number"
        )
    )
    others = CardAlias.objects.filter(card__in=cards).values_list(
        "card", "name", "set_name", "card__card_set__name", "card__pack__name", "number", "card__number"
    )
    aliases = {
        alias.folded: SetName(alias.card_set.name, alias.pack.name if alias.pack else "")
        for alias in Alias.objects.filter(game=game).select_related("card_set", "pack")
    }
    names = {
        pack.name: SetName(pack.card_set.name, pack.name)
        for pack in Pack.objects.filter(card_set__game=game).select_related("card_set")
    }
    names |= {card_set.name: SetName(card_set.name) for card_set in game.card_sets.all()}
    places = {fold_title(name): place for name, place in names.items()} | aliases
    called = []
    for pk, name, given, own, pack, number, own_number in others:
        # A set may have been merged or renamed since.
        place = places.get(fold_title(given), SetName(given)) if given else SetName(own, pack or "")
        called.append(KnownCard(pk, name, place.set, place.pack, number or own_number))
    return Catalogue((*known, *called), aliases=places)
