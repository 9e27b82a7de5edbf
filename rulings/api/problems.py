"""Errors as application/problem+json (RFC 9457), each with advice."""

import json
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve, reverse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from rulings.selectors.site import MissingError, MovedError, WithdrawnError

CONTENT_TYPE = "application/problem+json"
DATA = ("/api/",)
DATA_SUFFIX = ".json"
# In bytes: the longest deck with every letter escaped.
LARGEST_REQUEST = 1_000_000

# What each kind of problem means, and what to do about it; the human page has the same words.
KINDS = {
    HTTPStatus.BAD_REQUEST: ("Bad request", "It could not be read.", "Send what the OpenAPI document describes."),
    HTTPStatus.NOT_FOUND: (
        "Not found",
        "There is nothing at this address.",
        "GET /api/v1/ lists what there is; /api/v1/search and /api/v1/cards?like= find things by their names.",
    ),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        "Method not allowed",
        "This address does not answer to this method.",
        "The header Allow names those that it answers to.",
    ),
    HTTPStatus.GONE: (
        "Withdrawn",
        "What stood at this address has been withdrawn.",
        "Leave out the edition to read what is in force.",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("Too large", "More was sent than is read.", "Send it in smaller parts."),
    HTTPStatus.UNPROCESSABLE_ENTITY: (
        "Wrong parameters",
        "Some parameters are not as described.",
        "See each of the errors, and the OpenAPI document for what is allowed.",
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        "Not now",
        "Something that this site needs is away, or too much is being asked at once.",
        "Try again after the seconds that Retry-After names.",
    ),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("Our fault", "Something went wrong on our side.", "Try again later."),
}


def kinds() -> list[dict[str, Any]]:
    """Each kind of problem: where it is explained, what it means, and what to do about it."""
    return [
        {"anchor": _anchor(title), "status": status.value, "title": title, "meaning": meaning, "advice": advice}
        for status, (title, meaning, advice) in KINDS.items()
    ]


def problem(status: int, *, detail: str = "", errors: Sequence[dict[str, str]] = ()) -> HttpResponse:
    """A response that says what went wrong."""
    known = HTTPStatus(status)
    title, meaning, advice = KINDS.get(known, (known.phrase, known.description or known.phrase, "Try something else."))
    body = {
        "type": f"{reverse('api-help')}#{_anchor(title)}",
        "title": title,
        "status": status,
        "detail": detail or meaning,
        "advice": advice,
        "errors": list(errors),
    }
    return HttpResponse(json.dumps(body), content_type=CONTENT_TYPE, status=status)


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def nothing_here(request: HttpRequest) -> HttpResponse:
    """The answer to an address below the API's that the API does not have."""
    return problem(404)


def add_handlers(api: NinjaAPI) -> None:
    """Let an API answer every error with a problem."""
    api.add_exception_handler(MissingError, lambda request, error: problem(404))
    api.add_exception_handler(WithdrawnError, lambda request, error: problem(410))
    api.add_exception_handler(MovedError, _moved)
    api.add_exception_handler(HttpError, _refused)
    api.add_exception_handler(ValidationError, _invalid)


class ProblemMiddleware:
    """Lets errors that Django itself answers be problems, where data was asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(DATA) and int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_REQUEST:
            # Nothing of it is read.
            return problem(413)
        response = self.get_response(request)
        is_data = request.path.startswith(DATA) or request.path.endswith(DATA_SUFFIX)
        if not is_data or response.status_code < HTTPStatus.BAD_REQUEST or response["Content-Type"] == CONTENT_TYPE:
            return response
        replaced = problem(response.status_code)
        for header in ("Allow", "Retry-After"):
            if header in response:
                replaced[header] = response[header]
        return replaced


def _moved(request: HttpRequest, error: Any) -> HttpResponse:
    """To where a card or a set that was merged into another is now."""
    try:
        match = resolve(error.address)
    except Resolver404:
        return problem(404)
    return HttpResponsePermanentRedirect(reverse(f"api:{match.url_name}", kwargs=match.kwargs))


def _refused(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(error.status_code, detail=str(error))


def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
    errors = [{"where": str(one["loc"][-1]), "why": one["msg"]} for one in error.errors]
    return problem(422, detail="; ".join(f"{one['where']}: {one['why']}" for one in errors[:3]), errors=errors)
