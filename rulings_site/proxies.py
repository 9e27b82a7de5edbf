"""Who is asking, when our own proxies stand between."""

from django.conf import settings
from django.http import HttpRequest


def visitor_address(request: HttpRequest) -> str:
    """The address that the outermost of our own proxies saw; what a visitor writes before it counts for nothing."""
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if 0 < settings.PROXIES <= len(seen):
        return str(seen[-settings.PROXIES])
    return str(request.META.get("REMOTE_ADDR", ""))
