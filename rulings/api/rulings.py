"""Rulings."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

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
from rulings.api.schemas import Paged, RulingDetail, RulingRecord
from rulings.selectors.data.filtering import RulingFilter, ruling_of, rulings_that_fit
from rulings.selectors.data.rulings import ruling_record

router = Router(tags=["rulings"])


class RulingParameters(OfDocument, AtEdition):
    label: str = text(description="The printed label", example="2.11")
    kind: Literal["", "erratum", "listing", "clarification", "question", "step"] = ""
    scope: Literal["", "card", "general", "rulebook"] = Field("", description="Of errata")
    authority: Literal["", "official", "unofficial", "digest"] = ""
    tag: str = text(description="The version tag that is printed beside it", example="v1.4")
    card: str = text(description="The name or id of a card that it is about", length=400)
    mentions: str = text(description="The name or id of a card that it is about or mentions", length=400)
    list: Literal["", "restricted", "banned"] = Field("", description="Of listings")


@reading(router, "/rulings", response=Paged[RulingRecord], url_name="rulings", summary="Find rulings")
def rulings(request: HttpRequest, parameters: Query[RulingParameters], paging: Query[PageParameters]) -> dict[str, Any]:
    """Rulings by document, edition, label, kind and card, in the order of the documents."""
    wanted = parameters.dict()
    is_past = bool(parameters.edition)
    found = rulings_that_fit(RulingFilter(list_name=wanted.pop("list"), **wanted))
    return page_of(
        request,
        found,
        paging,
        lambda some: [ruling_record(change, at=change.edition if is_past else None) for change in some],
    )


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
) -> dict[str, Any]:
    """A ruling by its id or its label: its wording, who cites it, and what became of it."""
    return ruling_of(game, document=document, slug=ruling, edition=at.edition)
