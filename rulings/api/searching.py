"""Search and completion."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rulings.api.asking import OnPage, reading, text
from rulings.api.schemas import CompletionRecord, SearchRecord
from rulings.selectors.search import complete, search_records
from rulings.services import vectorising

router = Router(tags=["search"])


class Narrowing(Schema):
    game: str = text(description="The id of a game", example="call-of-cthulhu")
    kind: str = text(description="erratum, listing, clarification, question or step")
    list: str = text(description="restricted or banned")


class SearchParameters(Narrowing, OnPage):
    q: str = text(
        ...,
        "A question in plain words, or the query language of /help/search/",
        example="can I attack the turn I come into play?",
        length=None,
    )
    limit: int = Field(10, ge=1, le=50, description="How many results on a page")


class CompletionParameters(Narrowing):
    q: str = text(..., "What has been typed so far", example="hound of t", length=None)


@reading(router, "/search", response=SearchRecord, url_name="search", summary="Search rulings and cards")
def search(request: HttpRequest, parameters: Query[SearchParameters]) -> dict[str, Any]:
    """The rulings and cards that fit best, best first."""
    vectorising.keep_up()
    return search_records(
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
