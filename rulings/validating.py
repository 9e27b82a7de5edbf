"""Validators for pages and data: what has not changed since a visitor's last look is answered with a 304 at once, and
what has not changed since anybody's last look is not made again."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache, wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from rulings.selectors.state import index_token, site_state

View = Callable[..., HttpResponseBase]
CODE = ("rulings", "rulings_site", "importers", "templates", "static", "fixtures")
# Last-Modified counts in seconds: what changed just now may change again within the same one.
SETTLED = timedelta(seconds=2)


def page(view: View) -> View:
    """Make a view a public page: safe methods only, and validated by the state of the site."""
    return require_safe(validated(view))


def validated(view: View) -> View:
    """Validate what a view reads by the state of the site."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if settings.DEBUG or request.method not in ("GET", "HEAD"):
            return view(request, **kwargs)
        state = site_state()
        release, released_at = _release()
        # Search results and like rulings come from the index.
        address = hashlib.sha256(request.get_full_path().encode()).hexdigest()[:8]
        etag = f'"{release}-{state.generation}-{index_token()}-{address}"'
        changed_at = max(state.changed_at or released_at, released_at)
        last_modified = changed_at if timezone.now() - changed_at > SETTLED else None
        validated = condition(
            etag_func=lambda *args, **kwargs: etag, last_modified_func=lambda *args, **kwargs: last_modified
        )
        made_once = validated(_remembered(view, etag))
        response = cache_control(public=True, max_age=0, must_revalidate=True)(made_once)(request, **kwargs)
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            # What is not there may be tomorrow.
            del response["ETag"], response["Last-Modified"]
        return response

    return wrapper


def _remembered(view: View, etag: str) -> View:
    """A view whose plain pages are remembered while their validator holds; searches and lists that are narrowed are
    too many for that."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if request.META["QUERY_STRING"] or request.method != "GET":
            return view(request, **kwargs)
        key = hashlib.sha256(f"{etag} {request.build_absolute_uri()}".encode()).hexdigest()
        response: HttpResponseBase | None = cache.get(key)
        if response is None:
            response = view(request, **kwargs)
            if response.status_code == HTTPStatus.OK and not response.streaming:
                cache.set(key, response)
        return response

    return wrapper


@lru_cache(maxsize=1)
def _release() -> tuple[str, datetime]:
    """Changes with the code, templates and styles, so that a new release shows itself; and when that was."""
    files = sorted(path for name in CODE for path in Path(settings.ROOT / name).rglob("*.*") if path.suffix != ".pyc")
    stamps = "".join(f"{path.relative_to(settings.ROOT)}{path.stat().st_mtime_ns}" for path in files)
    newest = max(path.stat().st_mtime for path in files)
    return hashlib.sha256(stamps.encode()).hexdigest()[:12], datetime.fromtimestamp(
        newest, tz=timezone.get_default_timezone()
    )
