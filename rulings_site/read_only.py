"""The read-only mode: everything is served, and nothing can be changed."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# What is asked by POST and changes nothing.
ANSWERED = ("/deck-check/", "/api/v1/decks/", "/api/v1/cards/batch", "/search/asked-again/")
SAYS = "This site is read-only at the moment: it can be read and searched, and nothing can be changed.\n"


class ReadOnlyMiddleware:
    """Refuses what would change something while READ_ONLY is set."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_safe = request.method in ("GET", "HEAD", "OPTIONS")
        is_read = (is_safe and not request.path.startswith("/admin/")) or request.path.startswith(ANSWERED)
        if settings.READ_ONLY and not is_read:
            response = HttpResponse(SAYS, status=503, content_type="text/plain; charset=utf-8")
            response["Retry-After"] = "600"
            return response
        return self.get_response(request)
