"""From a citation to what it cites."""

from django.http import HttpRequest, HttpResponse

from rulings.selectors.citations import resolve_citation
from rulings.validating import page
from rulings.views import asking
from rulings.views.heads import Head
from rulings.views.showing import show

LONGEST = 400


@page
def cite(request: HttpRequest) -> HttpResponse:
    """What a citation means, and whether it has changed since."""
    text = asking.text(request, "q", length=LONGEST)
    about = "Paste a citation, such as CoC FAQ 3.2 §2.13, and find the ruling, and whether a newer edition changed it."
    context = {
        "head": Head("Find a citation", about, is_kept=not text),
        "text": text,
        "found": resolve_citation(text) if text else None,
    }
    return show(request, "cite", context)
