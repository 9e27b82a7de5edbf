"""The history of a document: its editions, and any two of them compared."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from rulings.read_model import addresses
from rulings.selectors.documents import (
    compare_editions,
    compared_page,
    editions_of,
    read_document,
    read_edition,
    release_note,
)
from rulings.selectors.site import find_editions, find_game
from rulings.validating import page
from rulings.views import showing
from rulings.views.heads import Head, trail
from rulings.views.showing import show

VIEWS = ("inline", "side-by-side")


@page
def editions(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """The editions of a document, newest first."""
    reading = read_document(game, slug=document)
    found, of_game = reading.document, find_game(game)
    about = gettext("The editions of the %(game)s %(document)s that are here, and what each of them changed.") % {
        "game": of_game["name"],
        "document": found["title"],
    }
    context = {
        "head": Head(
            gettext("History of %(document)s, %(game)s") % {"document": found["title"], "game": of_game["name"]},
            about,
            trail(of_game, found),
        ),
        "game": of_game,
        "document": found,
        "edition": reading.edition,
        "repairs": reading.repairs,
        "summaries": editions_of(found),
    }
    return show(request, "editions", context)


@page
def choose_comparison(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """From the form on the editions page to the address of the comparison."""
    if "old" not in request.GET or "new" not in request.GET:
        return redirect("editions", game, document)
    old, new = find_editions(game, document=document, slugs=[request.GET["old"], request.GET["new"]])
    return redirect(addresses.of_comparison(old.document, old=old.slug, new=new.slug))


@page
def compare(request: HttpRequest, game: str, document: str, old: str, new: str) -> HttpResponse:
    """Two editions compared, grouped by the kind of change."""
    before, after = find_editions(game, document=document, slugs=[old, new])
    comparison = compare_editions(before, after)
    shown = compared_page(comparison, kind=showing.text(request, "kind"), number=showing.page_number(request))
    reading, of_game, view = read_edition(after), find_game(game), showing.text(request, "view")
    found = reading.document
    title = gettext("%(title)s: from %(old)s to %(new)s") % {
        "title": found["title"],
        "old": before.label,
        "new": after.label,
    }
    about = ", ".join(f"{len(changes)} {gettext(name)}" for name, changes in comparison.groups.items())
    about = about or gettext("nothing changed")
    context = {
        "head": Head(f"{title}, {of_game['name']}", f"{title}: {about}.", trail(of_game, found)),
        "game": of_game,
        "document": found,
        "edition": reading.edition,
        "repairs": reading.repairs,
        "comparison": comparison,
        "bar": comparison.bar(request.path),
        "shown": shown,
        "choices": comparison.choices(shown.kind),
        "view": view if view in VIEWS else VIEWS[0],
        "views": VIEWS,
    }
    return show(request, "compare", context)


@page
def release_note_page(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """What an edition brought, for players."""
    (found,) = find_editions(game, document=document, slugs=[edition])
    reading, of_game = read_edition(found), find_game(game)
    title = gettext("What is new in %(edition)s") % {"edition": reading.edition["title"]}
    context = {
        "head": Head(
            f"{title}, {of_game['name']}",
            gettext("%(title)s, in short, for players.") % {"title": title},
            trail(of_game, reading.document),
        ),
        "game": of_game,
        "document": reading.document,
        "edition": reading.edition,
        "repairs": reading.repairs,
        "title": title,
        "note": release_note(found),
        "forum": as_forum_text(release_note(found).text),
    }
    return render(request, "release_note.html", context)


@page
def release_note_text(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """The same as Markdown."""
    (found,) = find_editions(game, document=document, slugs=[edition])
    text = f"# {found.document.game.name} {found.title}\n\n{release_note(found).text}\n"
    return HttpResponse(text, content_type="text/markdown; charset=utf-8")


def as_forum_text(markdown: str) -> str:
    """A note as forums write it."""
    text = re.sub(r"^## (.+)$", r"[b]\1[/b]", markdown, flags=re.MULTILINE)
    return re.sub(r"~~(.+?)~~", r"[s]\1[/s]", re.sub(r"\*\*(.+?)\*\*", r"[b]\1[/b]", text))
