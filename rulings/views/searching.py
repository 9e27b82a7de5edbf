"""The search page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulings.selectors.searching import search as search_site

LONGEST_QUERY = 400


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """What fits a question."""
    query = request.GET.get("q", "").replace("\x00", "")[:LONGEST_QUERY].strip()
    return render(request, "search.html", {"query": query, "page": search_site(query)})
