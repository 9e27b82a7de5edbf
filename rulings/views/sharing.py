"""What players send each other and show across the table: a page with a code to scan, and pictures for chats."""

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rulings.selectors.citations import shared_at
from rulings.services.pictures import picture_of
from rulings.validating import page
from rulings.views import showing
from rulings.views.heads import Head


@page
def across_the_table(request: HttpRequest) -> HttpResponse:
    """One card or ruling, for somebody else to read: ?of=ADDRESS."""
    path = showing.text(request, "of", length=300)
    shared = shared_at(path, site=request.build_absolute_uri("/").rstrip("/"))
    context = {
        "head": Head(
            shared.title,
            gettext("%(title)s, to show to somebody.") % {"title": shared.title},
            is_kept=False,
            has_forms=False,
        ),
        "shared": shared,
        "page_url": path,
    }
    return render(request, "across_the_table.html", context)


@require_safe
def picture(request: HttpRequest, of: str) -> FileResponse:
    """A card or a ruling as a picture: only what is there has one."""
    path = picture_of(shared_at(f"/{of}/", site=""))
    response = FileResponse(path.open("rb"), content_type="image/png")
    response["ETag"] = f'"{path.stem}"'
    response["Cache-Control"] = "public, max-age=86400"
    return response
