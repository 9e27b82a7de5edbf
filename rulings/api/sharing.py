"""Citations, embedding and downloads: what lets others point to this site."""

from typing import Any, Literal

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import Field

from rulings.api.asking import PageParameters, page_of, reading, text
from rulings.api.schemas import DownloadRecord, EmbedRecord, Paged, ResolutionRecord
from rulings.read_model.wording import moment
from rulings.selectors.citations import HEIGHT, WIDTH, embed_for, resolution_record, resolve_citation
from rulings.services.downloads import downloads

router = Router(tags=["sharing"])

LONGEST_CITATION = 400
CACHE_AGE = 3600


class CitationParameters(Schema):
    q: str = text(
        ..., "A citation as people write it, or an address", example="CoC FAQ 3.2 §2.11", length=LONGEST_CITATION
    )


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


@reading(router, "/cite", response=ResolutionRecord, url_name="cite", summary="Resolve a citation")
def cite(request: HttpRequest, parameters: Query[CitationParameters]) -> dict[str, Any]:
    """What a citation means: the ruling as it was cited, and a warning if a newer edition has changed it."""
    return resolution_record(parameters.q, resolve_citation(parameters.q))


@reading(router, "/oembed", response=EmbedRecord, url_name="oembed", summary="Embed a card or a ruling")
def oembed(request: HttpRequest, parameters: Query[EmbedParameters]) -> dict[str, Any]:
    """The HTML that shows a card's rulings, or a ruling, on the page of another site; it needs no script."""
    embed = embed_for(parameters.url, width=parameters.maxwidth, height=parameters.maxheight)
    return {
        "version": "1.0",
        "type": "rich",
        "title": embed.title,
        "provider_name": "Rulings",
        "cache_age": CACHE_AGE,
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
            "built": moment(one.built_at),
            "url": reverse("download", args=[one.name]),
        }
        for one in downloads()
    ]
    return page_of(request, records, paging, list)
