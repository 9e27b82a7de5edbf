"""The page of a ruling, today and as it stood."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rulings.selectors.finding import MissingError, WithdrawnError, find_edition
from rulings.selectors.related import about_same_cards, most_like
from rulings.selectors.rulings import RulingPage, find_ruling, find_ruling_at, ruling_page
from rulings.selectors.wording import address_at
from rulings.views.validating import page


@page
def ruling(request: HttpRequest, game: str, document: str, ruling: str) -> HttpResponse:
    """A ruling as it stands."""
    found = find_ruling(game, document=document, slug=ruling)
    if found.slug != ruling:
        return redirect(found)
    return _show(request, ruling_page(found))


@page
def ruling_at(request: HttpRequest, game: str, document: str, edition: str, ruling: str) -> HttpResponse:
    """A ruling as it stood in an edition, by its address or by its label then."""
    read_in = find_edition(game, document=document, slug=edition)
    found = find_ruling_at(read_in, ruling)
    if found is None:
        raise MissingError
    if found.slug != ruling:
        return redirect(address_at(found, read_in))
    return _show(request, ruling_page(found, read_in))


def _show(request: HttpRequest, shown: RulingPage | None) -> HttpResponse:
    if shown is None:
        # It stood only in an edition that was withdrawn.
        raise WithdrawnError
    context = {
        "page": shown,
        "document": shown.ruling.document,
        "edition": shown.edition,
        "same_cards": about_same_cards(shown.change, shown.subjects),
        "alike": most_like(shown.change),
    }
    return render(request, "ruling.html", context)
