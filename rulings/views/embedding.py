"""Pieces of this site for the pages of others: plain HTML, no script."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from rulings.selectors.cards import card_page, follow_card
from rulings.selectors.documents import shown_ruling
from rulings.validating import View, page


def _embeddable(view: View) -> View:
    """Let a page be shown within the pages of others."""
    return xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(page(view)))


@_embeddable
def card(request: HttpRequest, game: str, card_set: str, card: str) -> HttpResponse:
    """What a card says now, and the rulings about it."""
    shown = card_page(follow_card(game, set_slug=card_set, slug=card))
    return render(request, "embed_card.html", {"page": shown})


@_embeddable
def ruling(request: HttpRequest, game: str, document: str, ruling: str, edition: str = "") -> HttpResponse:
    """A ruling as it stands, or as it stood in an edition."""
    shown, is_in_force = shown_ruling(game, document=document, slug=ruling, edition=edition)
    return render(request, "embed_ruling.html", {"ruling": shown, "is_past": edition, "is_in_force": is_in_force})
