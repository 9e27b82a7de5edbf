"""The history of a document: its editions, and any two of them compared."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rulings.selectors.documents import compare_address, edition_summaries
from rulings.selectors.finding import find_document, find_edition
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
    found = find_document(game, slug=document)
    if "old" not in request.GET or "new" not in request.GET:
        return redirect("editions", game, document)
    first, second = find_edition(found, slug=request.GET["old"]), find_edition(found, slug=request.GET["new"])
    return redirect(compare_address(found, old=first, new=second))


@page
def compare(request: HttpRequest, game: str, document: str, old: str, new: str) -> HttpResponse:
    """Two editions compared, grouped by the kind of change."""
    found = find_document(game, slug=document)
    comparison = compare_editions(find_edition(found, slug=old), find_edition(found, slug=new))
    return render(request, "compare.html", {"document": found, "comparison": comparison})
