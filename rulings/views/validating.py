"""Validators for pages: what has not changed since a visitor's last look is answered with a 304 at once."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from functools import cache, wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from rulings.models import SiteState

View = Callable[..., HttpResponseBase]


def page(view: View) -> View:
    """Make a view a public page: safe methods only, and validated by the state of the site."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        site = SiteState.objects.filter(pk=1).first()
        etag = f'"{_release()}-{site.generation if site else 0}"'

        def last_modified(*args: Any, **kwargs: Any) -> datetime | None:
            return site.changed_at if site else None

        validated = condition(etag_func=lambda *args, **kwargs: etag, last_modified_func=last_modified)
        return cache_control(public=True, max_age=0, must_revalidate=True)(validated(view))(request, **kwargs)

    return require_safe(wrapper)


@cache
def _release() -> str:
    """Changes with the code, templates and styles, so that a new release shows itself."""
    folders = (settings.ROOT / name for name in ("rulings", "importers", "templates", "static"))
    files = sorted(path for folder in folders for path in Path(folder).rglob("*.*") if path.suffix != ".pyc")
    stamps = "".join(f"{path.relative_to(settings.ROOT)}{path.stat().st_mtime_ns}" for path in files)
    return hashlib.sha256(stamps.encode()).hexdigest()[:12]
