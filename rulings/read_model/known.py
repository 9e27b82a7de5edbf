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
    places = set_names(game)
    called = []
    for pk, name, given, own, pack, number, own_number in others:
        # A set may have been merged or renamed since.
        place = places.get(fold_title(given), SetName(given)) if given else SetName(own, pack or "")
        called.append(KnownCard(pk, name, place.set, place.pack, number or own_number))
    return Catalogue((*known, *called), aliases=places)


def set_names(game: Game) -> dict[str, SetName]:
    """The sets and packs of a game by their folded names and aliases."""
    packs = Pack.objects.filter(card_set__game=game).select_related("card_set")
    aliases = Alias.objects.filter(game=game).select_related("card_set", "pack")
    return {
        **{fold_title(pack.name): SetName(pack.card_set.name, pack.name) for pack in packs},
        **{fold_title(card_set.name): SetName(card_set.name) for card_set in game.card_sets.all()},
        **{one.folded: SetName(one.card_set.name, one.pack.name if one.pack else "") for one in aliases},
    }
