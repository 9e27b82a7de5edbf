"""Cards, their sets, and the lists they are on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulings.selectors.cards import card_page, cards_of, find_card, list_page, sets_with_counts
from rulings.selectors.finding import find_card_set, find_game
from rulings.views.validating import page


@page
def card_sets(request: HttpRequest, game: str) -> HttpResponse:
    """The card sets of a game."""
    found = find_game(game)
    return render(request, "card_sets.html", {"game": found, "sets": sets_with_counts(found)})


@page
def card_set(request: HttpRequest, game: str, card_set: str) -> HttpResponse:
    """The cards of a set."""
    found = find_card_set(game, slug=card_set)
    return render(request, "card_set.html", {"game": found.game, "card_set": found, "cards": cards_of(found)})


@page
def card(request: HttpRequest, game: str, card_set: str, card: str) -> HttpResponse:
    """A card: what it says now, and what is ruled about it."""
    found = find_card(find_game(game), set_slug=card_set, slug=card)
    return render(request, "card.html", {"game": found.card_set.game, "page": card_page(found)})


@page
def card_list(request: HttpRequest, game: str, list_name: str) -> HttpResponse:
    """A restricted or banned list."""
    found = find_game(game)
    context = {"game": found, "list_name": list_name, "page": list_page(found, list_name=list_name)}
    return render(request, "list.html", context)
