"""Cards to browse: by set, pack, letter and status, with counts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import orjson
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from rulings.models import CardSet, ShownCard
from rulings.read_model.cards import CHANGED
from rulings.read_model.records.cards import CardRecord, CardStatus, GameDetail

PAGE_SIZE = 120
STATUSES = {
    CardStatus.ERRATA.value: "with errata",
    CardStatus.RESTRICTED.value: "restricted",
    CardStatus.BANNED.value: "banned",
    CHANGED: "changed in the newest edition",
}
FLAGS = {
    CardStatus.ERRATA.value: "has_errata",
    CardStatus.RESTRICTED.value: "is_restricted",
    CardStatus.BANNED.value: "is_banned",
    CHANGED: "is_changed",
}


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
class Browse:
    """A page of cards, and how it can be narrowed."""

    rows: list[CardRecord]
    paging: Page[ShownCard]
    # How many titles there are among the printings; as many as cards where that is not counted.
    titles: int
    statuses: list[Choice]
    letters: list[Choice]
    packs: list[Choice]


@dataclass(frozen=True)
class CardCount:
    """How many cards have the same set, pack, letter and statuses, and how many of them repeat a title of their set."""

    card_set: str
    pack: str
    letter: str
    statuses: frozenset[str]
    count: int
    repeats: int

    def fits(self, narrowing: Narrowing, *, but: str = "") -> bool:
        """Whether they are what was chosen; one choice may be left out, to count its alternatives."""
        wanted = {
            "status": not narrowing.status or narrowing.status in self.statuses,
            "letter": not narrowing.letter or narrowing.letter == self.letter,
            "pack": not narrowing.pack or narrowing.pack == self.pack,
        }
        return all(fits for name, fits in wanted.items() if name != but)


def browse(game: GameDetail, narrowing: Narrowing, *, card_set: CardSet | None = None) -> Browse:
    """The cards of a game or set that fit."""
    every = [CardCount(a, b, c, frozenset(d), count, again) for a, b, c, d, count, again in game["card_counts"]]
    counts = [one for one in every if card_set is None or one.card_set == card_set.slug]
    total = sum(one.count for one in counts if one.fits(narrowing))
    paginator = Paginator(_rows(game, narrowing, card_set), PAGE_SIZE)
    # Counted already: not all of them are looked at for a page.
    paginator.count = total
    page = paginator.get_page(narrowing.page)
    return Browse(
        rows=[orjson.loads(row.record) for row in page.object_list],
        paging=page,
        titles=_titles(game, narrowing) if card_set is None else total - _repeats(counts, narrowing),
        statuses=_statuses(counts, narrowing, {status for one in every for status in one.statuses}),
        letters=_choices(
            _count(counts, narrowing, "letter"),
            {letter: letter.upper() for letter in sorted({one.letter for one in counts})},
            chosen=narrowing.letter,
        ),
        packs=_choices(
            _count(counts, narrowing, "pack"),
            dict(card_set.packs.values_list("slug", "name")) if card_set else {},
            chosen=narrowing.pack,
        ),
    )


def _rows(game: GameDetail, narrowing: Narrowing, card_set: CardSet | None) -> QuerySet[ShownCard]:
    rows = ShownCard.objects.filter(card_set=card_set) if card_set else ShownCard.objects.filter(game=game["pk"])
    if narrowing.status:
        rows = rows.filter(**{FLAGS[narrowing.status]: True})
    if narrowing.letter:
        rows = rows.filter(letter=narrowing.letter)
    if narrowing.pack:
        rows = rows.filter(pack__slug=narrowing.pack)
    if card_set:
        rows = rows.order_by("pack_order", "is_unnumbered", "number_order", "folded_name", "pk")
    else:
        rows = rows.order_by("folded_name", "set_order", "number_order", "pk")
    return rows.only("record")


def _titles(game: GameDetail, narrowing: Narrowing) -> int:
    return sum(
        count
        for letter, statuses, count in game["title_counts"]
        if narrowing.letter in ("", letter) and (not narrowing.status or narrowing.status in statuses)
    )


def _repeats(counts: list[CardCount], narrowing: Narrowing) -> int:
    """How many cards are further printings; not told of a pack, whose titles may be printed in another one."""
    return 0 if narrowing.pack else sum(one.repeats for one in counts if one.fits(narrowing))


def _statuses(counts: list[CardCount], narrowing: Narrowing, known: set[str]) -> list[Choice]:
    others = [one for one in counts if one.fits(narrowing, but="status")]
    return [
        Choice(status, title, sum(one.count for one in others if status in one.statuses), status == narrowing.status)
        for status, title in STATUSES.items()
        if status in known
    ]


def _count(counts: list[CardCount], narrowing: Narrowing, name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for one in counts:
        if one.fits(narrowing, but=name):
            found[getattr(one, name)] += one.count
    return found


def _choices(counts: Counter[str], names: Mapping[str, str], *, chosen: str) -> list[Choice]:
    return [Choice(value, name, counts[value], value == chosen) for value, name in names.items()]
