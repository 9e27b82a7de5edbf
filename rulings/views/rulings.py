"""The page of a ruling, today and as it stood."""

from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from rulings.read_model import addresses
from rulings.read_model.wording import labelled, one_line
from rulings.selectors.documents import RulingPage, ruling_page, step_place
from rulings.selectors.site import find_game
from rulings.validating import page
from rulings.views.heads import LONGEST_DESCRIPTION, Head, article, question_page, trail
from rulings.views.showing import show

LONGEST_TITLE = 90


@page
def ruling(request: HttpRequest, game: str, document: str, ruling: str) -> HttpResponse:
    """A ruling as it stands."""
    return _show(request, ruling_page(game, document=document, slug=ruling), ruling)


@page
def ruling_at(request: HttpRequest, game: str, document: str, edition: str, ruling: str) -> HttpResponse:
    """A ruling as it stood in an edition, by its address or by its label then."""
    return _show(request, ruling_page(game, document=document, slug=ruling, edition=edition), ruling)


def _show(request: HttpRequest, shown: RulingPage, asked: str) -> HttpResponse:
    if shown.ruling["slug"] != unquote(asked):
        return redirect(shown.ruling["url"])
    reading = shown.reading
    context = {
        "head": _head(shown),
        "page": shown,
        "ruling": shown.ruling,
        "game": find_game(reading.document["game"]),
        "document": reading.document,
        "edition": reading.edition,
        "repairs": reading.repairs,
        "is_past": reading.is_past and not shown.is_removed,
    }
    place = None if shown.is_removed else step_place(reading, shown.ruling)
    if place and not getattr(request, "wants_markdown", False):
        return show(request, "step", {**context, "place": place})
    return show(request, "ruling", context)


def _head(shown: RulingPage) -> Head:
    ruling, edition = shown.ruling, shown.reading.edition
    source = f"{ruling['game_name']} {ruling['edition_title']}"
    title = one_line(labelled(ruling["key"], ruling["plain_title"]), length=LONGEST_TITLE)
    if ruling["kind"] == "question":
        thing = question_page(ruling["plain_title"], ruling["plain"])
    else:
        thing = article(title, based_on=source, date=edition["date"] or "")
    ways = [find_game(ruling["game"]), shown.reading.document, *([edition] if shown.reading.at else [])]
    return Head(
        title=f"{title}, {ruling['game_name']}",
        description=one_line(f"{source}: {ruling['text'] or ruling['title']}", length=LONGEST_DESCRIPTION),
        trail=trail(*ways),
        thing=thing,
        canonical=addresses.path(ruling["id"]),
        is_kept=shown.in_force or shown.is_removed,
    )
