"""Documents, their editions, chapters, lists and timing charts, and what changed."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from rulings.api.asking import (
    LARGEST_PAGE,
    AtEdition,
    ChapterPart,
    DocumentPart,
    EditionPart,
    GamePart,
    OfDocument,
    OfGame,
    PageParameters,
    page_of,
    reading,
)
from rulings.api.schemas import (
    ChangeRecord,
    ChapterRecord,
    ComparisonRecord,
    DocumentDetail,
    DocumentRecord,
    EditionDetail,
    EditionRecord,
    ListRecord,
    Paged,
    RepairsRecord,
    SourceRecord,
    TagsRecord,
    TimingRecord,
)
from rulings.selectors.cards import list_page, lists_of
from rulings.selectors.chapters import chapter_page, chapters_of
from rulings.selectors.data import documents as data
from rulings.selectors.data.catalogue import game_named
from rulings.selectors.documents import contents, read_document
from rulings.selectors.finding import find_edition, find_editions, find_game
from rulings.selectors.history import compare_editions
from rulings.selectors.provenance import findings_by_kind, source_page
from rulings.selectors.tags import rulings_by_tag
from rulings.selectors.timing import action_tables, timing_charts

router = Router(tags=["documents and history"])

DOCUMENT = "/{label:game}/{label:document}"
EDITION = f"/editions{DOCUMENT}/{{edition:edition}}"


class DocumentParameters(OfGame):
    authority: Literal["", "official", "unofficial", "digest"] = Field("", description="How much weight they carry")


class OfKind(Schema):
    kind: Literal["", "added", "reworded", "moved", "removed"] = Field("", description="What was done to them")


class OnPage(Schema):
    page: int = Field(1, ge=1, le=LARGEST_PAGE, description="Which page")


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
def document(request: HttpRequest, game: GamePart, document: DocumentPart) -> dict[str, Any]:
    """A document with its editions and the contents of the one in force."""
    found = read_document(game, slug=document)
    return data.document_detail(found, chapters_of(found.document, contents(found.edition)))


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
) -> dict[str, Any]:
    """A chapter of a document with its rulings in full, page by page."""
    found = read_document(game, slug=document, edition=at.edition)
    chapters = chapters_of(found.document, contents(found.edition, as_it_stood=found.at is not None), found.at)
    return data.chapter_record(found, chapter_page(chapters, chapter, number=paging.page, at=found.at))


@reading(router, f"/documents{DOCUMENT}/tags", response=TagsRecord, url_name="tags", summary="List version tags")
def tags(request: HttpRequest, game: GamePart, document: DocumentPart) -> dict[str, Any]:
    """The rulings of a document by the version tags that it prints beside them."""
    found = read_document(game, slug=document)
    return data.tags_record(found, rulings_by_tag(found.edition))


@reading(router, f"/timing{DOCUMENT}", response=TimingRecord, url_name="timing", summary="Get timing charts")
def timing(request: HttpRequest, game: GamePart, document: DocumentPart, at: Query[AtEdition]) -> dict[str, Any]:
    """The timing charts of a document step by step, and its actions."""
    found = read_document(game, slug=document, edition=at.edition)
    charts = timing_charts(found.edition, at=found.at)
    return data.timing_record(found, charts, action_tables(found.edition))


@reading(router, "/editions", response=Paged[EditionRecord], url_name="editions", summary="List editions")
def editions(request: HttpRequest, of: Query[OfDocument], paging: Query[PageParameters]) -> dict[str, Any]:
    """The published editions, the last one published first, with what each of them did."""
    found = data.editions(game=_slug(of.game), document=of.document)
    return page_of(request, found, paging, data.edition_records)


@reading(router, EDITION, response=EditionDetail, url_name="edition", summary="Get an edition")
def edition(request: HttpRequest, game: GamePart, document: DocumentPart, edition: EditionPart) -> dict[str, Any]:
    """An edition with its contents."""
    found = find_edition(game, document=document, slug=edition)
    return data.edition_detail(found, chapters_of(found.document, contents(found, as_it_stood=True), found))


@reading(router, f"{EDITION}/source", response=SourceRecord, url_name="source", summary="Read the source")
def source(
    request: HttpRequest, game: GamePart, document: DocumentPart, edition: EditionPart, paging: Query[OnPage]
) -> dict[str, Any]:
    """The text that an edition was read from, line by line."""
    found = find_edition(game, document=document, slug=edition)
    return data.source_record(found, source_page(found, number=paging.page))


@reading(router, f"{EDITION}/repairs", response=RepairsRecord, url_name="repairs", summary="List repairs")
def repairs(request: HttpRequest, game: GamePart, document: DocumentPart, edition: EditionPart) -> dict[str, Any]:
    """What was repaired, corrected or left over when an edition was read."""
    found = find_edition(game, document=document, slug=edition)
    return data.repairs_record(found, findings_by_kind(found))


@reading(router, "/changes", response=Paged[ChangeRecord], url_name="changes", summary="List the latest changes")
def changes(
    request: HttpRequest,
    of: Query[OfDocument],
    paging: Query[PageParameters],
    only: Query[OfKind],
) -> dict[str, Any]:
    """The rulings that editions changed, the last one published first; a first edition's additions are none."""
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
    comparison = compare_editions(before, after)
    found = [one for group in comparison.only(only.kind).values() for one in group]
    return {
        **page_of(request, found, paging, lambda some: [data.change_record(one, after) for one in some]),
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
    found = lists_of(game_named(of.game) if of.game else None)
    return page_of(
        request,
        found,
        paging,
        lambda some: [data.list_record(one.slug, name, list_page(one, list_name=name)) for one, name in some],
    )


@reading(router, "/lists/{label:game}/{list:list_name}", response=ListRecord, url_name="list", summary="Get a list")
def card_list(request: HttpRequest, game: GamePart, list_name: Literal["restricted", "banned"]) -> dict[str, Any]:
    """A restricted or banned list: who is on it since when, and who left it when."""
    return data.list_record(game, list_name, list_page(find_game(game), list_name=list_name))


def _slug(game: str) -> str:
    return game_named(game).slug if game else ""
