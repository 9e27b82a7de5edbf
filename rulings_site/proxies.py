"""Who is asking, when our own proxies stand between."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def visitor_address(request: HttpRequest) -> str:
    """The address that the outermost of our own proxies saw; what a visitor writes before it counts for nothing."""
    return address_in(request.META)


def address_in(environ: Mapping[str, Any]) -> str:
    """The same, of a request that Django has not seen yet."""
    seen = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if 0 < settings.PROXIES <= len(seen):
        return str(seen[-settings.PROXIES])
    return str(environ.get("REMOTE_ADDR", ""))
