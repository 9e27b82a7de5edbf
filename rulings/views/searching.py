"""The search page, what is offered while typing, and help with the query language."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from rulings.selectors.search import LONGEST_QUERY, SearchPage, complete, nearest
from rulings.selectors.search import search as search_site
from rulings.selectors.site import find_game_called, game_names
from rulings.services import searches, vectorising
from rulings.validating import page
from rulings.views import showing
from rulings.views.heads import Head
from rulings.views.showing import show


@page
def search(request: HttpRequest) -> HttpResponse:
    """What fits a question."""
    query, narrowing = _asked(request), _narrowing(request)
    vectorising.keep_up()
    found = search_site(query, number=showing.page_number(request), **narrowing)
    if found.is_unanswered and found.index == "ready" and found.number == 1:
        searches.note_unanswered(query)
    title = f"“{query}”" if query else gettext("Search")
    context = {
        "head": Head(title, gettext("Search rulings and cards in plain words."), is_kept=False),
        "query": query,
        "page": found,
        "narrowing": narrowing,
        "feed_url": _feed_url(query, narrowing["game"]),
        "games": game_names(),
        "game": find_game_called(narrowing["game"]) if found.game_name else None,
        "nearest": _nearest(found, narrowing["game"]),
    }
    return show(request, "search", context)


@page
def suggestions(request: HttpRequest) -> HttpResponse:
    """Cards, sections and rulings for what has been typed so far."""
    first = showing.text(request, "first", length=LONGEST_QUERY)
    offered = complete(_asked(request), game=_narrowing(request)["game"], first=first)
    return JsonResponse({"suggestions": [vars(suggestion) for suggestion in offered]})


# Nothing is kept but the words: there is nothing that a forged form could do.
@csrf_exempt
@never_cache
@require_POST
def asked_again(request: HttpRequest) -> HttpResponse:
    """Count a search that opened nothing and was asked again in other words."""
    searches.note_asked_again(request.POST.get("q", "").replace("\x00", "")[:LONGEST_QUERY])
    return HttpResponse(status=204)


@page
def search_help(request: HttpRequest) -> HttpResponse:
    """How to search."""
    about = gettext(
        "How to search for rulings: questions in plain words, cards, sections, and ways to narrow a search down."
    )
    return render(request, "search_help.html", {"head": Head(gettext("How to search"), about)})


def _feed_url(query: str, game: str) -> str:
    return f"{reverse('feed-search')}?{urlencode({'q': query, **({'game': game} if game else {})})}"


def _asked(request: HttpRequest) -> str:
    # One character more than is read, so that it can be said.
    asked, other = (showing.text(request, name, length=LONGEST_QUERY + 1) for name in ("q", "with"))
    return f"{other} and {asked}" if asked and other else asked


def _narrowing(request: HttpRequest) -> dict[str, Any]:
    """The facets that were chosen."""
    names = {"game": "game", "kind": "kind", "list": "list_name"}
    return {name: showing.text(request, parameter) for parameter, name in names.items()}


def _nearest(found: SearchPage, game: str) -> list[Any]:
    """Something to go on with where nothing was found."""
    asked = found.query
    if not found.is_unanswered or found.results or asked.has_fields or asked.excluded:
        return []
    return nearest(found.suggestion or found.query.text, game=game)
