"""The languages of the interface: chosen by a cookie, English without one. Rulings stay in their own language."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

# What is for programs, for editors, and for all readers alike, is in English.
IN_ENGLISH = re.compile(
    r"^/(?:api|admin|feeds|downloads|embed|static|metrics|healthz|readyz|sw\.js|offline/.+)|\.(?:json|md)$"
)


class LanguageMiddleware:
    """Speaks the language that a reader has chosen. An address without the cookie stays what it was: English."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if IN_ENGLISH.search(request.path):
            with translation.override(settings.LANGUAGE_CODE):
                return self.get_response(request)
        with translation.override(chosen(request)):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language())
        # So that caches tell the languages apart.
        patch_vary_headers(response, ("Cookie",))
        return response


def chosen(request: HttpRequest) -> str:
    """The language that a reader has chosen."""
    wanted = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
