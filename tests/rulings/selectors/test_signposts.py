"""Searches that ask in words for a list or for news are led there."""

from collections.abc import Callable

import pytest
from django.test import Client

from rulings.models import Document, Edition
from rulings.selectors.search import search
from rulings.selectors.search.jumping import jumps_for
from rulings.services import indexing

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


CHARTS = (
    "---\ngame: Reefs\ndocument: FAQ\nedition: 1.0\nauthority: official\n---\n"
    "# Errata {errata}\n## Harbour Lights\n#### Moth (H1)\nIs unique.\n"
    "# Dive Timing {timing}\n- (D.1) Take a breath.\n- (D.2) Go down.\n"
    "# Rules of the Reef\n#### (1.1) Oil\nIt floats.\n"
)


@pytest.mark.parametrize(
    ("text", "kind", "url"),
    [
        ("timing chart", "chart", "/reefs/faq/timing/"),
        ("turn sequence", "chart", "/reefs/faq/timing/"),
        ("phases of a turn", "chart", "/reefs/faq/timing/"),
        ("dive timing", "chart", "/reefs/faq/timing/#chart-D.1"),
        ("order of a dive", "chart", "/reefs/faq/timing/#chart-D.1"),
        ("rules of the reef", "chapter", "/reefs/faq/chapters/rules-of-the-reef/"),
        ("which cards have errata in Harbour Lights", "list", "/reefs/cards/harbour-lights/errata-sheet/"),
        ("harbour lights errata", "list", "/reefs/cards/harbour-lights/errata-sheet/"),
        ("which cards have errata", "list", "/reefs/cards/?status=errata"),
        ("reefs errata", "list", "/reefs/cards/?status=errata"),
        ("what changed", "edition", "/reefs/faq/at/1.0/"),
    ],
)
def test_page_and_program_are_led_to_the_same_place(
    publish: Callable[[str], Edition], client: Client, text: str, kind: str, url: str
) -> None:
    publish(CHARTS)
    indexing.rebuild()
    answer = client.get("/api/v1/search", {"q": text}).json()
    assert (answer["results"][0]["type"], answer["results"][0]["url"]) == (kind, url)
    assert answer["total"] >= len(answer["results"])
    assert answer["suggestion"] is None
    assert f'href="{url}"' in client.get("/search/", {"q": text}).content.decode()


@pytest.mark.parametrize(
    "text", ["does the order of triggers matter", "the errata of my friend", "oil in phases of moon"]
)
def test_a_question_that_only_sounds_like_a_page_is_not_led_there(publish: Callable[[str], Edition], text: str) -> None:
    publish(CHARTS)
    assert jumps_for(text) == []


def test_words_of_another_language_are_not_corrected(publish: Callable[[str], Edition]) -> None:
    publish(CHARTS)
    indexing.rebuild()
    page = search("wann darf ich eine karte spielen")
    assert not page.suggestion
    assert any("not English" in note for note in page.query.notes)


def test_a_very_long_search_is_read_in_part_and_says_so(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(CHARTS)
    indexing.rebuild()
    post = " ".join(f"oil {number}" for number in range(800))[:5_000]
    for address in ("/search/", "/api/v1/search"):
        assert client.get(address, {"q": post}).status_code == 200
    assert "only the first 40 words were read" in client.get("/search/", {"q": post}).content.decode()


def test_a_search_in_the_past_offers_the_editions_that_there_are(publish: Callable[[str], Edition]) -> None:
    publish(CHARTS)
    indexing.rebuild()
    assert any("there is at:1.0" in note for note in search("at:9.9 oil").query.notes)
    assert any("is the first edition here" in note for note in search("changed:1.0").query.notes)


def test_a_game_that_is_not_here_is_said(lanterns: Document) -> None:
    for typed, name in (("lotr 1.1", "lotr"), ("netrunner banlist", "netrunner")):
        assert f"no game “{name}” is known here" in search(typed).query.notes
    assert not any("no game" in note for note in search("Lanterns of Vell 1.1").query.notes)


def test_within_a_game_no_card_of_another_is_shown(publish: Callable[[str], Edition]) -> None:
    text = "---\ngame: {}\ndocument: FAQ\nedition: 1.0\nauthority: official\n---\n# Banned {{banned}}\n- Moth (Box 1)\n"
    for game in ("Reefs", "Vell"):
        publish(text.format(game))
    indexing.rebuild()
    found = search("moth", game="vell")
    assert {card["game"] for card in found.cards} == {"vell"}
    assert [jump.detail for jump in found.jumps] == ["Banned · Vell, Box 1"]


def test_a_page_that_leads_somewhere_does_not_say_that_nothing_fits(lanterns: Document, client: Client) -> None:
    assert "No ruling fits" not in client.get("/search/", {"q": "banlist"}).content.decode()
