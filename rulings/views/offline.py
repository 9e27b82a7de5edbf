"""The whole game in the pocket: what a phone keeps, and the page that shows it without a network."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext

from rulings.selectors.data import pocket_of
from rulings.validating import page, release
from rulings.views.heads import Head

ASSETS = (
    "css/site.css",
    "js/theme.js",
    "js/site.js",
    "js/offline.js",
    "js/following.js",
    "js/pocket.js",
    "js/pocket-deck.js",
    "js/pocket-pages.js",
    "js/pocket-pieces.js",
    "js/pocket-steps.js",
    "js/pocket-words.js",
    "js/pocket-worker.js",
    "vendor/minisearch/minisearch-7.2.0.js",
    "fonts/source-serif-Regular.woff2",
    "fonts/source-serif-Semibold.woff2",
    "icon.svg",
)
# Phones cut a maskable icon into a shape of their own; its colour goes to the edges.
ICONS = (("icon", 192, "any"), ("icon", 512, "any"), ("touch", 512, "maskable"))


@page
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to install the site."""
    drawn = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    icons = [
        {"src": static(f"icons/{name}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    return JsonResponse(
        {
            "name": "Rulings",
            "short_name": "Rulings",
            "description": "What the card really says now.",
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#fcfaf6",
            "theme_color": "#7a2e2e",
            "icons": [*icons, drawn],
        },
        content_type="application/manifest+json",
    )


@page
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker; another one for each release."""
    context = {"release": release(), "assets": [reverse("offline"), *map(static, ASSETS)]}
    response = render(request, "sw.js", context, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    return response


@page
def shell(request: HttpRequest) -> HttpResponse:
    """The page that shows what was kept, without a network."""
    head = Head(gettext("Offline"), gettext("What this phone has kept."), is_kept=False, has_forms=False)
    return render(request, "offline.html", {"head": head})


@page
def game(request: HttpRequest, game: str) -> HttpResponse:
    """All of a game that is in force, to be kept; its hash tells whether it arrived whole, and whether it is new."""
    kept = pocket_of(game)
    response = HttpResponse(kept.content, content_type="application/json; charset=utf-8")
    response["X-Content-Hash"] = kept.hash
    response["X-Compressed-Size"] = kept.size
    return response
