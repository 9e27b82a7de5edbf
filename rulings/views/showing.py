"""The three forms of a page: HTML for people, Markdown at ".md", and data at ".json"."""

import re
from collections.abc import Iterator, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import URLPattern, path, resolve, reverse
from django.views.decorators.csrf import csrf_exempt

from rulings.selectors.site import MovedError
from rulings.validating import View

# Where the data of a page is asked for by more than the parts of its address: the operation of the API that has it,
# and by which parameter it knows each part that is not in its own address.
ASKED: dict[str, tuple[str, Mapping[str, str]]] = {
    "card-set": ("cards", {"game": "game", "card_set": "set"}),
    "cards": ("cards", {"game": "game"}),
    "chapter-at": ("chapter", {"edition": "edition"}),
    "editions": ("editions", {"game": "game", "document": "document"}),
    "ruling-at": ("ruling", {"edition": "edition"}),
    "timing-at": ("timing", {"edition": "edition"}),
}
# What the API is asked if the page is not asked for anything else: as much as the page shows, and nothing.
DEFAULTS = {
    "cards": {"limit": "120"},
    "card-set": {"limit": "120"},
    "compare": {"limit": "40"},
    "search": {"q": ""},
    "cite": {"q": ""},
}
BLANK_LINES = re.compile(r"\s*\n\s*\n(?:\s*\n)*")
# What bears the address of the whole site.
INDEX = "index"
LONGEST = 80


def page_forms(route: str, view: View, *, name: str) -> Iterator[URLPattern]:
    """The addresses of a page in all its forms."""
    yield path(route, view, name=name)
    plain = route.rstrip("/") or INDEX
    yield path(f"{plain}.md", _as_markdown(view), name=f"{name}.md")
    yield path(f"{plain}.json", _as_json(name), name=f"{name}.json")


def show(request: HttpRequest, name: str, context: Mapping[str, Any]) -> HttpResponse:
    """A page in the form that its address asks for."""
    if not getattr(request, "wants_markdown", False):
        return render(request, f"{name}.html", dict(context))
    text = render_to_string(f"markdown/{name}.md", dict(context), request)
    tidy = BLANK_LINES.sub("\n\n", text).strip()
    return HttpResponse(f"{tidy}\n", content_type="text/markdown; charset=utf-8")


def _as_markdown(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        request.wants_markdown = True  # type: ignore[attr-defined]
        try:
            response = view(request, **kwargs)
        except MovedError as moved:
            response = redirect(moved.address, permanent=True)
        if isinstance(response, HttpResponseRedirectBase) and response.url.endswith("/"):
            response["Location"] = f"{response.url.rstrip('/')}.md"
        return response

    return wrapper


def _as_json(name: str) -> View:
    """The answer of the API to what a page shows."""
    operation, parameters = ASKED.get(name, (name, {}))

    @csrf_exempt
    def view(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        asked = request.GET.copy()
        for parameter, value in DEFAULTS.get(name, {}).items():
            asked.setdefault(parameter, value)
        for part, parameter in parameters.items():
            asked[parameter] = kwargs.pop(part)
        request.GET = asked  # type: ignore[assignment]
        match = resolve(reverse(f"api:{operation}", kwargs=kwargs))
        response: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        return response

    return view


def text(request: HttpRequest, name: str, *, length: int = LONGEST) -> str:
    """A parameter as text, without what no text has."""
    return request.GET.get(name, "").replace("\x00", "")[:length].strip()


def page_number(request: HttpRequest) -> int:
    """Which page is asked for; the first, if that is not a number."""
    number = request.GET.get("page", "1")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 1
