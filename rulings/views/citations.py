"""From a citation or an address to what it names: the page of a citation, and the small preview of a link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from rulings.selectors.citations import preview as preview_of
from rulings.selectors.citations import resolve_citation
from rulings.selectors.site import MovedError
from rulings.validating import page
from rulings.views import showing
from rulings.views.heads import Head
from rulings.views.showing import show

LONGEST = 400
LONGEST_ADDRESS = 400


@page
def cite(request: HttpRequest) -> HttpResponse:
    """What a citation means, and whether it has changed since."""
    text = showing.text(request, "q", length=LONGEST)
    about = gettext(
        "Paste a citation, such as CoC FAQ 3.2 §2.13, and find the ruling, and whether a newer edition changed it."
    )
    context = {
        "head": Head(gettext("Find a citation"), about, is_kept=not text),
        "text": text,
        "found": resolve_citation(text) if text else None,
    }
    return show(request, "cite", context)


@page
def preview(request: HttpRequest) -> HttpResponse:
    """What is at an address, in short; a piece of a page."""
    address = showing.text(request, "of", length=LONGEST_ADDRESS)
    try:
        shown = preview_of(address)
    except MovedError as moved:
        # To go there would put a whole page into the place of the preview.
        shown = preview_of(moved.address)
    return render(request, "_preview.html", {"preview": shown})
