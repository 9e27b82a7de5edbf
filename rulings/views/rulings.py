"""The page of a ruling, today and as it stood."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rulings.models import Document, Edition, Ruling
from rulings.selectors.documents import address_at
from rulings.selectors.rulings import find_ruling, ruling_page
from rulings.views.finding import GoneError, find_document, find_edition
from rulings.views.validating import page


@page
def ruling(request: HttpRequest, game: str, document: str, ruling: str) -> HttpResponse:
    """A ruling as it stands."""
    found = _find(find_document(game, document), ruling)
    if found.slug != ruling:
        return redirect(found)
    return _show(request, found)


@page
def ruling_at(request: HttpRequest, game: str, document: str, edition: str, ruling: str) -> HttpResponse:
    """A ruling as it stood in an edition, by its address or by its label then."""
    found_document = find_document(game, document)
    read_in = find_edition(found_document, edition)
    found = found_document.rulings.select_related("document__game", "document__current").filter(slug=ruling).first()
    if found is None or not read_in.changes.standing().filter(ruling=found).exists():
        then = read_in.changes.standing().with_ruling().filter(revision__key__iexact=ruling).first()
        if then is None:
            raise Http404
        return redirect(address_at(then, read_in))
    return _show(request, found, read_in)


def _find(document: Document, slug: str) -> Ruling:
    found = find_ruling(document, slug)
    if found is None:
        raise Http404
    return found


def _show(request: HttpRequest, found: Ruling, edition: Edition | None = None) -> HttpResponse:
    shown = ruling_page(found, edition)
    if shown is None:
        # It stood only in an edition that was withdrawn.
        raise GoneError
    context = {"page": shown, "document": found.document, "edition": shown.edition, "is_past": shown.is_past}
    return render(request, "ruling.html", context)
