"""GET /api/v1/search"""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import StringConstraints

from rulings.selectors.results import as_records

router = Router(tags=["search"])

# Printable text; a NUL can be in no index and in no database.
Text = Annotated[str, StringConstraints(max_length=400, pattern=r"^[^\x00]*$")]
Slug = Annotated[str, StringConstraints(max_length=80, pattern=r"^[^\x00]*$")]


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
def search(
    request: HttpRequest,
    q: Annotated[Text, Query(description="A question in plain words, or the query language of /help/search/")],
    game: Annotated[Slug, Query(description="The slug of a game")] = "",
    kind: Annotated[Slug, Query(description="erratum, listing, clarification, question or step")] = "",
    limit: Annotated[int, Query(ge=1, le=50, description="How many results at most")] = 10,
) -> dict[str, Any]:
    """The rulings and cards that fit best, best first."""
    return as_records(q, game=game, kind=kind, limit=limit)
