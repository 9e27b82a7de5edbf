"""Documents: their contents today and in the past, their timing charts, and the source they were read from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulings.selectors.documents import contents, edition_summaries, has_steps
from rulings.selectors.finding import find_document, find_edition
from rulings.selectors.timing import timing_charts
from rulings.views.validating import page


@page
def document(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """The table of contents of the edition in force."""
    found = find_document(game, slug=document)
    sections = contents(found.current) if found.current else []
    context = {"document": found, "edition": found.current, "sections": sections, "has_timing": has_steps(sections)}
    return render(request, "document.html", context)


@page
def edition(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """The table of contents of an edition, as it stood."""
    read_in = find_edition(game, document=document, slug=edition)
    found = read_in.document
    sections = contents(read_in, as_it_stood=True)
    context = {
        "document": found,
        "edition": read_in,
        "sections": sections,
        "is_past": read_in != found.current,
        "has_timing": has_steps(sections),
        "summary": next(summary for summary in edition_summaries(found) if summary.edition == read_in),
    }
    return render(request, "edition.html", context)


@page
def timing(request: HttpRequest, game: str, document: str, edition: str = "") -> HttpResponse:
    """The timing charts of a document, today or as they stood."""
    read_in = find_edition(game, document=document, slug=edition) if edition else None
    found = read_in.document if read_in else find_document(game, slug=document)
    shown = read_in or found.current
    charts = timing_charts(shown) if shown else []
    context = {
        "document": found,
        "edition": shown,
        "charts": charts,
        "is_past": shown != found.current,
        "at": read_in,
    }
    return render(request, "timing.html", context)


@page
def source(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """The text that an edition was read from, line by line."""
    read_in = find_edition(game, document=document, slug=edition)
    context = {"document": read_in.document, "edition": read_in, "lines": read_in.source.text.split("\n")}
    return render(request, "source.html", context)
