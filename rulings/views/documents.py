"""Documents: their contents and chapters today and in the past, their timing charts, and where they come from."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from rulings.selectors.chapters import chapter_page, chapters_of
from rulings.selectors.documents import Reading, contents, has_steps, read_document, summary_of
from rulings.selectors.finding import find_edition
from rulings.selectors.plain import questions_of
from rulings.selectors.provenance import findings_by_kind, source_page
from rulings.selectors.tags import has_tags, rulings_by_tag
from rulings.selectors.timing import action_tables, timing_charts
from rulings.validating import page
from rulings.views import asking
from rulings.views.heads import Head, faq_page, trail
from rulings.views.showing import show


@page
def document(request: HttpRequest, game: str, document: str, edition: str = "") -> HttpResponse:
    """The table of contents of the edition in force, or of one as it stood."""
    reading = read_document(game, slug=document, edition=edition)
    found, sections = reading.document, contents(reading.edition, as_it_stood=reading.at is not None)
    chapters = chapters_of(found, sections, reading.at)
    about = f"{found.game.name} {reading.edition.title}: {', '.join(chapter.title for chapter in chapters[:8])}."
    context = {
        **_context(reading, reading.edition.title if edition else found.title, about, is_document=True),
        "chapters": chapters,
        "has_timing": has_steps(sections),
        "has_tags": has_tags(found),
        "summary": summary_of(reading.edition),
    }
    return show(request, "document", context)


@page
def chapter(request: HttpRequest, game: str, document: str, chapter: str, edition: str = "") -> HttpResponse:
    """A chapter of a document, to be read."""
    reading = read_document(game, slug=document, edition=edition)
    found = reading.document
    chapters = chapters_of(found, contents(reading.edition, as_it_stood=reading.at is not None), reading.at)
    shown = chapter_page(chapters, chapter, number=asking.page_number(request), at=reading.at)
    title = f"{shown.chapter.title}, {reading.edition.title}"
    about = f"{shown.chapter.title}: {shown.chapter.count} rulings of the {found.game.name} {reading.edition.title}."
    context = {
        **_context(reading, title, about, thing=faq_page(questions_of(shown.changes)), number=shown.number),
        "page": shown,
        "chapters": chapters,
    }
    return show(request, "chapter", context)


@page
def timing(request: HttpRequest, game: str, document: str, edition: str = "") -> HttpResponse:
    """The timing charts of a document, today or as they stood."""
    reading = read_document(game, slug=document, edition=edition)
    charts = timing_charts(reading.edition, at=reading.at)
    titles = ", ".join(chart.title for chart in charts) or "no charts"
    about = f"Phases, steps and player windows of {reading.document.game.name}: {titles}."
    context = {
        **_context(reading, f"Timing, {reading.edition.title}", about),
        "charts": charts,
        "tables": action_tables(reading.edition),
    }
    return show(request, "timing", context)


@page
def tags(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """The rulings of a document by the version tags that it prints."""
    reading = read_document(game, slug=document)
    about = f"The rulings of the {reading.document.game.name} {reading.edition.title} by the version that added them."
    context = {
        **_context(reading, f"{reading.document.title} by version", about),
        "tags": rulings_by_tag(reading.edition),
    }
    return show(request, "tags", context)


@page
def source(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """The text that an edition was read from, line by line."""
    read_in = find_edition(game, document=document, slug=edition)
    reading = Reading(read_in.document, read_in, read_in)
    number = asking.page_number(request)
    context = {
        **_context(reading, f"Source of {read_in.title}", f"The text that {read_in} was read from.", number=number),
        "page": source_page(read_in, number=number),
    }
    return show(request, "source", context)


@page
def repairs(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """What was repaired, corrected or left over when an edition was read."""
    read_in = find_edition(game, document=document, slug=edition)
    reading = Reading(read_in.document, read_in, read_in)
    about = f"What was repaired, corrected or left over when {read_in} was read."
    context = {
        **_context(reading, f"Repairs in {read_in.title}", about),
        "groups": findings_by_kind(read_in),
    }
    return show(request, "repairs", context)


def _context(
    reading: Reading,
    title: str,
    about: str,
    *,
    thing: dict[str, Any] | None = None,
    number: int = 1,
    is_document: bool = False,
) -> dict[str, Any]:
    """What every page of a document needs; the trail ends above the document, or above a page within it."""
    found = reading.document
    ways = [found.game, found, *([reading.edition] if reading.at else [])]
    return {
        "head": Head(
            f"{title}, {found.game.name}",
            about,
            trail(*(ways[:-1] if is_document else ways)),
            thing or {},
            number=number,
            is_kept=not reading.is_past,
        ),
        "game": found.game,
        "document": found,
        "edition": reading.edition,
        "at": reading.at,
        "is_past": reading.is_past,
    }
