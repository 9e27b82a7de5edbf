"""Rulings."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from importers.records import Authority, Kind, ListName, Scope
from rulings.api.asking import (
    AtEdition,
    DocumentPart,
    GamePart,
    OfDocument,
    PageParameters,
    RulingPart,
    page_of,
    reading,
    text,
)
from rulings.api.schemas import Paged
from rulings.read_model.records.rulings import RulingDetail, RulingRecord
from rulings.selectors.data import RulingFilter, ruling_records, rulings_that_fit
from rulings.selectors.documents import ruling_detail, ruling_page

router = Router(tags=["rulings"])


class RulingParameters(OfDocument, AtEdition):
    label: str = text(description="The printed label", example="2.11")
    kind: Literal[""] | Kind = ""
    scope: Literal[""] | Scope = Field("", description="Of errata")
    authority: Literal[""] | Authority = ""
    tag: str = text(description="The version tag that is printed next to it", example="v1.4")
    card: str = text(description="The name or id of a card that it is about", length=400)
    mentions: str = text(description="The name or id of a card that it is about or mentions", length=400)
    list: Literal[""] | ListName = Field("", description="Of listings")


@reading(router, "/rulings", response=Paged[RulingRecord], url_name="rulings", summary="Find rulings")
def rulings(request: HttpRequest, parameters: Query[RulingParameters], paging: Query[PageParameters]) -> dict[str, Any]:
    """Rulings by document, edition, label, kind and card, in the order of the documents."""
    wanted = parameters.dict()
    found = rulings_that_fit(RulingFilter(list_name=wanted.pop("list"), **wanted))
    return page_of(request, found, paging, ruling_records)


@reading(
    router,
    "/rulings/{label:game}/{label:document}/{label:ruling}",
    response=RulingDetail,
    url_name="ruling",
    summary="Get a ruling",
)
def ruling(
    request: HttpRequest,
    game: GamePart,
    document: DocumentPart,
    ruling: RulingPart,
    at: Query[AtEdition],
) -> Any:
    """A ruling by its id or its label: its wording, who cites it, and what became of it."""
    return ruling_detail(ruling_page(game, document=document, slug=ruling, edition=at.edition))
