"""The history of a document: its editions, and any two of them compared."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rulings.selectors.documents import compare_address, edition_summaries
from rulings.selectors.finding import find_document, find_editions
from rulings.selectors.history import compare_editions
from rulings.views.validating import page


@page
def editions(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """The editions of a document, newest first."""
    found = find_document(game, slug=document)
    return render(request, "editions.html", {"document": found, "summaries": edition_summaries(found)})


@page
def choose_comparison(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """From the form on the editions page to the address of the comparison."""
    if "old" not in request.GET or "new" not in request.GET:
        return redirect("editions", game, document)
    old, new = find_editions(game, document=document, slugs=[request.GET["old"], request.GET["new"]])
    return redirect(compare_address(old.document, old=old, new=new))


@page
def compare(request: HttpRequest, game: str, document: str, old: str, new: str) -> HttpResponse:
    """Two editions compared, grouped by the kind of change."""
    before, after = find_editions(game, document=document, slugs=[old, new])
    comparison = compare_editions(before, after)
    return render(request, "compare.html", {"document": before.document, "comparison": comparison})
