"""Searches that ask in words for a list or for news are led there."""

import pytest

from rulings.models import Document
from rulings.selectors.search import search
from rulings.selectors.search.jumping import jumps_for

BANNED = "/lanterns-of-vell/lists/banned/"
RESTRICTED = "/lanterns-of-vell/lists/restricted/"
NEWS = "/lanterns-of-vell/faq/compare/1.1...2.0/"


def addresses(text: str, game: str = "") -> list[str]:
    return [jump.url for jump in jumps_for(text, game=game)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("banned", BANNED),
        ("ban list", BANNED),
        ("banlist", BANNED),
        ("Which cards are restricted?", RESTRICTED),
        ("restricted list Lanterns of Vell", RESTRICTED),
        ("what changed", NEWS),
        ("What's new in the Lanterns of Vell FAQ?", NEWS),
        ("changes in 2.0", NEWS),
        ("latest changes", NEWS),
    ],
)
def test_a_list_or_news_is_found_by_what_people_call_it(lanterns: Document, text: str, first: str) -> None:
    assert addresses(text)[:1] == [first]


@pytest.mark.parametrize("text", ["banned lamps explode", "restricted list of nowhere", "what changed hands", "newts"])
def test_what_asks_for_something_else_is_no_signpost(lanterns: Document, text: str) -> None:
    assert not {BANNED, RESTRICTED, NEWS} & set(addresses(text))


def test_a_search_of_fields_or_symbols_names_no_game(lanterns: Document) -> None:
    for typed in ("is:banned", "*", "section:2.1"):
        assert not search(typed).jumps
