"""The front page, and the front page of a game."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from rulings.selectors.browsing import sets_with_counts
from rulings.selectors.documents import shown_games
from rulings.selectors.finding import find_game
from rulings.selectors.overview import examples, latest_editions, latest_of, most_cited_section, overview
from rulings.validating import page
from rulings.views.heads import Head, trail
from rulings.views.showing import show

ABOUT = (
    "Errata, restricted and banned cards, clarifications, questions and timing of card games: what a card really says "
    "now, with its source and its history."
)


@page
def home(request: HttpRequest) -> HttpResponse:
    """The games, what was published last, and where to begin."""
    target = request.build_absolute_uri(f"{reverse('search')}?q=") + "{q}"
    search = {"@type": "SearchAction", "target": target, "query-input": "required name=q"}
    section = most_cited_section()
    context = {
        "head": Head("Rulings", ABOUT, thing={"@type": "WebSite", "potentialAction": search}),
        "games": overview(shown_games()),
        "latest": latest_editions(),
        "examples": examples(section),
        "section": section,
    }
    return show(request, "home", context)


@page
def game(request: HttpRequest, game: str) -> HttpResponse:
    """A game: its documents, lists and card sets."""
    found = find_game(game)
    shown = overview(shown_games().filter(pk=found.pk))[0]
    counts = ", ".join(f"{count} {name}" for count, name in shown.counts) or "no rulings yet"
    context = {
        "head": Head(found.name, f"Rulings for {found.name}: {counts}.", trail()),
        "game": found,
        "overview": shown,
        "sets": sets_with_counts(found),
        "latest": latest_of(found),
    }
    return show(request, "game", context)
