"""GET /api/v1/search"""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rulings.selectors.results import as_records

router = Router(tags=["search"])

# A NUL can be in no index and in no database.
NO_NUL = r"^[^\x00]*$"


class SearchParameters(Schema):
    q: str = Field(
        max_length=400, pattern=NO_NUL, description="A question in plain words, or the query language of /help/search/"
    )
    game: str = Field("", max_length=80, pattern=NO_NUL, description="The slug of a game")
    kind: str = Field(
        "", max_length=80, pattern=NO_NUL, description="erratum, listing, clarification, question or step"
    )
    limit: int = Field(10, ge=1, le=50, description="How many results at most")


class CardRecord(Schema):
    set: str | None
    number: str | None
    name: str


class ResultRecord(Schema):
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
    cards: list[CardRecord]


class SearchRecord(Schema):
    query: str
    total: int
    suggestion: str | None
    results: list[ResultRecord]


@router.get("/search", response=SearchRecord, summary="Search rulings and cards")
def search(request: HttpRequest, parameters: Query[SearchParameters]) -> dict[str, Any]:
    """The rulings and cards that fit best, best first."""
    return as_records(parameters.q, game=parameters.game, kind=parameters.kind, limit=parameters.limit)
