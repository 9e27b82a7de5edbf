"""Cards to browse: by set, pack, letter and status, with counts."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, F, Q, QuerySet, When

from importers.folding import fold
from rulings.models import Card, CardSet, Game
from rulings.selectors.paging import Paging, paging
from rulings.selectors.statuses import MARKED, STATUSES, statuses_of

PAGE_SIZE = 120
# A card as it is narrowed: its key, folded name and pack.
Row = tuple[int, str, str | None]


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
    """A card with what holds for it."""

    card: Card
    statuses: tuple[str, ...]


@dataclass(frozen=True)
class Browse:
    """A page of cards, and how it can be narrowed."""

    rows: list[CardRow]
    paging: Paging
    # How many titles there are among the printings.
    titles: int
    statuses: list[Choice]
    letters: list[Choice]
    packs: list[Choice]


def browse(game: Game, narrowing: Narrowing, *, card_set: CardSet | None = None) -> Browse:
    """The cards of a game or set that fit."""
    statuses = statuses_of(game)
    rows: list[Row] = list(_in_order(game, card_set).values_list("pk", "folded_name", "pack__slug"))
    found = _narrowed(rows, narrowing, statuses)
    shown = paging(len(found), size=PAGE_SIZE, number=narrowing.page)
    return Browse(
        rows=_card_rows([pk for pk, _, _ in shown.of(found)], statuses),
        paging=shown,
        titles=len({name for _, name, _ in found}),
        statuses=_status_choices(rows, narrowing, statuses),
        letters=_choices(
            _narrowed(rows, narrowing, statuses, but="letter"),
            lambda row: letter_of(row[1]),
            {letter: letter.upper() for letter in sorted({letter_of(name) for _, name, _ in rows})},
            chosen=narrowing.letter,
        ),
        packs=_choices(
            _narrowed(rows, narrowing, statuses, but="pack"),
            lambda row: row[2] or "",
            dict(card_set.packs.values_list("slug", "name")) if card_set else {},
            chosen=narrowing.pack,
        ),
    )


def letter_of(name: str) -> str:
    """The letter under which a name is found; "#" for a digit or sign."""
    first = fold(name)[:1]
    return first if first.isalpha() else "#"


def sets_with_counts(game: Game) -> QuerySet[CardSet]:
    """The sets of a game that have cards to show."""
    shown = Count("cards", filter=Q(cards__in=Card.objects.shown()))
    return game.card_sets.annotate(shown=shown).filter(shown__gt=0).select_related("game")


def _in_order(game: Game, card_set: CardSet | None) -> QuerySet[Card]:
    cards = Card.objects.shown().filter(card_set__game=game)
    if card_set is None:
        return cards.order_by("folded_name", "card_set__position", "number_order")
    packs_first = F("pack__position").asc(nulls_first=True)
    unnumbered = Case(When(number="", then=1), default=0)
    in_set = cards.filter(card_set=card_set)
    return in_set.order_by(packs_first, "pack__name", unnumbered, "number_order", "folded_name")


def _narrowed(
    rows: Sequence[Row], narrowing: Narrowing, statuses: Mapping[str, frozenset[str]], *, but: str = ""
) -> list[Row]:
    """The rows that fit everything that was chosen, but for one choice, whose alternatives are counted."""
    names = statuses.get(narrowing.status, frozenset())
    tests: dict[str, Callable[[Row], bool]] = {
        "status": lambda row: row[1] in names,
        "letter": lambda row: letter_of(row[1]) == narrowing.letter,
        "pack": lambda row: row[2] == narrowing.pack,
    }
    chosen = [test for choice, test in tests.items() if getattr(narrowing, choice) and choice != but]
    return [row for row in rows if all(test(row) for test in chosen)]


def _status_choices(rows: Sequence[Row], narrowing: Narrowing, statuses: Mapping[str, frozenset[str]]) -> list[Choice]:
    others = _narrowed(rows, narrowing, statuses, but="status")
    return [
        Choice(status, title, sum(row[1] in statuses[status] for row in others), status == narrowing.status)
        for status, title in STATUSES.items()
        if statuses.get(status)
    ]


def _choices(
    rows: Sequence[Row], value_of: Callable[[Row], str], names: Mapping[str, str], *, chosen: str
) -> list[Choice]:
    counts = Counter(map(value_of, rows))
    return [Choice(value, name, counts[value], value == chosen) for value, name in names.items()]


def _card_rows(ids: Sequence[int], statuses: Mapping[str, frozenset[str]]) -> list[CardRow]:
    cards = Card.objects.select_related("card_set__game", "pack").in_bulk(ids)
    return [
        CardRow(cards[pk], tuple(status for status in MARKED if cards[pk].folded_name in statuses.get(status, ())))
        for pk in ids
    ]
