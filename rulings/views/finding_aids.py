"""What lets others find the way: the map of all pages, robots.txt, and the description of the search for browsers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import index as sitemap_index
from django.contrib.sitemaps.views import sitemap as sitemap_section
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse

from rulings.read_model import addresses
from rulings.selectors.data import exporting
from rulings.selectors.search import LONGEST_QUERY, complete
from rulings.validating import page
from rulings.views import showing

PER_MAP = 5000
# Renewed with releases.
EXPIRES = "2027-12-31T00:00:00Z"


class Map(Sitemap):  # type: ignore[type-arg]
    """The pages of one kind: their paths, or ids, with when they changed."""

    limit = PER_MAP

    def __init__(self, pages: Any) -> None:
        self.pages = pages

    def items(self) -> Any:
        return self.pages()

    def get_latest_lastmod(self) -> None:
        """Not asked of a whole kind: that would take as long as the map itself."""

    def location(self, item: Any) -> str:
        path: str = item[0]
        return path if path.startswith("/") else addresses.path(path)

    def lastmod(self, item: Any) -> Any:
        """When the page changed, where that is known."""
        return item[1] if isinstance(item[1], datetime) else None


class Cards(Map):
    def location(self, item: Any) -> str:
        game, card_set, card = item[0].split("/")
        return addresses.path(game, "cards", card_set, card)


def _pages() -> Sequence[tuple[str, None]]:
    names = ("home", "search-help", "api-help", "downloads", "deck-check", "cite")
    return [(reverse(name), None) for name in names]


MAPS: "dict[str, type[Sitemap[Any]] | Sitemap[Any]]" = {
    "pages": Map(_pages),
    "games": Map(exporting.mapped_games),
    "documents": Map(exporting.mapped_documents),
    "lists": Map(exporting.mapped_lists),
    "sets": Map(exporting.mapped_sets),
    "cards": Cards(exporting.mapped_cards),
    "rulings": Map(exporting.mapped_rulings),
}


@page
def sitemap(request: HttpRequest) -> HttpResponse:
    """The maps that there are."""
    return sitemap_index(request, MAPS, sitemap_url_name="sitemap-section").render()


@page
def section(request: HttpRequest, section: str) -> HttpResponse:
    """The map of the pages of one kind."""
    return sitemap_section(request, MAPS, section=section).render()


@page
def robots(request: HttpRequest) -> HttpResponse:
    """What robots are asked to leave alone: searches, which have no end, and the desk."""
    hidden = [
        reverse("search"),
        "/search.",
        f"{reverse('cite')}?",
        "/cite.",
        reverse("preview"),
        reverse("admin:index"),
    ]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in hidden), ""]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@page
def opensearch(request: HttpRequest) -> HttpResponse:
    """How a browser can search this site from its address bar."""
    return render(request, "opensearch.xml", content_type="application/opensearchdescription+xml; charset=utf-8")


@page
def opensearch_suggestions(request: HttpRequest) -> HttpResponse:
    """What a browser offers below its address bar."""
    typed = showing.text(request, "q", length=LONGEST_QUERY)
    offered = complete(typed)
    body = [
        typed,
        [one.title for one in offered],
        [one.detail for one in offered],
        [request.build_absolute_uri(one.url) for one in offered],
    ]
    return JsonResponse(body, safe=False, content_type="application/x-suggestions+json")


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers that do not read the page look for its icon."""
    return redirect(static("icon.svg"))


@page
def security(request: HttpRequest) -> HttpResponse:
    """Where to report a weakness of the site (RFC 9116)."""
    text = f"Contact: {request.build_absolute_uri(reverse('report'))}\nPreferred-Languages: en\nExpires: {EXPIRES}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
