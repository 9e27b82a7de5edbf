"""Search and completion."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rulings.api.asking import LARGEST_PAGE, reading, text
from rulings.api.schemas import CardName
from rulings.selectors.completing import complete
from rulings.selectors.found import LONGEST_QUERY
from rulings.selectors.results import as_records

router = Router(tags=["search"])


class Narrowing(Schema):
    game: str = text(description="The id of a game", example="call-of-cthulhu")
    kind: str = text(description="erratum, listing, clarification, question or step")
    list: str = text(description="restricted or banned")


class SearchParameters(Narrowing):
    q: str = text(
        ...,
        "A question in plain words, or the query language of /help/search/",
        example="can I attack the turn I come into play?",
        length=LONGEST_QUERY,
    )
    limit: int = Field(10, ge=1, le=50, description="How many results on a page")
    page: int = Field(1, ge=1, le=LARGEST_PAGE, description="Which page")


class CompletionParameters(Narrowing):
    q: str = text(..., "What has been typed so far", example="hound of t", length=LONGEST_QUERY)


class ResultRecord(Schema):
    """A ruling or a card that fits."""

    type: str
    kind: str | None
    game: str
    document: str | None
    edition: str | None
    key: str | None
    title: str
    text: str
    snippet: str
    url: str
    authority: str | None
    cards: list[CardName]


class SearchRecord(Schema):
    """What fits best, best first."""

    query: str
    total: int
    suggestion: str | None = Field(description="How the query may have been meant")
    results: list[ResultRecord]


class SuggestionRecord(Schema):
    """A page that is offered while somebody types."""

    kind: str
    title: str
    detail: str
    url: str


class CompletionRecord(Schema):
    query: str
    suggestions: list[SuggestionRecord]


@reading(router, "/search", response=SearchRecord, url_name="search", summary="Search rulings and cards")
def search(request: HttpRequest, parameters: Query[SearchParameters]) -> dict[str, Any]:
    """The rulings and cards that fit best, best first."""
    return as_records(
        parameters.q,
        game=parameters.game,
        kind=parameters.kind,
        list_name=parameters.list,
        limit=parameters.limit,
        page=parameters.page,
    )


@reading(router, "/completion", response=CompletionRecord, url_name="suggestions", summary="Complete what is typed")
def completion(request: HttpRequest, parameters: Query[CompletionParameters]) -> dict[str, Any]:
    """Cards, sections and rulings for what has been typed so far."""
    offered = complete(parameters.q, game=parameters.game)
    return {"query": parameters.q, "suggestions": [vars(one) for one in offered]}
