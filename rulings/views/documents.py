"""Documents: their contents and chapters today and in the past, their timing charts, and where they come from."""

from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from rulings.selectors.documents import (
    Reading,
    action_tables,
    by_tag,
    chapter_page,
    contents_page,
    findings_by_kind,
    other_charts,
    our_corrections,
    printed,
    read_document,
    source_page,
    strip_of,
    tagged_page,
    timing_charts,
)
from rulings.selectors.site import find_edition, find_game
from rulings.services.pages import page_image
from rulings.validating import page
from rulings.views import showing
from rulings.views.heads import Head, faq_page, questions_of, trail
from rulings.views.showing import show

# What a chapter can show of its rulings: with what a digest says in short, without it, or that alone.
WORDINGS = {"": gettext_lazy("Both"), "short": gettext_lazy("In short"), "official": gettext_lazy("The wording")}


@page
def document(request: HttpRequest, game: str, document: str, edition: str = "") -> HttpResponse:
    """The table of contents of the edition in force, or of one as it stood."""
    reading = read_document(game, slug=document, edition=edition)
    title = reading.edition["title"] if edition else reading.document["title"]
    contents = contents_page(reading, number=showing.page_number(request))
    chapters = ", ".join(chapter.title for chapter in reading.outline[:8])
    about = f"{reading.edition['game_name']} {reading.edition['title']}: {chapters}."
    context = _context(reading, title, about, number=contents.number, is_document=True)
    strip = strip_of(reading, number=contents.number)
    return show(request, "document", {**context, "contents": contents, "strip": strip})


@page
def chapter(request: HttpRequest, game: str, document: str, chapter: str, edition: str = "") -> HttpResponse:
    """A chapter of a document, to be read."""
    reading = read_document(game, slug=document, edition=edition)
    shown = chapter_page(reading, chapter, number=showing.page_number(request))
    of_edition = f"{reading.edition['game_name']} {reading.edition['title']}"
    title = f"{shown.chapter.title}, {reading.edition['title']}"
    about = gettext("%(chapter)s: %(count)s rulings of the %(edition)s.") % {
        "chapter": shown.chapter.title,
        "count": shown.chapter.count,
        "edition": of_edition,
    }
    context = _context(reading, title, about, thing=faq_page(questions_of(shown.rulings)), number=shown.number)
    view = showing.text(request, "view")
    shorts = {
        "has_shorts": any(ruling["short"] and ruling["text"] for ruling in shown.rulings),
        "views": list(WORDINGS.items()),
        "view": view if view in WORDINGS else "",
    }
    return show(request, "chapter", {**context, "page": shown, **shorts})


@page
def timing(request: HttpRequest, game: str, document: str, edition: str = "") -> HttpResponse:
    """The timing charts of a document, today or as they stood."""
    reading = read_document(game, slug=document, edition=edition)
    charts = timing_charts(reading)
    titles = ", ".join(chart.title for chart in charts) or gettext("no charts")
    about = gettext("Phases, steps and player windows of %(game)s: %(charts)s.") % {
        "game": reading.edition["game_name"],
        "charts": titles,
    }
    context = {
        **_context(reading, gettext("Timing, %(edition)s") % {"edition": reading.edition["title"]}, about),
        "charts": charts,
        "tables": action_tables(reading),
        "others": other_charts(find_game(game), reading.document["id"]),
    }
    return show(request, "timing", context)


@page
def tags(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """The rulings of a document by the version tags that it prints."""
    reading = read_document(game, slug=document)
    of_edition = f"{reading.edition['game_name']} {reading.edition['title']}"
    found = tagged_page(reading.document, number=showing.page_number(request))
    about = gettext("The rulings of the %(edition)s by the version that added them.") % {"edition": of_edition}
    context = _context(
        reading, gettext("%(title)s by version") % {"title": reading.document["title"]}, about, number=found.number
    )
    return show(request, "tags", {**context, "tags": by_tag(found), "paging": found})


@page
def source(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """The text that an edition was read from, line by line."""
    reading = read_document(game, slug=document, edition=edition)
    number, title = showing.page_number(request), reading.edition["title"]
    about = gettext("The text that %(game)s %(edition)s was read from.") % {
        "game": reading.edition["game_name"],
        "edition": title,
    }
    found = source_page(find_edition(game, document=document, slug=edition), number=number)
    return show(
        request,
        "source",
        {
            **_context(reading, gettext("Source of %(edition)s") % {"edition": title}, about, number=number),
            "page": found,
        },
    )


@page
def repairs(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """What was repaired, corrected or left over when an edition was read."""
    reading = read_document(game, slug=document, edition=edition)
    title = reading.edition["title"]
    about = gettext("What was repaired, corrected or left over when %(game)s %(edition)s was read.") % {
        "game": reading.edition["game_name"],
        "edition": title,
    }
    found = find_edition(game, document=document, slug=edition)
    context = {
        "groups": findings_by_kind(found),
        "checked": found.gates.get("sentences", []),
        "corrections": our_corrections(found),
    }
    return show(
        request,
        "repairs",
        {**_context(reading, gettext("Repairs in %(edition)s") % {"edition": title}, about), **context},
    )


@page
def printed_page(request: HttpRequest, game: str, document: str, edition: str, number: int) -> HttpResponse:
    """A page of the file that an edition was read from, as a picture, with the words of a ruling marked."""
    reading = read_document(game, slug=document, edition=edition)
    title = reading.edition["title"]
    lines = showing.text(request, "lines", length=20)
    found = printed(find_edition(game, document=document, slug=edition), number, lines=lines)
    if found is None:
        raise Http404("The source of this edition has no such page.")
    about = gettext("Page %(number)s of the file that %(edition)s was read from.") % {
        "number": number,
        "edition": title,
    }
    context = {
        **_context(
            reading,
            gettext("Page %(number)s of the source of %(edition)s") % {"number": number, "edition": title},
            about,
        ),
        "page": found,
    }
    return render(request, "printed_page.html", context)


def page_picture(request: HttpRequest, game: str, document: str, edition: str, number: int) -> HttpResponseBase:
    """The picture of a page."""
    path = page_image(find_edition(game, document=document, slug=edition).source_id, number)
    if path is None:
        raise Http404("The source of this edition has no such page.")
    response = FileResponse(path.open("rb"), content_type="image/png")
    response["ETag"] = f'"{path.stem}"'
    response["Cache-Control"] = "public, max-age=600"
    return response


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
    game = find_game(reading.document["game"])
    ways = [game, reading.document, *([reading.edition] if reading.at else [])]
    return {
        "head": Head(
            f"{title}, {game['name']}",
            about,
            trail(*(ways[:-1] if is_document else ways)),
            thing or {},
            number=number,
            is_kept=not reading.is_past,
        ),
        "game": game,
        "reading": reading,
        "document": reading.document,
        "edition": reading.edition,
        "repairs": reading.repairs,
        "is_past": reading.is_past,
    }
