"""The history of a document: its editions, and any two of them compared."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from rulings.selectors.documents import compare_address, edition_summaries
from rulings.selectors.finding import find_document, find_editions
from rulings.selectors.history import compare_editions, compared_page
from rulings.selectors.tags import has_tags
from rulings.validating import page
from rulings.views import asking
from rulings.views.heads import Head, trail
from rulings.views.showing import show

VIEWS = ("inline", "side-by-side")


@page
def editions(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """The editions of a document, newest first."""
    found = find_document(game, slug=document)
    about = f"The editions of the {found.game.name} {found.title} that are here, and what each of them changed."
    context = {
        "head": Head(f"History of {found.title}, {found.game.name}", about, trail(found.game, found)),
        "game": found.game,
        "document": found,
        "edition": found.current,
        "summaries": edition_summaries(found),
        "has_tags": has_tags(found),
    }
    return show(request, "editions", context)


@page
def choose_comparison(request: HttpRequest, game: str, document: str) -> HttpResponse:
    """From the form on the editions page to the address of the comparison."""
    if "old" not in request.GET or "new" not in request.GET:
        return redirect("editions", game, document)
    old, new = find_editions(game, document=document, slugs=[request.GET["old"], request.GET["new"]])
    return redirect(compare_address(old.document, old=old.slug, new=new.slug))


@page
def compare(request: HttpRequest, game: str, document: str, old: str, new: str) -> HttpResponse:
    """Two editions compared, grouped by the kind of change."""
    before, after = find_editions(game, document=document, slugs=[old, new])
    comparison = compare_editions(before, after)
    shown = compared_page(comparison, kind=asking.text(request, "kind"), number=asking.page_number(request))
    found, view = before.document, asking.text(request, "view")
    title = f"{found.title}: from {before.label} to {after.label}"
    about = ", ".join(f"{len(changes)} {name}" for name, changes in comparison.groups.items()) or "nothing changed"
    context = {
        "head": Head(f"{title}, {found.game.name}", f"{title}: {about}.", trail(found.game, found)),
        "game": found.game,
        "document": found,
        "edition": after,
        "comparison": comparison,
        "shown": shown,
        "choices": comparison.choices(shown.kind),
        "view": view if view in VIEWS else VIEWS[0],
        "views": VIEWS,
    }
    return show(request, "compare", context)
