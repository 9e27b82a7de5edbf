"""Small previews of cards and rulings, for links that are hovered or focused."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulings.selectors.previewing import preview as preview_of
from rulings.validating import page
from rulings.views import asking

LONGEST_ADDRESS = 400


@page
def preview(request: HttpRequest) -> HttpResponse:
    """What is at an address, in short; a piece of a page."""
    address = asking.text(request, "of", length=LONGEST_ADDRESS)
    return render(request, "_preview.html", {"preview": preview_of(address)})
