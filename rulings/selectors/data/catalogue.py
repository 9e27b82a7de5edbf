"""Games, card sets and cards as data."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Case, IntegerField, Q, QuerySet, When

from importers.folding import fold_number, fold_title
from rulings.models import Alias, Card, CardSet, Game, Pack
from rulings.selectors.browsing import letter_of, sets_with_counts
from rulings.selectors.cards import CardPage, follow_card
from rulings.selectors.data.documents import change_record
from rulings.selectors.data.rulings import card_id_of, ruling_records
from rulings.selectors.documents import shown_games
from rulings.selectors.finding import MissingError, WithdrawnError, find_game
from rulings.selectors.names import card_names
from rulings.selectors.overview import GameOverview, overview
from rulings.selectors.state import site_state
from rulings.selectors.statuses import MARKED, statuses_of
from rulings.selectors.understanding import game_called

Record = dict[str, Any]
MOST_LIKE = 50
# Guessing what a misspelt name means costs a look at every name.
MOST_GUESSED = 20
MOST_SUGGESTED = 3
LONGEST_NUMBER = 8


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
        found = found.filter(_beginning_with(letter))
    if status:
        found = found.filter(_with_status(status))
    if like:
        return _like(found, like)
    return found.order_by("card_set__game__name", "card_set__position", "card_set__name", "number_order", "name", "pk")


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


def set_id_of(card_set: CardSet) -> str:
    return f"{card_set.game.slug}/{card_set.slug}"


def cards_wanted(wanted: Iterable[Mapping[str, str]]) -> tuple[list[Card], list[Record]]:
    """The cards of a batch, each asked for by its id or by its name; and what was not found, with the likest names."""
    found: list[Card] = []
    missing: list[Mapping[str, str]] = []
    wanted = list(wanted)
    by_id = _by_ids([one["id"] for one in wanted if one.get("id")])
    for one in wanted:
        cards_found = by_id[one["id"]] if one.get("id") else list(_by_name(one))
        found += [card for card in cards_found if card not in found]
        if not cards_found:
            missing.append(one)
    suggestions = suggestions_for(one.get("name", "") for one in missing)
    return found, [{"wanted": dict(one), "suggestions": suggestions.get(one.get("name", ""), [])} for one in missing]


def suggestions_for(names: Iterable[str], *, game: Game | None = None) -> dict[str, list[str]]:
    """For each of some misspelt names, the names of cards that it could mean; not for more than a few."""
    known = Card.objects.shown().filter(card_set__game=game) if game else Card.objects.shown()
    by_folded = dict(known.values_list("folded_name", "name"))
    all_names = card_names(site_state().generation)
    wanted = list(dict.fromkeys(name for name in names if name))[:MOST_GUESSED]
    likest = {name: (*all_names.resembling(name, among=by_folded), *all_names.like(name)) for name in wanted}
    return {
        name: [by_folded[one] for one in dict.fromkeys(folded) if one in by_folded][:MOST_SUGGESTED]
        for name, folded in likest.items()
    }


def _by_ids(identifiers: Sequence[str]) -> dict[str, list[Card]]:
    """By each id its card; the cards that are where they were come at once."""
    parts = {one: one.split("/") for one in identifiers}
    slugs = {split[2] for split in parts.values() if len(split) == 3 and "\x00" not in split[2]}
    shown = Card.objects.shown().select_related("card_set__game", "pack")
    here = {card_id_of(card): card for card in shown.filter(slug__in=slugs)}
    return {
        one: [here[one]] if one in here else _followed(*split) if len(split) == 3 else []
        for one, split in parts.items()
    }


def _followed(game: str, card_set: str, card: str) -> list[Card]:
    try:
        return [follow_card(game, set_slug=card_set, slug=card)]
    except (MissingError, WithdrawnError):
        return []


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
    """The sets of a slug, or else of a name or alias, in whatever game."""
    exact = CardSet.objects.filter(slug=name)
    called = CardSet.objects.filter(Q(name__iexact=name) | Q(aliases__folded=fold_title(name)))
    return exact if exact.exists() else called


def _numbered(found: QuerySet[Card], number: str) -> list[int]:
    """Cards with a number, however it is written: those with the same digits, looked at more closely."""
    wanted, digits = fold_number(number), "".join(filter(str.isdecimal, number))
    if not digits or len(digits) > LONGEST_NUMBER:
        return []
    candidates = found.filter(number_order=int(digits)).values_list("pk", "number")
    return [pk for pk, printed in candidates if fold_number(printed) == wanted]


def _beginning_with(letter: str) -> Q:
    """Names that begin with a letter; or with none, for the sign that stands for them."""
    first = letter_of(letter)
    others = reduce(or_, (Q(folded_name__startswith=sign) for sign in "0123456789_"))
    return Q(folded_name__startswith=first) if first != "#" else others


def _with_status(status: str) -> Q:
    """The titles that have a status, each in its game."""
    games = [
        Q(card_set__game=game, folded_name__in=statuses_of(game).get(status, frozenset())) for game in shown_games()
    ]
    return reduce(or_, games, Q(pk__in=[]))


def _like(found: QuerySet[Card], name: str) -> QuerySet[Card]:
    names = card_names(site_state().generation)
    among = set(found.order_by().values_list("folded_name", flat=True))
    likest = dict.fromkeys([*names.like(name), *names.resembling(name, among=among)])
    folded = [one for one in likest if one in among][:MOST_LIKE]
    if not folded:
        return found.none()
    order = Case(*(When(folded_name=one, then=place) for place, one in enumerate(folded)), output_field=IntegerField())
    return found.filter(folded_name__in=folded).order_by(order, "card_set__game__name", "card_set__position", "pk")
