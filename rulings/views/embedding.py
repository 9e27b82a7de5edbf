"""Pieces of this site for the pages of others: plain HTML, no script."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from rulings.selectors.cards import card_rulings, follow_card
from rulings.selectors.finding import MissingError, find_edition
from rulings.selectors.rulings import find_ruling, find_ruling_at, last_wording
from rulings.validating import View, page


def _embeddable(view: View) -> View:
    """Let a page be shown within the pages of others."""
    return xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(page(view)))


@_embeddable
def card(request: HttpRequest, game: str, card_set: str, card: str) -> HttpResponse:
    """What a card says now, and the rulings about it."""
    found = follow_card(game, set_slug=card_set, slug=card)
    return render(request, "embed_card.html", {"card": found, "about": card_rulings(found), "at": None})


@_embeddable
def ruling(request: HttpRequest, game: str, document: str, ruling: str, edition: str = "") -> HttpResponse:
    """A ruling as it stands, or as it stood in an edition."""
    at = find_edition(game, document=document, slug=edition) if edition else None
    found = find_ruling_at(at, ruling) if at else find_ruling(game, document=document, slug=ruling)
    change = last_wording(found, at) if found else None
    if change is None:
        raise MissingError
    is_in_force = change.edition_id == change.ruling.document.current_id
    return render(request, "embed_ruling.html", {"change": change, "at": at, "is_in_force": is_in_force})
