"""Atom feeds of what changed: in everything, a game or a document; for a card, a ruling, a list, a search or a deck."""

import re
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.xmlutils import SimplerXMLGenerator

from rulings.selectors.data import (
    Entry,
    Event,
    Followed,
    edition_feed,
    feed_page,
    follow_card,
    follow_deck,
    follow_list,
    follow_ruling,
    follow_search,
)
from rulings.selectors.documents import read_document
from rulings.selectors.search import LONGEST_QUERY
from rulings.selectors.site import MissingError, find_game
from rulings.validating import page
from rulings.views import showing

# What XML has no place for.
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# Entries keep their ids wherever the site is served.
SPACE = "tag:rulings,2026:"
# The feed with an entry for each ruling.
BY_RULING = "ruling"
# So far back feeds go.
LAST_PAGE = 200


class PagedAtomFeed(Atom1Feed):
    """An Atom feed that says where it goes on (RFC 5005)."""

    def add_root_elements(self, handler: SimplerXMLGenerator) -> None:
        super().add_root_elements(handler)
        if self.feed["next"]:
            handler.addQuickElement("link", "", {"rel": "next", "href": self.feed["next"]})


@page
def feed(request: HttpRequest, game: str = "", document: str = "") -> HttpResponse:
    """What was published, one entry for each edition; with `?by=ruling`, one for each ruling, with its difference."""
    title, link = _named(game, document)
    number = showing.page_number(request) or 1
    if number > LAST_PAGE:
        raise MissingError
    by_ruling = showing.text(request, "by") == BY_RULING
    shown = (feed_page if by_ruling else edition_feed)(game=game, document=document, number=number)
    here = f"{request.build_absolute_uri(request.path)}?{f'by={BY_RULING}&' if by_ruling else ''}"
    return _atom(
        request,
        shown.entries,
        title=title,
        link=link,
        subtitle="What changed, ruling by ruling" if by_ruling else "What is new, edition by edition",
        guid=f"{request.path}{f'?by={BY_RULING}' if by_ruling else ''}",
        following=f"{here}page={number + 1}" if shown.has_more and number < LAST_PAGE else "",
    )


@page
def card_feed(request: HttpRequest, game: str, card_set: str, card: str) -> HttpResponse:
    """What editions did to the rulings about a card."""
    return _follow(request, follow_card(game, card_set, card))


@page
def ruling_feed(request: HttpRequest, game: str, document: str, ruling: str) -> HttpResponse:
    """What editions did to one ruling."""
    return _follow(request, follow_ruling(game, document, ruling))


@page
def list_feed(request: HttpRequest, game: str, list_name: str) -> HttpResponse:
    """Who came on a list, and who left it."""
    return _follow(request, follow_list(game, list_name))


@page
def search_feed(request: HttpRequest) -> HttpResponse:
    """What editions did to what a search finds."""
    typed = showing.text(request, "q", length=LONGEST_QUERY)
    return _follow(request, follow_search(typed, game=showing.text(request, "game")))


@page
def deck_feed(request: HttpRequest) -> HttpResponse:
    """What editions did to the cards of a deck, which are in the address: ?game=GAME&card=SET/CARD&card=…"""
    cards = [card.replace("\x00", "") for card in request.GET.getlist("card")]
    return _follow(request, follow_deck(showing.text(request, "game"), cards))


def _follow(request: HttpRequest, followed: Followed) -> HttpResponse:
    return _atom(
        request,
        followed.events,
        title=followed.title,
        link=followed.url,
        subtitle="What editions changed about it",
        guid=request.get_full_path(),
    )


def _atom(
    request: HttpRequest,
    entries: Iterable[Entry | Event],
    *,
    title: str,
    link: str,
    subtitle: str,
    guid: str,
    following: str = "",
) -> HttpResponse:
    made = PagedAtomFeed(
        title=_printable(f"Rulings: {title}"),
        link=request.build_absolute_uri(link),
        description="",
        subtitle=subtitle,
        feed_url=request.build_absolute_uri(),
        feed_guid=f"{SPACE}{guid}",
        language="en",
        next=following,
    )
    for entry in entries:
        text = render_to_string("_feed_entry.html", {"entry": entry})
        made.add_item(
            title=_printable(entry.title),
            link=request.build_absolute_uri(entry.url),
            description=_printable(text),
            unique_id=f"{SPACE}{entry.id}",
            pubdate=entry.updated,
            updateddate=entry.updated,
            author_name=_printable(entry.author),
            categories=[entry.category],
        )
    return HttpResponse(made.writeString("utf-8"), content_type=made.content_type)


def _named(game: str, document: str) -> tuple[str, str]:
    """What a feed is about, and its page."""
    if document:
        reading = read_document(game, slug=document)
        return f"{reading.edition['game_name']} {reading.document['title']}", reading.document["url"]
    if game:
        found = find_game(game)
        return found["name"], found["url"]
    return "all games", reverse("home")


def _printable(text: str) -> str:
    return UNPRINTABLE.sub("", text)
