"""The whole site as files, and every edition in the house format."""

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from django.utils.translation import gettext

from rulings.read_model.known import house_text
from rulings.selectors.documents import edition_summaries, editions
from rulings.selectors.site import MissingError, find_edition
from rulings.services import downloads as files
from rulings.validating import page
from rulings.views.heads import Head, trail
from rulings.views.showing import show

WAIT = "20"
SOON = "The files to download are being made. Try again in a moment.\n"
TYPES = {".gz": "application/gzip", ".zip": "application/zip"}


@page
def index(request: HttpRequest) -> HttpResponse:
    """The files that there are."""
    about = gettext("All cards and rulings as files to download: JSON Lines, and every edition in the house format.")
    context = {
        "head": Head(gettext("Downloads"), about, trail()),
        "downloads": files.downloads(),
        "is_current": files.are_current(),
        "editions": edition_summaries(editions()),
    }
    return show(request, "downloads", context)


@page
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """One of the files, of the newest set; while the first one is being made, when to come back."""
    kind = next((kind for suffix, kind in TYPES.items() if name.endswith(suffix)), "")
    try:
        opened = files.open_download(name) if kind else None
    except files.NotBuiltError:
        return HttpResponse(SOON, status=503, headers={"Retry-After": WAIT}, content_type="text/plain; charset=utf-8")
    if opened is None:
        raise MissingError
    return FileResponse(opened, as_attachment=True, filename=name, content_type=kind)


@page
def house_format(request: HttpRequest, game: str, document: str, edition: str) -> HttpResponse:
    """An edition in the house format."""
    found = find_edition(game, document=document, slug=edition)
    response = HttpResponse(house_text(found), content_type="text/markdown; charset=utf-8")
    name = f"{game}-{document}-{found.slug}.md"
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response
