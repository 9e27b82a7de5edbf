"""Citations, embedding and downloads: what lets others point to this site."""

import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import Field

from rulings.api.asking import PageParameters, page_of, reading, text
from rulings.api.schemas import CardRecord, ChangeRecord, EditionRecord, Paged, RulingBrief, Wording
from rulings.selectors.data.sharing import resolution_record
from rulings.selectors.embedding import HEIGHT, WIDTH, embed_for
from rulings.selectors.resolving import resolve_citation
from rulings.services.downloads import downloads

router = Router(tags=["sharing"])

LONGEST_CITATION = 400
CACHE_AGE = 3600


class CitationParameters(Schema):
    q: str = text(
        ..., "A citation as people write it, or an address", example="CoC FAQ 3.2 §2.11", length=LONGEST_CITATION
    )


class CitedRecord(Schema):
    """A ruling that was cited."""

    ruling: RulingBrief
    edition: str = Field(description="The edition it is read in: the one that was cited, or the one in force")
    url: str = Field(description="The address of what was cited")
    current_url: str = Field(description="The address of what is in force")
    wording: Wording = Field(description="As it was cited")
    in_force: bool
    warning: str | None = Field(description="What a newer edition has done to it since")
    change: ChangeRecord | None = Field(description="The same with the difference")


class PageRecord(Schema):
    title: str
    url: str


class ResolutionRecord(Schema):
    """What a citation turned out to mean."""

    query: str
    found: bool
    rulings: list[CitedRecord]
    cards: list[CardRecord]
    editions: list[EditionRecord]
    pages: list[PageRecord] = Field(description="Other pages: lists, chapters and so on")
    notes: list[str]
    nearest: list[RulingBrief] = Field(description="Where nothing was found: what fits the words best")


class EmbedParameters(Schema):
    url: str = text(
        ...,
        "The address of a card or a ruling on this site",
        example="/call-of-cthulhu/cards/core-set/F110-hound-of-tindalos/",
        length=1000,
    )
    maxwidth: int = Field(WIDTH, ge=1, le=10_000)
    maxheight: int = Field(HEIGHT, ge=1, le=10_000)
    format: Literal["json"] = "json"


class EmbedRecord(Schema):
    """How to embed a page, as in oEmbed 1.0."""

    version: str = "1.0"
    type: str = "rich"
    title: str
    provider_name: str = "Rulings"
    provider_url: str
    cache_age: int = CACHE_AGE
    html: str
    width: int
    height: int


class DownloadRecord(Schema):
    """A file to download."""

    name: str
    about: str
    size: int = Field(description="In bytes")
    built: datetime.datetime
    url: str


@reading(router, "/cite", response=ResolutionRecord, url_name="cite", summary="Resolve a citation")
def cite(request: HttpRequest, parameters: Query[CitationParameters]) -> dict[str, Any]:
    """What a citation means: the ruling as it was cited, and a warning if a newer edition has changed it."""
    return resolution_record(parameters.q, resolve_citation(parameters.q))


@reading(router, "/oembed", response=EmbedRecord, url_name="oembed", summary="Embed a card or a ruling")
def oembed(request: HttpRequest, parameters: Query[EmbedParameters]) -> dict[str, Any]:
    """The HTML that shows a card's rulings, or a ruling, on the page of another site; it needs no script."""
    embed = embed_for(parameters.url, width=parameters.maxwidth, height=parameters.maxheight)
    return {
        "title": embed.title,
        "provider_url": request.build_absolute_uri("/"),
        "html": render_to_string("_embed_code.html", {"embed": embed}, request).strip(),
        "width": embed.width,
        "height": embed.height,
    }


@reading(router, "/downloads", response=Paged[DownloadRecord], url_name="downloads", summary="List downloads")
def list_downloads(request: HttpRequest, paging: Query[PageParameters]) -> dict[str, Any]:
    """The whole site as files."""
    records = [
        {
            "name": one.name,
            "about": one.about,
            "size": one.size,
            "built": one.built_at,
            "url": reverse("download", args=[one.name]),
        }
        for one in downloads()
    ]
    return page_of(request, records, paging, list)
