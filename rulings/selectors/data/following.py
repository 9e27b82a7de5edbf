"""What happened to what somebody follows: a card, a ruling, a list, a search or a deck."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from urllib.parse import urlencode

import orjson
from django.db.models import QuerySet

from rulings.models import Change, Document, ShownCard
from rulings.read_model import addresses
from rulings.read_model.changes import events_among, newest_first, with_wordings
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.wording import labelled
from rulings.selectors.cards import follow_card as stored_card
from rulings.selectors.data.feeding import PAGE_SIZE
from rulings.selectors.documents import ruling_page
from rulings.selectors.search import search
from rulings.selectors.site import find_game

# So many results of a search, and so many cards of a deck, are followed.
MOST_RESULTS = 50
MOST_CARDS = 200


@dataclass(frozen=True)
class Event:
    """What an edition did to a ruling that somebody follows."""

    change: ChangeRecord
    # A release note belongs to an edition.
    note = ""

    @property
    def title(self) -> str:
        ruling = labelled(self.change["ruling"]["key"], self.change["ruling"]["title"])
        if self.change["is_our_correction"]:
            done = "corrected by us"
        else:
            done = "in it, the first edition here" if self.change["is_first"] else str(self.change["kind"])
        # "listing on the joust restricted list"
        listed = f" ({self.change['ruling_kind'].rpartition('the ')[2]})" if self.change["list"] else ""
        return f"{ruling}{listed}: {self.change['edition_title']}: {done}"

    @property
    def url(self) -> str:
        return self.change["ruling"]["url"]

    @property
    def id(self) -> str:
        slug = self.change["ruling"]["id"].rsplit("/", 1)[-1]
        return f"{self.change['edition_url']}{addresses.path(slug)[1:]}"

    @property
    def updated(self) -> datetime:
        return datetime.fromisoformat(self.change["published"] or "1970-01-01T00:00:00+00:00")

    @property
    def author(self) -> str:
        return self.change["edition_title"]

    @property
    def category(self) -> str:
        return str(self.change["kind"])


@dataclass(frozen=True)
class Followed:
    """What is followed, its page, and what happened to it, newest first."""

    title: str
    url: str
    events: Sequence[Event]


def follow_card(game: str, card_set: str, card: str) -> Followed:
    """What editions did to the rulings about a card."""
    found = stored_card(game, set_slug=card_set, slug=card)
    return Followed(found.record["name"], found.record["url"], _events(found.history))


def follow_ruling(game: str, document: str, ruling: str) -> Followed:
    """What editions did to one ruling."""
    page = ruling_page(game, document=document, slug=ruling)
    title = labelled(page.ruling["key"] or "", page.ruling["title"])
    return Followed(f"{page.reading.document['title']}: {title}", page.ruling["url"], _events(page.history))


def follow_list(game: str, list_name: str) -> Followed:
    """Who came on a restricted or banned list, and who left it."""
    found = find_game(game)
    listings = Change.objects.filter(ruling__document__game=found["pk"], ruling__list_name=list_name)
    url = addresses.of_list(found["id"], list_name)
    return Followed(f"{found['name']}, {list_name} list", url, _newest(listings))


def follow_search(typed: str, *, game: str = "") -> Followed:
    """What editions did to the rulings that a search finds first."""
    found = search(typed, game=game, size=MOST_RESULTS)
    keys = {key for result in found.results for key in result.ruling["search"]["rulings"]}
    asked = urlencode({"q": typed, **({"game": game} if game else {})})
    return Followed(f"“{typed}”", f"/search/?{asked}", _newest(Change.objects.filter(ruling__in=keys)))


def follow_deck(game: str, cards: Sequence[str]) -> Followed:
    """What editions did to the rulings about the cards of a deck, each given as "set/card"."""
    found = find_game(game)
    paths = [f"{found['id']}/{card}" for card in cards[:MOST_CARDS]]
    histories = ShownCard.objects.filter(path__in=paths).values_list("history", flat=True)
    events: Iterable[ChangeRecord] = chain.from_iterable(map(orjson.loads, histories))
    return Followed(f"a deck of {found['name']}", found["url"], _events(events))


def _newest(changes: QuerySet[Change]) -> list[Event]:
    """What happened last, among the changes of documents that are shown."""
    shown = changes.filter(ruling__document__in=Document.objects.shown())
    news = newest_first(with_wordings(shown.filter(pk__in=Change.objects.in_published_editions().news())))[:PAGE_SIZE]
    return _events(record for pairs in events_among(news).values() for _, record in pairs)


def _events(changes: Iterable[ChangeRecord]) -> list[Event]:
    """One event for each ruling and edition, the last one first."""
    found = {event.id: event for event in map(Event, changes)}
    return sorted(found.values(), key=lambda event: event.updated, reverse=True)[:PAGE_SIZE]
