"""The choice of a language: /language/de/?next=/… sets a cookie and leads back."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rulings.views.showing import text

A_YEAR = 365 * 24 * 60 * 60


@never_cache
@require_safe
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """Remember a language in the reader's browser."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    back = text(request, "next", length=300)
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    response = redirect(back)
    if code == settings.LANGUAGE_CODE:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    else:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, code, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS, httponly=True
        )
    return response
