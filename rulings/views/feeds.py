"""Atom feeds of what changed: in everything, in a game, in a document."""

import re

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.xmlutils import SimplerXMLGenerator

from rulings.read_model.records.documents import EditionRecord
from rulings.selectors.data import edition_feed, feed_page
from rulings.selectors.documents import read_document
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
    more = f"{here}page={number + 1}" if shown.has_more and number < LAST_PAGE else ""
    made = PagedAtomFeed(
        title=f"Rulings: {title}",
        link=request.build_absolute_uri(link),
        description="",
        subtitle="What changed, ruling by ruling" if by_ruling else "What is new, edition by edition",
        feed_url=request.build_absolute_uri(),
        feed_guid=f"{SPACE}{request.path}{f'?by={BY_RULING}' if by_ruling else ''}",
        language="en",
        next=more,
    )
    for entry in shown.entries:
        text = render_to_string("_feed_entry.html", {"entry": entry})
        made.add_item(
            title=_printable(entry.title),
            link=request.build_absolute_uri(entry.url),
            description=_printable(text),
            unique_id=f"{SPACE}{entry.id}",
            pubdate=entry.updated,
            updateddate=entry.updated,
            author_name=_printable(f"{entry.edition['game_name']} {title_of(entry.edition)}"),
            categories=[str(entry.change["kind"]) if entry.change else "published"],
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


def title_of(edition: EditionRecord) -> str:
    """The document of an edition: "FAQ" of "FAQ 3.2"."""
    return edition["title"].removesuffix(edition["version"]).strip()


def _printable(text: str) -> str:
    return UNPRINTABLE.sub("", text)
