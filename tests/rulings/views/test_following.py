"""Feeds of a card, a ruling, a list, a search and a deck."""

from collections.abc import Callable
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from django.test import Client

from rulings.models import Document, Edition
from rulings.services import indexing

ATOM = "{http://www.w3.org/2005/Atom}"


def titles(client: Client, address: str) -> list[str]:
    """The titles of the entries of a feed, whose ids are all different."""
    response = client.get(address)
    assert response.status_code == 200, address
    assert response["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(response.content)  # noqa: S314 - our own
    entries = feed.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)
    return [entry.findtext(f"{ATOM}title") or "" for entry in entries]


def test_a_card_can_be_followed(client: Client, lanterns: Document) -> None:
    found = titles(client, "/feeds/lanterns-of-vell/cards/core-box/L32-grey-moth/")
    assert any("Grey Moth" in title and "restricted list" in title and "removed" in title for title in found)


def test_a_ruling_can_be_followed_and_its_last_change_comes_first(client: Client, lanterns: Document) -> None:
    found = titles(client, "/feeds/lanterns-of-vell/faq/2.1/")
    assert len(found) > 1
    assert "in it, the first edition here" in found[-1]


def test_a_list_tells_who_came_and_who_left(client: Client, lanterns: Document) -> None:
    found = titles(client, "/feeds/lanterns-of-vell/lists/restricted/")
    assert any("Grey Moth" in title and "removed" in title for title in found)
    assert any("Harbour Bell" in title and "added" in title for title in found)
    assert not any("banned" in title for title in found)


def test_a_search_can_be_followed(client: Client, lanterns: Document) -> None:
    indexing.rebuild()
    page = client.get("/search/?q=lighting+a+lantern").content.decode()
    assert 'href="/search.atom?q=lighting+a+lantern"' in page
    assert any("1.1" in title for title in titles(client, "/search.atom?q=lighting+a+lantern"))
    assert titles(client, "/search.atom") == []


def test_a_deck_can_be_followed_by_the_cards_in_its_address(client: Client, lanterns: Document) -> None:
    page = client.post("/deck-check/", {"deck": "1x Grey Moth\n2x Harbour Bell"}).content.decode()
    cards = ["core-box/L32-grey-moth", "core-box/L40-harbour-bell"]
    address = "/feeds/deck/?" + urlencode([("game", "lanterns-of-vell"), *(("card", card) for card in cards)], safe="/")
    assert address.replace("&", "&amp;") in page
    found = titles(client, address)
    assert any("Grey Moth" in title for title in found)
    assert any("Harbour Bell" in title for title in found)


@pytest.mark.parametrize(
    "address",
    [
        "/feeds/nowhere/lists/restricted/",
        "/feeds/lanterns-of-vell/cards/core-box/nothing/",
        "/feeds/lanterns-of-vell/faq/9.9/",
        "/feeds/deck/?game=nowhere&card=a/b",
    ],
)
def test_what_is_not_there_cannot_be_followed(client: Client, lanterns: Document, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_feed_says_only_what_documents_that_are_shown_say(client: Client, publish: Callable[[str], Edition]) -> None:
    text = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: {}\n---\n# List {{restricted}}\n- {}\n"
    publish(text.format("digest", "Owl"))
    assert [title.split(" (")[0] for title in titles(client, "/feeds/vell/lists/restricted/")] == ["Owl"]
    publish(text.format("official", "Crow"))
    assert [title.split(" (")[0] for title in titles(client, "/feeds/vell/lists/restricted/")] == ["Crow"]
