"""Small previews of cards and rulings, for links that are hovered or focused."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulings.selectors.citations import preview as preview_of
from rulings.selectors.site import MovedError
from rulings.validating import page
from rulings.views import asking

LONGEST_ADDRESS = 400


@page
def preview(request: HttpRequest) -> HttpResponse:
    """What is at an address, in short; a piece of a page."""
    address = asking.text(request, "of", length=LONGEST_ADDRESS)
    try:
        shown = preview_of(address)
    except MovedError as moved:
        # To go there would put a whole page into the place of the preview.
        shown = preview_of(moved.address)
    return render(request, "_preview.html", {"preview": shown})
