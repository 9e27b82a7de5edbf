"""Games, card sets and cards as data."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Case, IntegerField, Q, QuerySet, When

from importers.folding import fold_number, fold_title
from rulings.models import Alias, Card, CardSet, Game, Pack
from rulings.selectors.browsing import letter_of, sets_with_counts
from rulings.selectors.cards import CardPage
from rulings.selectors.data.documents import change_record
from rulings.selectors.data.rulings import ruling_records
from rulings.selectors.documents import shown_games
from rulings.selectors.finding import MissingError, find_game
from rulings.selectors.names import card_names
from rulings.selectors.overview import GameOverview, overview
from rulings.selectors.state import site_state
from rulings.selectors.statuses import MARKED, statuses_of
from rulings.selectors.understanding import game_called

Record = dict[str, Any]
MOST_LIKE = 50


def game_named(name: str) -> Game:
    """The game of a slug, name or short name."""
    game = game_called(name) if "\x00" not in name else None
    if game is None:
        raise MissingError
    return game


def game_records(games: QuerySet[Game] | None = None) -> list[Record]:
    """The games with what is in them."""
    return [_game_record(one) for one in overview(shown_games() if games is None else games)]


def game_record(slug: str) -> Record:
    """One game with what is in it."""
    return game_records(shown_games().filter(pk=find_game(slug).pk))[0]


def _game_record(one: GameOverview) -> Record:
    game = one.game
    return {
        "id": game.slug,
        "name": game.name,
        "short_name": game.short_name or None,
        "colour": game.colour or None,
        "restricted_titles": game.restricted_titles,
        "documents": [f"{game.slug}/{document.slug}" for document in one.documents],
        "rulings": sum(count for count, _ in one.counts),
        "cards": one.cards,
        "changed": one.changed,
        "url": game.get_absolute_url(),
    }


def sets(game: str = "") -> list[CardSet]:
    """The sets of a game that have cards to show, or those of all games."""
    games = [game_named(game)] if game else shown_games()
    return [card_set for one in games for card_set in sets_with_counts(one)]


def set_records(card_sets: Iterable[CardSet]) -> list[Record]:
    """Card sets with their packs, aliases and number of cards."""
    chosen = list(card_sets)
    packs: dict[int, list[str]] = {}
    for set_id, name in Pack.objects.filter(card_set__in=chosen).values_list("card_set", "name"):
        packs.setdefault(set_id, []).append(name)
    aliases: dict[int, list[str]] = {}
    for set_id, name in Alias.objects.filter(card_set__in=chosen).values_list("card_set", "name"):
        aliases.setdefault(set_id, []).append(name)
    return [
        {
            "id": set_id_of(one),
            "game": one.game.slug,
            "name": one.name,
            "packs": packs.get(one.pk, []),
            "aliases": aliases.get(one.pk, []),
            "cards": one.shown,  # type: ignore[attr-defined]
            "url": one.get_absolute_url(),
        }
        for one in chosen
    ]


def set_record(card_set: CardSet) -> Record:
    """One card set."""
    counted = sets_with_counts(card_set.game).filter(pk=card_set.pk).first()
    if counted is None:
        raise MissingError
    return set_records([counted])[0]


def cards(
    *,
    game: str = "",
    card_set: str = "",
    pack: str = "",
    name: str = "",
    like: str = "",
    number: str = "",
    letter: str = "",
    status: str = "",
) -> QuerySet[Card]:
    """The cards that fit, by game and set; what is like a name comes in the order of likeness."""
    found = Card.objects.shown().select_related("card_set__game", "pack")
    if game:
        found = found.filter(card_set__game=game_named(game))
    if card_set:
        found = found.filter(card_set__in=_sets_called(card_set))
    if pack:
        found = found.filter(Q(pack__slug=pack) | Q(pack__name__iexact=pack))
    if name:
        found = found.filter(folded_name=fold_title(name))
    if number:
        found = found.filter(pk__in=_numbered(found, number))
    if letter:
        found = found.filter(pk__in=[pk for pk, n in found.values_list("pk", "folded_name") if letter_of(n) == letter])
    if status:
        found = found.filter(_with_status(status))
    if like:
        return _like(found, like)
    return found.order_by("card_set__game__name", "card_set__position", "card_set__name", "number_order", "name")


def card_records(found: Iterable[Card]) -> list[Record]:
    """Cards with what holds for them."""
    listed = list(found)
    games = {card.card_set.game_id: card.card_set.game for card in listed}
    statuses = {pk: statuses_of(game) for pk, game in games.items()}
    return [card_record(card, statuses[card.card_set.game_id]) for card in listed]


def card_record(card: Card, statuses: Mapping[str, frozenset[str]] | None = None) -> Record:
    """One card; what holds for it counts for all its printings."""
    known = statuses_of(card.card_set.game) if statuses is None else statuses
    return {
        "id": card_id_of(card),
        "game": card.card_set.game.slug,
        "set": card.card_set.name,
        "set_id": set_id_of(card.card_set),
        "pack": card.pack.name if card.pack else None,
        "number": card.number or None,
        "name": card.name,
        "card_type": card.card_type or None,
        "statuses": [status for status in MARKED if card.folded_name in known.get(status, ())],
        "url": card.get_absolute_url(),
    }


def card_detail(page: CardPage) -> Record:
    """A card with everything that is ruled about it."""
    about = page.rulings
    records = dict(zip(about.all, ruling_records(about.all), strict=True))
    return {
        **card_record(page.card),
        "printings": card_records(page.printings),
        "errata": [records[change] for change in about.errata],
        "listings": [records[change] for change in about.listings],
        "rulings": [records[change] for change in about.others],
        "mentions": [records[change] for change in about.mentions],
        "history": [change_record(event.comparison, event.edition) for event in page.history],
    }


def card_id_of(card: Card) -> str:
    return f"{card.card_set.game.slug}/{card.card_set.slug}/{card.slug}"


def set_id_of(card_set: CardSet) -> str:
    return f"{card_set.game.slug}/{card_set.slug}"


def cards_wanted(wanted: Iterable[Mapping[str, str]]) -> tuple[list[Card], list[Record]]:
    """The cards of a batch, each asked for by its id or by its name; and what was not found, with the likest names."""
    found: list[Card] = []
    missing: list[Record] = []
    for one in wanted:
        cards_found = list(_by_id(one["id"]) if one.get("id") else _by_name(one))
        found += [card for card in cards_found if card not in found]
        if not cards_found:
            missing.append({"wanted": dict(one), "suggestions": suggestions_for(one.get("name") or "")})
    return found, missing


def suggestions_for(name: str, *, game: Game | None = None, most: int = 3) -> list[str]:
    """The names of cards that a misspelt one could mean."""
    names = card_names(site_state().generation)
    folded = list(dict.fromkeys([*names.resembling(name), *names.like(name)]))[: most * 3]
    known = Card.objects.filter(folded_name__in=folded)
    if game:
        known = known.filter(card_set__game=game)
    by_folded = dict(known.values_list("folded_name", "name"))
    return [by_folded[one] for one in folded if one in by_folded][:most]


def _by_id(identifier: str) -> QuerySet[Card]:
    parts = identifier.split("/")
    if len(parts) != 3:
        return Card.objects.none()
    game, card_set, slug = parts
    shown = Card.objects.shown().select_related("card_set__game", "pack")
    return shown.filter(card_set__game__slug=game, card_set__slug=card_set, slug=slug)


def _by_name(one: Mapping[str, str]) -> QuerySet[Card]:
    if not one.get("name"):
        return Card.objects.none()
    try:
        return cards(
            game=one.get("game", ""), card_set=one.get("set", ""), name=one["name"], number=one.get("number", "")
        )
    except MissingError:
        return Card.objects.none()


def _sets_called(name: str) -> QuerySet[CardSet]:
    """The sets of a slug, name or alias, in whatever game."""
    return CardSet.objects.filter(Q(slug=name) | Q(name__iexact=name) | Q(aliases__folded=fold_title(name)))


def _numbered(found: QuerySet[Card], number: str) -> list[int]:
    wanted = fold_number(number)
    return [pk for pk, printed in found.values_list("pk", "number") if fold_number(printed) == wanted]


def _with_status(status: str) -> Q:
    """The titles that have a status, each in its game."""
    games = [
        Q(card_set__game=game, folded_name__in=statuses_of(game).get(status, frozenset())) for game in shown_games()
    ]
    return reduce(or_, games, Q(pk__in=[]))


def _like(found: QuerySet[Card], name: str) -> QuerySet[Card]:
    names = card_names(site_state().generation)
    folded = list(dict.fromkeys([*names.like(name), *names.resembling(name)]))[:MOST_LIKE]
    if not folded:
        return found.none()
    order = Case(*(When(folded_name=one, then=place) for place, one in enumerate(folded)), output_field=IntegerField())
    return found.filter(folded_name__in=folded).order_by(order, "card_set__game__name", "card_set__position", "pk")
