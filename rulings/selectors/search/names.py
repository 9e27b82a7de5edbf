"""The names that the site knows: of cards, of rulings, and cards by their collector numbers."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from importers.folding import fold, fold_number, fold_title
from rulings.models import Alias, CardSet, Pack, ShownCard, ShownRuling
from rulings.read_model.records.cards import ShownCardRecord
from rulings.read_model.state import remembered_now
from rulings.search.engine import IndexUnavailableError, engine
from rulings.search.names import NameIndex
from rulings.selectors.site.frames import game_names

# "F110", "f 110", "core set F110", "CoC F110", "cs 63"; "cs63"; "F110 CoC"
NUMBERS = (
    re.compile(r"(?:(?P<place>.*\S) )??(?P<number>[a-z] ?\d{1,4}|\d{1,4})"),
    re.compile(r"(?P<place>.*?[a-z])(?P<number>\d{1,4})"),
    re.compile(r"(?P<number>[a-z]?\d{1,4}) (?P<place>.+)"),
)
MOST_CALLED = 500
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Games, sets and packs, by their keys.
Place = tuple[str, int | str]


class NumberedCard(NamedTuple):
    """A card by where its number is printed."""

    pk: int
    number: str
    game: str
    card_set: int
    pack: int | None


def card_names() -> NameIndex:
    """The names of all cards that the site shows."""
    cards = ShownCard.objects.order_by("set_order", "is_unnumbered", "number_order", "pk")
    return _from_index("card") or remembered_now(
        "card names", lambda: NameIndex.of(cards.values_list("folded_name", "pk", "game__slug"))
    )


def cards_called(names: Iterable[str], *, game: str = "") -> list[int]:
    """The cards of some names; of one game, if it is given."""
    keys = card_names().ids_of(names)
    if not game or not keys:
        return keys
    inside = set(ShownCard.objects.filter(pk__in=keys[:MOST_CALLED], game__slug=game).values_list("pk", flat=True))
    return [key for key in keys if key in inside]


def one_of_each(cards: Iterable[ShownCardRecord]) -> list[ShownCardRecord]:
    """The first printing of each card among some."""
    found: list[ShownCardRecord] = []
    for card in cards:
        if card["id"] not in {printing["id"] for one in found for printing in one["printings"]}:
            found.append(card)
    return found


def ruling_titles() -> NameIndex:
    """The titles of all sections and questions in force."""
    titled = ShownRuling.objects.filter(kind__in=["clarification", "question"]).order_by("document_id", "position")
    return _from_index("title") or remembered_now(
        "ruling titles", lambda: NameIndex.of(titled.values_list("title", "pk", "game__slug"))
    )


def numbered_cards(text: str, *, game: str = "") -> list[int]:
    """The cards of a collector number, alone ("F110") or behind a set or its alias ("CS 63")."""
    return cards_numbered([text], game=game).get(text, [])


def cards_numbered(texts: Iterable[str], *, game: str = "") -> dict[str, list[int]]:
    """The same for many texts at once; those that name no card are left out."""
    read = {text: list(_readings(text)) for text in texts}
    orders = {int(number.lstrip(LETTERS)) for readings in read.values() for _, number in readings}
    rows: dict[int, list[NumberedCard]] = defaultdict(list)
    if orders:
        cards = ShownCard.objects.filter(number_order__in=orders, is_unnumbered=False)
        cards = cards.order_by("game", "set_order", "number_order", "folded_name", "pk")
        columns = cards.values_list("number_order", "pk", "number", "game__slug", "card_set", "pack")
        for order, pk, number, slug, card_set, pack in columns.filter(game__slug=game) if game else columns:
            rows[order].append(NumberedCard(pk, number, slug, card_set, pack))
    found = {text: _first(readings, rows) for text, readings in read.items()}
    return {text: keys for text, keys in found.items() if keys}


def _readings(text: str) -> Iterator[tuple[str, str]]:
    """The ways in which a text can be a place and a number; only places that are known are worth a look."""
    for pattern in NUMBERS:
        if match := pattern.fullmatch(fold(text)):
            place, number = fold_title(match["place"] or ""), fold_number(match["number"])
            # "63" alone is a number of anything.
            if place in _places() if place else not number.isdigit():
                yield place, number


def _first(readings: Iterable[tuple[str, str]], rows: Mapping[int, list[NumberedCard]]) -> list[int]:
    """The cards of the first reading that names any."""
    for place, number in readings:
        same = rows[int(number.lstrip(LETTERS))]
        if keys := [row.pk for row in same if _fits(row, number, place)]:
            return keys
    return []


def _fits(row: NumberedCard, number: str, place: str) -> bool:
    if not place:
        return row.number == number
    # "F110", and "110" where the set is named.
    bare = row.number.lstrip(LETTERS)
    places = {"game": row.game, "card_set": row.card_set, "pack": row.pack}
    return any(
        places[kind] == key and (number == row.number or (kind != "game" and number == bare))
        for kind, key in _places()[place]
    )


def _places() -> dict[str, list[Place]]:
    """By folded name, the sets, packs and games that numbers are looked for in."""
    return remembered_now("places", _load_places)


def _load_places() -> dict[str, list[Place]]:
    short_names = {slug: fold(short_name) for slug, _, short_name in game_names()}
    rows: list[tuple[str, str, Place]] = []
    for key, name, game in CardSet.objects.values_list("pk", "name", "game__slug"):
        rows.append((fold_title(name), game, ("card_set", key)))
    for key, name, game in Pack.objects.values_list("pk", "name", "card_set__game__slug"):
        rows.append((fold_title(name), game, ("pack", key)))
    for folded, card_set, game in Alias.objects.values_list("folded", "card_set", "game__slug"):
        rows.append((folded, game, ("card_set", card_set)))
    places: dict[str, list[Place]] = {}
    for name, game, place in rows:
        for called in (name, f"{short_names.get(game, '')} {name}".strip()):
            places.setdefault(called, []).append(place)
    for slug, name, short_name in game_names():
        for called in {fold(short_name), fold_title(name)} - {""}:
            places.setdefault(called, []).append(("game", slug))
    return places


def _from_index(kind: str) -> NameIndex | None:
    """The names next to the index, if it holds what the site shows now."""
    try:
        return engine().names(kind)
    except IndexUnavailableError:
        return None
