"""Cards and sets that fit, for programs; and what a misspelt name could mean."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from django.db.models import Case, IntegerField, Q, QuerySet, When

from importers.folding import fold_number, fold_title
from rulings.models import CardSet, ShownCard
from rulings.read_model.cards import letter_of
from rulings.read_model.records.cards import CardRecord, SetRecord
from rulings.read_model.stored import as_card
from rulings.selectors.cards.browsing import FLAGS
from rulings.selectors.cards.page import follow_card
from rulings.selectors.search.names import card_names
from rulings.selectors.site.finding import MissingError, WithdrawnError, find_game, find_game_called
from rulings.selectors.site.frames import game_frames

MOST_LIKE = 50
# To look for what a misspelt name means takes time: so many names of a batch or a deck are looked at.
MOST_GUESSED = 20
MOST_SUGGESTED = 3
LONGEST_NUMBER = 8


def set_records(game: str = "") -> list[SetRecord]:
    """The sets of a game that have cards to show, or those of all games."""
    games = [find_game_called(game)] if game else game_frames()
    return [card_set for one in games for card_set in one["sets"]]


def set_record(card_set: CardSet) -> SetRecord:
    """One card set, if it has cards to show."""
    wanted = f"{card_set.game.slug}/{card_set.slug}"
    found = [one for one in find_game(card_set.game.slug)["sets"] if one["id"] == wanted]
    if not found:
        raise MissingError
    return found[0]


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
) -> QuerySet[ShownCard]:
    """The cards that fit, by game and set; what is like a name comes in the order of likeness."""
    found = ShownCard.objects.all()
    slug = ""
    if game:
        frame = find_game_called(game)
        found, slug = found.filter(game=frame["pk"]), frame["id"]
    if card_set:
        found = found.filter(card_set__in=_sets_called(card_set))
    if pack:
        found = found.filter(Q(pack__slug=pack) | Q(pack__name__iexact=pack))
    if name:
        found = found.filter(folded_name=fold_title(name))
    if number:
        digits = "".join(filter(str.isdecimal, number))
        found = found.filter(number=fold_number(number)) if 0 < len(digits) <= LONGEST_NUMBER else found.none()
    if letter:
        found = found.filter(letter=letter_of(letter))
    if status:
        found = found.filter(**{FLAGS[status]: True})
    if like:
        return _like(found, like, game=slug)
    return found.order_by("game__name", "set_order", "card_set__name", "number_order", "card__name", "pk")


def card_records(found: Iterable[ShownCard]) -> list[CardRecord]:
    """Cards with what holds for them."""
    rows = found.values_list("record", flat=True) if isinstance(found, QuerySet) else [one.record for one in found]
    return [as_card(orjson.loads(record)) for record in rows]


def cards_wanted(wanted: Iterable[Mapping[str, str]]) -> tuple[list[CardRecord], list[dict[str, Any]]]:
    """The cards of a batch, each asked for by its id or by its name; and what was not found, with names like it."""
    found: dict[str, CardRecord] = {}
    missing: list[Mapping[str, str]] = []
    wanted = list(wanted)
    by_id = _by_ids([one["id"] for one in wanted if one.get("id")])
    for one in wanted:
        cards_found = by_id[one["id"]] if one.get("id") else _by_name(one)
        found |= {card["id"]: card for card in cards_found if card["id"] not in found}
        if not cards_found:
            missing.append(one)
    suggestions = suggestions_for(one.get("name", "") for one in missing)
    return list(found.values()), [
        {"wanted": dict(one), "suggestions": suggestions.get(one.get("name", ""), [])} for one in missing
    ]


def suggestions_for(names: Iterable[str], *, game: str = "") -> dict[str, list[str]]:
    """For each of some misspelt names, the names of cards that it could mean; not for more than a few."""
    wanted = list(dict.fromkeys(name for name in names if name))[:MOST_GUESSED]
    known = card_names() if wanted else None
    likely = {
        name: list(dict.fromkeys([*known.resembling(name, game=game), *known.like(name, game=game)]))[:MOST_SUGGESTED]
        for name in wanted
        if known
    }
    rows = ShownCard.objects.filter(folded_name__in={folded for found in likely.values() for folded in found})
    printed = {folded: orjson.loads(record)["name"] for folded, record in rows.values_list("folded_name", "record")}
    return {name: [printed[folded] for folded in found if folded in printed] for name, found in likely.items()}


def _by_ids(identifiers: Sequence[str]) -> dict[str, list[CardRecord]]:
    """By each id its card; the cards that are where they were come at once."""
    rows = ShownCard.objects.filter(path__in=[one for one in identifiers if "\x00" not in one])
    here = {path: as_card(orjson.loads(record)) for path, record in rows.values_list("path", "record")}
    return {one: [here[one]] if one in here else _followed(one) for one in identifiers}


def _followed(identifier: str) -> list[CardRecord]:
    parts = identifier.split("/")
    if len(parts) != 3:
        return []
    try:
        return [as_card(follow_card(parts[0], set_slug=parts[1], slug=parts[2]).record)]
    except (MissingError, WithdrawnError):
        return []


def _by_name(one: Mapping[str, str]) -> list[CardRecord]:
    if not one.get("name"):
        return []
    try:
        return card_records(
            cards(game=one.get("game", ""), card_set=one.get("set", ""), name=one["name"], number=one.get("number", ""))
        )
    except MissingError:
        return []


def _sets_called(name: str) -> QuerySet[CardSet]:
    """The sets of a slug, or else of a name or alias, in whatever game."""
    exact = CardSet.objects.filter(slug=name)
    called = CardSet.objects.filter(Q(name__iexact=name) | Q(aliases__folded=fold_title(name)))
    return exact if exact.exists() else called


def _like(found: QuerySet[ShownCard], name: str, *, game: str) -> QuerySet[ShownCard]:
    names = card_names()
    likely = dict.fromkeys([*names.like(name, game=game), *names.resembling(name, game=game)])
    folded = list(likely)[:MOST_LIKE]
    if not folded:
        return found.none()
    order = Case(*(When(folded_name=one, then=place) for place, one in enumerate(folded)), output_field=IntegerField())
    return found.filter(folded_name__in=folded).order_by(order, "game__name", "set_order", "pk")
