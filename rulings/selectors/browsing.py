"""Cards to browse: by set, pack, letter and status, with counts."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, F, Q, QuerySet

from rulings.models import Card, CardSet, Change, Document, Game, Reference
from rulings.selectors.rulings import any_from_digest, with_wording
from rulings.selectors.state import site_state

PAGE_SIZE = 120
STATUSES = {
    "errata": "with errata",
    "restricted": "restricted",
    "banned": "banned",
    "changed": "changed in the newest edition",
}
GAMES_KEPT = 64


@dataclass(frozen=True)
class Narrowing:
    """What a visitor chose to see."""

    status: str = ""
    letter: str = ""
    pack: str = ""
    page: int = 1


@dataclass(frozen=True)
class Choice:
    """Something to narrow by, with the number of cards that would be left."""

    value: str
    name: str
    count: int
    is_chosen: bool


@dataclass(frozen=True)
class CardRow:
    card: Card
    statuses: tuple[str, ...]


@dataclass(frozen=True)
class Browse:
    """A page of cards, and how it can be narrowed."""

    rows: list[CardRow]
    total: int
    number: int
    pages: int
    statuses: list[Choice]
    letters: list[Choice]
    packs: list[Choice]


@dataclass(frozen=True)
class ErrataSheet:
    """Everything that corrects or lists the cards of a set."""

    card_set: CardSet
    errata: list[Change]
    listings: list[Change]

    @property
    def has_digest(self) -> bool:
        return any_from_digest([*self.errata, *self.listings])


def browse(game: Game, narrowing: Narrowing, *, card_set: CardSet | None = None) -> Browse:
    """The cards of a game or set that fit; each choice counts what it would leave of them."""
    statuses = statuses_of(game)
    cards = [
        (card_id, name, pack)
        for card_id, name, pack in _in_order(game, card_set).values_list("pk", "folded_name", "pack__slug")
    ]
    names = statuses.get(narrowing.status, frozenset())

    def fits(name: str, pack: str | None, *, without: str = "") -> bool:
        return (
            (without == "status" or not narrowing.status or name in names)
            and (without == "letter" or not narrowing.letter or letter_of(name) == narrowing.letter)
            and (without == "pack" or not narrowing.pack or pack == narrowing.pack)
        )

    found = [card_id for card_id, name, pack in cards if fits(name, pack)]
    pages = max(1, -(-len(found) // PAGE_SIZE))
    number = min(max(narrowing.page, 1), pages)
    shown = found[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    return Browse(
        rows=_rows(shown, statuses),
        total=len(found),
        number=number,
        pages=pages,
        statuses=_choices(
            Counter(
                status
                for _, name, pack in cards
                if fits(name, pack, without="status")
                for status in STATUSES
                if name in statuses.get(status, ())
            ),
            {status: title for status, title in STATUSES.items() if statuses.get(status)},
            chosen=narrowing.status,
        ),
        letters=_choices(
            Counter(letter_of(name) for _, name, pack in cards if fits(name, pack, without="letter")),
            {letter: letter.upper() for letter in sorted({letter_of(name) for _, name, _ in cards})},
            chosen=narrowing.letter,
        ),
        packs=_choices(
            Counter(pack for _, name, pack in cards if pack and fits(name, pack, without="pack")),
            dict(card_set.packs.values_list("slug", "name")) if card_set else {},
            chosen=narrowing.pack,
        ),
    )


def letter_of(folded_name: str) -> str:
    """The letter under which a name is found; "#" for a digit or sign."""
    first = folded_name[:1]
    return first if first.isalpha() else "#"


def statuses_of(game: Game) -> Mapping[str, frozenset[str]]:
    """For each status, the folded names of the titles that have it; it counts for every printing of a title."""
    return _statuses(site_state().generation, game.pk)


def sets_with_counts(game: Game) -> QuerySet[CardSet]:
    """The sets of a game that have cards to show."""
    shown = Count("cards", filter=Q(cards__in=Card.objects.shown()))
    return game.card_sets.annotate(shown=shown).filter(shown__gt=0).select_related("game")


def errata_sheet(card_set: CardSet) -> ErrataSheet:
    """What corrects or lists the cards of a set, in the order of its cards."""
    about = Reference.objects.filter(place=Reference.Place.SUBJECT, card__card_set=card_set)
    first = {pk: (order or 0, name) for pk, order, name in about.values_list("change", "card__number_order", "label")}
    in_force = with_wording(Change.objects.in_force().filter(pk__in=first, ruling__kind__in=["erratum", "listing"]))
    changes = sorted(in_force, key=lambda change: first[change.pk])
    return ErrataSheet(
        card_set,
        errata=[change for change in changes if change.ruling.kind == "erratum"],
        listings=[change for change in changes if change.ruling.kind == "listing"],
    )


def _in_order(game: Game, card_set: CardSet | None) -> QuerySet[Card]:
    cards = Card.objects.shown().filter(card_set__game=game)
    if card_set is None:
        return cards.order_by("folded_name", "card_set__position", "number_order")
    packs_first = F("pack__position").asc(nulls_first=True)
    return cards.filter(card_set=card_set).order_by(packs_first, "pack__name", "number_order", "folded_name")


def _rows(ids: list[int], statuses: Mapping[str, frozenset[str]]) -> list[CardRow]:
    cards = Card.objects.select_related("card_set__game", "pack").in_bulk(ids)
    return [CardRow(cards[pk], _statuses_of_name(cards[pk].folded_name, statuses)) for pk in ids]


def _statuses_of_name(name: str, statuses: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    return tuple(status for status in ("banned", "restricted", "errata") if name in statuses.get(status, ()))


def _choices(counts: Mapping[str, int], names: Mapping[str, str], *, chosen: str) -> list[Choice]:
    return [Choice(value, name, counts.get(value, 0), value == chosen) for value, name in names.items()]


@lru_cache(maxsize=GAMES_KEPT)
def _statuses(generation: int, game_id: int) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    subjects = Reference.objects.filter(place=Reference.Place.SUBJECT, card__isnull=False)
    in_force = subjects.filter(change__in=Change.objects.in_force(), change__ruling__document__game=game_id)
    rows = in_force.values_list(
        "card__folded_name",
        "change__ruling__kind",
        "change__ruling__list_name",
        "change__kind",
        "change__ruling__document",
        "change__revision__version_tag",
        "change__edition__label",
    )
    again = _published_again(game_id)
    for name, kind, list_name, change, document, tag, label in rows:
        if kind == "erratum":
            found["errata"].add(name)
        if kind == "listing":
            found[list_name].add(name)
        # A first edition adds everything; what it changed is told by its tags, if it prints them.
        if (change != Change.Kind.SAME and document in again) or tag.removeprefix("v") == label:
            found["changed"].add(name)
    removed = Change.objects.filter(
        edition__in=Document.objects.shown().filter(game=game_id).values("current"), kind=Change.Kind.REMOVED
    )
    left = subjects.filter(change__ruling__in=removed.values("ruling"))
    found["changed"].update(left.values_list("card__folded_name", flat=True))
    return {status: frozenset(names) for status, names in found.items()}


def _published_again(game_id: int) -> set[int]:
    """The documents of a game of which more than one edition is published."""
    published = Count("editions", filter=Q(editions__state="published"))
    return set(
        Document.objects.filter(game=game_id)
        .annotate(published=published)
        .filter(published__gt=1)
        .values_list("pk", flat=True)
    )
