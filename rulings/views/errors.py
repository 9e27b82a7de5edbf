"""Pages for what went wrong."""

import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from rulings.selectors.site import MissingError, MovedError, WithdrawnError, document_frame
from rulings.views.heads import Head
from rulings_site.outages import WAIT, outage_of


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing at this address, and offer a search for what it might have meant."""
    if request.path.endswith(".md"):
        return _in_markdown(_not_found(), status=404)
    last_part = request.path.strip("/").split("/")[-1]
    return render(request, "404.html", {"head": _not_found(), "guess": last_part.replace("-", " ")[:80]}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours; or what is wrong around us, and when to come back."""
    if said := outage_of(sys.exception()):
        response = render(request, "500.html", {"outage": said}, status=503)
        response["Retry-After"] = WAIT
        return response
    return render(request, "500.html", status=500)


class AbsenceMiddleware:
    """Answers 404 for what never was at an address, and 410 for what was withdrawn."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for an address with nothing at it."""
        if isinstance(exception, MissingError):
            return page_not_found(request, exception)
        if isinstance(exception, MovedError):
            response = redirect(exception.address, permanent=True)
            # What was merged by mistake may become a card again.
            patch_cache_control(response, max_age=0, must_revalidate=True)
            return response
        return _withdrawn(request, exception.reason) if isinstance(exception, WithdrawnError) else None


def _not_found() -> Head:
    about = gettext("There is nothing at this address.")
    return Head(gettext("Not found"), about, is_kept=False, has_forms=False)


def _is_withdrawn() -> Head:
    about = gettext("What stood at this address has been withdrawn.")
    return Head(gettext("Withdrawn"), about, is_kept=False, has_forms=False)


def _withdrawn(request: HttpRequest, reason: str) -> HttpResponse:
    """Say that something was withdrawn, and lead to what is in force of its document."""
    if request.path.endswith(".md"):
        return _in_markdown(_is_withdrawn(), status=410)
    parts = request.resolver_match.kwargs if request.resolver_match else {}
    document = None
    if "document" in parts:
        document = document_frame(parts["game"], parts["document"])
    return render(request, "410.html", {"head": _is_withdrawn(), "document": document, "reason": reason}, status=410)


def _in_markdown(head: Head, *, status: int) -> HttpResponse:
    text = f"# {head.title}\n\n{head.description}\n"
    return HttpResponse(text, content_type="text/markdown; charset=utf-8", status=status)
