"""Documents, their editions, chapters, lists and timing charts, and what changed."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from importers.records import Authority, ListName
from rulings.api.asking import (
    AtEdition,
    ChapterPart,
    DocumentPart,
    EditionPart,
    GamePart,
    OfDocument,
    OfGame,
    OnPage,
    PageParameters,
    page_of,
    reading,
)
from rulings.api.schemas import ComparisonRecord, Paged
from rulings.read_model.changes import change_record
from rulings.read_model.records.cards import TermRecord
from rulings.read_model.records.documents import (
    ChapterRecord,
    DocumentDetail,
    DocumentRecord,
    EditionDetail,
    EditionRecord,
    ListRecord,
    RepairsRecord,
    SourceRecord,
    TagsRecord,
    TimingRecord,
)
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.terms import glossary_of
from rulings.selectors import documents as data
from rulings.selectors.cards import list_page, list_record
from rulings.selectors.site import find_edition, find_editions, find_game, find_game_called, lists_of

router = Router(tags=["documents and history"])

DOCUMENT = "/{label:game}/{label:document}"
EDITION = f"/editions{DOCUMENT}/{{edition:edition}}"


class DocumentParameters(OfGame):
    authority: Literal[""] | Authority = Field("", description="How much weight they carry")


class OfKind(Schema):
    kind: Literal["", "added", "reworded", "moved", "removed"] = Field("", description="What was done to them")


@reading(router, "/documents", response=Paged[DocumentRecord], url_name="documents", summary="List documents")
def documents(
    request: HttpRequest,
    of: Query[DocumentParameters],
    paging: Query[PageParameters],
) -> dict[str, Any]:
    """The documents of which an edition is in force."""
    found = data.documents(game=_slug(of.game), authority=of.authority)
    return page_of(request, found, paging, data.document_records)


@reading(router, f"/documents{DOCUMENT}", response=DocumentDetail, url_name="document", summary="Get a document")
def document(request: HttpRequest, game: GamePart, document: DocumentPart, paging: Query[OnPage]) -> dict[str, Any]:
    """A document with its editions and the contents of the one in force."""
    found = data.read_document(game, slug=document)
    return {**data.as_document(found.document), **_contents(found, paging.page)}


@reading(
    router,
    f"/documents{DOCUMENT}/chapters/{{label:chapter}}",
    response=ChapterRecord,
    url_name="chapter",
    summary="Read a chapter",
)
def chapter(
    request: HttpRequest,
    game: GamePart,
    document: DocumentPart,
    chapter: ChapterPart,
    at: Query[AtEdition],
    paging: Query[OnPage],
) -> Any:
    """A chapter of a document with its rulings in full, page by page."""
    found = data.read_document(game, slug=document, edition=at.edition)
    return data.chapter_record(found, data.chapter_page(found, chapter, number=paging.page))


@reading(router, f"/documents{DOCUMENT}/tags", response=TagsRecord, url_name="tags", summary="List version tags")
def tags(request: HttpRequest, game: GamePart, document: DocumentPart, paging: Query[OnPage]) -> Any:
    """The rulings of a document by the version tags that it prints next to them."""
    found = data.read_document(game, slug=document)
    return data.tags_record(found, data.tagged_page(found.document, number=paging.page))


@reading(router, f"/timing{DOCUMENT}", response=TimingRecord, url_name="timing", summary="Get timing charts")
def timing(request: HttpRequest, game: GamePart, document: DocumentPart, at: Query[AtEdition]) -> Any:
    """The timing charts of a document step by step, and its actions."""
    found = data.read_document(game, slug=document, edition=at.edition)
    return data.timing_record(found, data.timing_charts(found), data.action_tables(found))


@reading(router, "/editions", response=Paged[EditionRecord], url_name="editions", summary="List editions")
def editions(request: HttpRequest, of: Query[OfDocument], paging: Query[PageParameters]) -> dict[str, Any]:
    """The published editions, the last one published first, with what each of them did."""
    found = data.editions(game=_slug(of.game), document=of.document)
    return page_of(request, found, paging, data.edition_summaries)


@reading(router, EDITION, response=EditionDetail, url_name="edition", summary="Get an edition")
def edition(
    request: HttpRequest, game: GamePart, document: DocumentPart, edition: EditionPart, paging: Query[OnPage]
) -> dict[str, Any]:
    """An edition with its contents."""
    found = data.read_document(game, slug=document, edition=edition)
    return {**found.edition, **_contents(found, paging.page)}


@reading(router, f"{EDITION}/source", response=SourceRecord, url_name="source", summary="Read the source")
def source(
    request: HttpRequest, game: GamePart, document: DocumentPart, edition: EditionPart, paging: Query[OnPage]
) -> Any:
    """The text that an edition was read from, line by line."""
    found = find_edition(game, document=document, slug=edition)
    return data.source_record(data.source_page(found, number=paging.page))


@reading(router, f"{EDITION}/repairs", response=RepairsRecord, url_name="repairs", summary="List repairs")
def repairs(request: HttpRequest, game: GamePart, document: DocumentPart, edition: EditionPart) -> Any:
    """What was repaired, corrected or left over when an edition was read."""
    return data.repairs_record(find_edition(game, document=document, slug=edition))


@reading(router, "/changes", response=Paged[ChangeRecord], url_name="changes", summary="List the latest changes")
def changes(
    request: HttpRequest,
    of: Query[OfDocument],
    paging: Query[PageParameters],
    only: Query[OfKind],
) -> dict[str, Any]:
    """The rulings that editions changed, the last one published first; what a first edition has is not listed."""
    found = data.latest_changes(game=_slug(of.game), document=of.document, kind=only.kind)
    return page_of(request, found, paging, data.latest_change_records)


@reading(
    router,
    f"/changes{DOCUMENT}/{{edition:old}}...{{edition:new}}",
    response=ComparisonRecord,
    url_name="compare",
    summary="Compare two editions",
)
def compare(
    request: HttpRequest,
    game: GamePart,
    document: DocumentPart,
    old: EditionPart,
    new: EditionPart,
    paging: Query[PageParameters],
    only: Query[OfKind],
) -> dict[str, Any]:
    """What became of each ruling from one edition to another, however many lie between them."""
    before, after = find_editions(game, document=document, slugs=[old, new])
    comparison = data.compare_editions(before, after)
    found = comparison.load(only.kind)
    return {
        **page_of(request, found, paging, lambda some: [change_record(one, after) for one in some]),
        "old": before.label,
        "new": after.label,
        "counts": {name: count for name, count, _ in comparison.choices("")},
        "same": comparison.same,
    }


@reading(router, "/lists", response=Paged[ListRecord], url_name="lists", summary="List restricted and banned lists")
def lists(
    request: HttpRequest,
    of: Query[OfGame],
    paging: Query[PageParameters],
) -> dict[str, Any]:
    """The lists of a game, or of all."""
    found = lists_of([find_game_called(of.game)] if of.game else None)
    return page_of(
        request,
        found,
        paging,
        lambda some: [list_record(one, name, list_page(one, list_name=name)) for one, name in some],
    )


@reading(router, "/lists/{label:game}/{list:list_name}", response=ListRecord, url_name="list", summary="Get a list")
def card_list(request: HttpRequest, game: GamePart, list_name: ListName) -> Any:
    """A restricted or banned list: who is on it since when, and who left it when."""
    found = find_game(game)
    return list_record(found, list_name, list_page(found, list_name=list_name))


@reading(router, "/terms/{label:game}", response=list[TermRecord], url_name="terms", summary="Get the terms of a game")
def terms(request: HttpRequest, game: GamePart) -> Any:
    """What the lists, keywords and terms of a game mean, in our words, each with its source."""
    return [term.record for term in glossary_of(find_game(game)["id"]).terms]


def _slug(game: str) -> str:
    return find_game_called(game)["id"] if game else ""


def _contents(found: data.Reading, number: int) -> dict[str, Any]:
    page = data.contents_page(found, number=number)
    return {"page": page.number, "pages": page.pages, "chapters": data.contents_records(page)}
