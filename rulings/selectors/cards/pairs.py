"""Two cards next to each other: what names both, what each says now, and what their texts share."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from rulings.effective.tokens import plain
from rulings.read_model.records.cards import PairRecord
from rulings.read_model.stored import as_ruling, rulings_by_key
from rulings.selectors.cards.page import CardPage, card_detail, card_page, find_card
from rulings.selectors.search.names import ruling_titles
from rulings.selectors.search.results import Jump
from rulings.selectors.search.signposts import charts_naming

MOST_SHARED = 8


@dataclass(frozen=True)
class CardPair:
    """What the page of two cards shows."""

    first: CardPage
    second: CardPage

    @property
    def pages(self) -> tuple[CardPage, CardPage]:
        return self.first, self.second

    @cached_property
    def naming_both(self) -> list[Any]:
        """The rulings that are about both, or mention both."""
        there = {one["id"] for one in self.second.all}
        return [one for one in self.first.all if one["id"] in there]

    @cached_property
    def shared(self) -> list[Any]:
        """The sections whose title is a word that both texts use: keywords, terms."""
        game, titles = self.first.card["game"], ruling_titles()
        names = [titles.within(plain(page.now), game=game) for page in self.pages]
        keys = titles.ids_of([name for name in names[0] if name in set(names[1])])
        found = rulings_by_key(keys[: MOST_SHARED * 3]).values()
        return [one for one in found if one["game"] == game and one["kind"] == "clarification"][:MOST_SHARED]

    @cached_property
    def charts(self) -> list[Jump]:
        """The timing charts of which both texts name a step, or which both texts name."""
        texts = [f"{page.now} {' '.join(one['plain'] for one in page.errata)}" for page in self.pages]
        return charts_naming(self.first.card["game"], [plain(text) for text in texts])

    @property
    def question(self) -> str:
        return gettext("What happens between %(first)s and %(second)s?") % {
            "first": self.first.card["name"],
            "second": self.second.card["name"],
        }


def card_pair(game: str, first: tuple[str, str], second: tuple[str, str]) -> CardPair:
    """Two cards of a game, each by the last parts of its address."""
    pages = [card_page(find_card(game, set_slug=card_set, slug=slug)) for card_set, slug in (first, second)]
    return CardPair(*pages)


def pair_record(pair: CardPair) -> PairRecord:
    """Two cards as data."""
    return {
        "cards": [card_detail(page) for page in pair.pages],
        "naming_both": [as_ruling(one) for one in pair.naming_both],
        "shared": [as_ruling(one) for one in pair.shared],
        "charts": [{"name": one.title, "url": one.url} for one in pair.charts],
    }
