"""The page of a ruling, today and as it stood."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from rulings.selectors.finding import MissingError, WithdrawnError, find_edition
from rulings.selectors.plain import one_line, plain_text, plain_title
from rulings.selectors.provenance import findings_in
from rulings.selectors.related import about_same_cards, most_like
from rulings.selectors.rulings import RulingPage, find_ruling, find_ruling_at, ruling_page
from rulings.selectors.wording import address_at
from rulings.validating import page
from rulings.views.heads import LONGEST_DESCRIPTION, Head, article, question_page, trail
from rulings.views.showing import show

LONGEST_TITLE = 90


@page
def ruling(request: HttpRequest, game: str, document: str, ruling: str) -> HttpResponse:
    """A ruling as it stands."""
    found = find_ruling(game, document=document, slug=ruling)
    if found.slug != ruling:
        return redirect(found)
    return _show(request, ruling_page(found))


@page
def ruling_at(request: HttpRequest, game: str, document: str, edition: str, ruling: str) -> HttpResponse:
    """A ruling as it stood in an edition, by its address or by its label then."""
    read_in = find_edition(game, document=document, slug=edition)
    found = find_ruling_at(read_in, ruling)
    if found is None:
        raise MissingError
    if found.slug != ruling:
        return redirect(address_at(found, read_in))
    return _show(request, ruling_page(found, read_in))


def _show(request: HttpRequest, shown: RulingPage | None) -> HttpResponse:
    if shown is None:
        # It stood only in an edition that was withdrawn.
        raise WithdrawnError
    context = {
        "head": _head(shown),
        "page": shown,
        "game": shown.ruling.document.game,
        "document": shown.ruling.document,
        "edition": shown.edition,
        "at": shown.at,
        "is_past": shown.is_past,
        "findings": findings_in(shown.change),
        "same_cards": about_same_cards(shown.change, shown.subjects),
        "alike": most_like(shown.change),
    }
    return show(request, "ruling", context)


def _head(shown: RulingPage) -> Head:
    document, revision = shown.ruling.document, shown.revision
    title = one_line(f"{revision.key} {plain_title(revision.title)}".strip(), length=LONGEST_TITLE)
    said = f"{document.game.name} {shown.edition.title}: {revision.text or revision.title}"
    if shown.ruling.kind == "question":
        thing = question_page(plain_title(revision.title), plain_text(revision.text))
    else:
        date = shown.edition.date.isoformat() if shown.edition.date else ""
        thing = article(title, based_on=f"{document.game.name} {shown.edition.title}", date=date)
    return Head(
        title=f"{title}, {document.game.name}",
        description=one_line(said, length=LONGEST_DESCRIPTION),
        trail=trail(document.game, document, *([shown.at] if shown.at else [])),
        thing=thing,
        canonical=shown.ruling.get_absolute_url(),
        is_kept=not shown.is_past,
    )
