"""The front page, and the front page of a game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulings.selectors.cards import LIST_NAMES, sets_with_counts
from rulings.selectors.documents import latest_editions, published_documents, shown_games
from rulings.selectors.finding import find_game
from rulings.views.validating import page


@page
def home(request: HttpRequest) -> HttpResponse:
    """The games, and what was published last."""
    return render(request, "home.html", {"games": shown_games(), "latest": latest_editions()})


@page
def game(request: HttpRequest, game: str) -> HttpResponse:
    """A game: its documents, lists and card sets."""
    found = find_game(game)
    context = {
        "game": found,
        "documents": published_documents(found),
        "sets": sets_with_counts(found),
        "list_names": LIST_NAMES,
    }
    return render(request, "game.html", context)
