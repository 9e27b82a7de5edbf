"""What the API may be asked, and pages of answers."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

import orjson
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Path, Router, Schema
from pydantic import Field

# A NUL can be in no index and in no database.
NO_NUL = r"^[^\x00]*$"
LONGEST = 80
LARGEST_PAGE = 1_000_000
LARGEST_LIMIT = 200

Thing = TypeVar("Thing", bound=Model)
Function = TypeVar("Function", bound=Callable[..., Any])


def text(default: Any = "", description: str = "", *, example: str = "", length: int | None = LONGEST) -> Any:
    """A parameter that is a short text; without a length, of what is longer only the beginning is read."""
    extra: dict[str, Any] = {"example": example} if example else {}
    return Field(default, max_length=length, pattern=NO_NUL, description=description, json_schema_extra=extra)


def part(example: str, description: str) -> Any:
    """A part of an address."""
    return Path(..., description=description, example=example)  # type: ignore[type-arg]


GamePart = Annotated[str, part("call-of-cthulhu", "The id of a game")]
DocumentPart = Annotated[str, part("faq", "The last part of a document's id")]
SetPart = Annotated[str, part("core-set", "The last part of a set's id")]
CardPart = Annotated[str, part("F110-hound-of-tindalos", "The last part of a card's id")]
EditionPart = Annotated[str, part("3.2", "The label of an edition, as in its address")]
RulingPart = Annotated[str, part("2.11", "The last part of a ruling's id, or its printed label")]
ChapterPart = Annotated[str, part("card-clarification-and-errata", "The id of a chapter")]


class OfGame(Schema):
    game: str = text(description="The id, name or short name of a game", example="call-of-cthulhu")


class OfDocument(OfGame):
    document: str = text(description="The last part of a document's id", example="faq")


class AtEdition(Schema):
    edition: str = text(description="The label of an edition, as it stood then; none: what is in force")


class OnPage(Schema):
    page: int = Field(1, ge=1, le=LARGEST_PAGE, description="Which page")


class PageParameters(Schema):
    """Which part of a long answer is wanted."""

    page: int = Field(1, ge=1, le=LARGEST_PAGE, description="Which page")
    limit: int = Field(50, ge=1, le=LARGEST_LIMIT, description="How many results on a page")


def reading(router: Router, path: str, **options: Any) -> Callable[[Function], Function]:
    """An operation that only reads; it can be asked for its headers alone."""
    add = router.api_operation(["GET", "HEAD"], path, **options)
    return lambda view: add(answered(view))


def answered(view: Function) -> Function:
    """A view whose answer is written as it is: records have their shape, and are not made once more to check it."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return HttpResponse(
            orjson.dumps(view(request, *args, **kwargs)), content_type="application/json; charset=utf-8"
        )

    return wrapper  # type: ignore[return-value]


def page_of(
    request: HttpRequest,
    found: QuerySet[Thing] | Sequence[Any],
    parameters: PageParameters,
    records: Callable[[Any], Sequence[Any]],
) -> dict[str, Any]:
    """The page of results that was asked for; beyond the last one there is nothing."""
    paginator = Paginator(found, parameters.limit)
    pages, number = paginator.num_pages, parameters.page
    return {
        "total": paginator.count,
        "page": number,
        "pages": pages,
        "next": _turned(request, number + 1) if number < pages else None,
        "previous": _turned(request, min(number - 1, pages)) if number > 1 else None,
        "results": [] if number > pages else records(paginator.page(number).object_list),
    }


def _turned(request: HttpRequest, number: int) -> str:
    """The path of another page of the same answer."""
    pairs = [(name, value) for name, values in request.GET.lists() for value in values if name != "page"]
    return f"{request.path}?{urlencode([*pairs, ('page', number)])}"
