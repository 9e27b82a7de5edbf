"""Validators for pages and data: what has not changed since a visitor's last look is answered with a 304 at once, and
what has not changed since anybody's last look is not made again."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import http_date
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulings.read_model.state import keep, one_state, recall, site_state
from rulings.search import meaning
from rulings.search.engine import BEHIND, READY, UNAVAILABLE, engine, noting_answers
from rulings.services import downloads

View = Callable[..., HttpResponseBase]
CODE = ("rulings", "rulings_site", "importers", "templates", "static", "fixtures", "locale")
# What pages are asked for by; a test finds them in the code.
PARAMETERS = frozenset(
    """
    address by card edition first game kind letter line lines list new of old pack page q status view with
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
# Last-Modified counts in seconds: what changed just now may change again within the same one.
SETTLED = timedelta(seconds=2)
# So often is a page made again because something was published meanwhile.
MOST_TRIES = 3


def page(view: View) -> View:
    """Make a view a public page: safe methods only, and validated by the state of the site."""
    return require_safe(validated(view))


def validated(view: View) -> View:
    """Validate what a view reads by the state of the site."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if settings.DEBUG or request.method not in ("GET", "HEAD"):
            return view(request, **kwargs)
        for _ in range(MOST_TRIES):
            response, key = answer(request, kwargs)
            if site_state().key == key:
                break
            # Something was published while the page was made: it may show a part of each.
        return response

    def answer(request: HttpRequest, kwargs: dict[str, Any]) -> tuple[HttpResponseBase, str]:
        with one_state() as state:
            release, released_at = _release()
            expected = READY if engine().holds(state.key) else BEHIND if engine().key() else UNAVAILABLE
            label = f"{meaning.label()}-{expected}"
            if "/downloads" in request.path:
                # The files may be of an earlier state.
                label += downloads.label()
            asked = f"{request.build_absolute_uri()} {get_language()}"
            address = hashlib.sha256(asked.encode()).hexdigest()[:16]
            etag = f'"{release}-{state.key}{label}-{address}"'
            changed_at = max(state.changed_at or released_at, released_at)
            last_modified = int(changed_at.timestamp()) if timezone.now() - changed_at > SETTLED else None
            unchanged = get_conditional_response(request, etag=etag, last_modified=last_modified)
            made = (unchanged, True) if unchanged is not None else _made(view, request, kwargs, etag, expected)
            response, is_expected = made
            if not is_expected:
                # The index came, or broke, while it was asked: what it said holds for this once.
                response.headers["Cache-Control"] = "no-store"
                return response, state.key
            if response.status_code < HTTPStatus.BAD_REQUEST:
                # What is not there may be tomorrow.
                response.headers.setdefault("ETag", etag)
                if last_modified:
                    response.headers.setdefault("Last-Modified", http_date(last_modified))
            patch_cache_control(response, public=True, max_age=0, must_revalidate=True)
            return response, state.key

    return wrapper


def _made(
    view: View, request: HttpRequest, kwargs: dict[str, Any], etag: str, expected: str
) -> tuple[HttpResponseBase, bool]:
    """What a view answers, and whether its searches were answered as expected. Plain pages are remembered while their
    validator holds; searches and lists that are narrowed are too many for that."""
    is_kept = request.method == "GET" and _is_plain(request)
    what = ("page", get_language(), request.build_absolute_uri(request.path))
    kept: HttpResponse | None = recall(what, etag) if is_kept else None
    if kept is None:
        before = meaning.label()
        with noting_answers() as noted:
            response = view(request, **kwargs)
        is_expected = noted <= {expected} and meaning.label() == before
        if not (
            is_kept and is_expected and response.status_code == HTTPStatus.OK and isinstance(response, HttpResponse)
        ):
            return response, is_expected
        kept = keep(what, etag, response)
    # A copy: what is sent is compressed and gets more headers on its way.
    return HttpResponse(kept.content, headers=dict(kept.headers)), True


def _is_plain(request: HttpRequest) -> bool:
    """Whether a page is asked for as it is; what nobody asks for by a parameter is as if it were not there."""
    is_data = request.path.startswith("/api/") or request.path.endswith(".json")
    if set(request.GET) & PARAMETERS or (request.GET and is_data):
        return False
    request.GET = QueryDict()
    request.META["QUERY_STRING"] = ""
    return True


@cache
def _release() -> tuple[str, datetime]:
    """Changes with the code, templates and styles, so that a new release shows itself, and when that was; the same on
    every machine."""
    files = sorted(path for name in CODE for path in Path(settings.ROOT / name).rglob("*.*") if path.suffix != ".pyc")
    contents = hashlib.blake2b(digest_size=16)
    for path in files:
        contents.update(f"{path.relative_to(settings.ROOT)} {path.stat().st_size} ".encode())
        contents.update(path.read_bytes())
    newest = max(path.stat().st_mtime for path in files)
    return contents.hexdigest()[:12], datetime.fromtimestamp(newest, tz=timezone.get_default_timezone())


def release() -> str:
    """The name of this release: of its code, templates and styles."""
    return _release()[0]
