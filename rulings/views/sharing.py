"""Show a card or a ruling to the player across the table: large, with a code to scan."""

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from rulings.selectors.citations import shared_at
from rulings.validating import page
from rulings.views import showing
from rulings.views.heads import Head


@page
def across_the_table(request: HttpRequest) -> HttpResponse:
    """One card or ruling, for somebody else to read: ?of=ADDRESS."""
    path = showing.text(request, "of", length=300)
    shared = shared_at(path, site=request.build_absolute_uri("/").rstrip("/"))
    code = segno.make(shared.url, error="m").svg_inline(scale=5, border=3, omitsize=True, light="#fff")
    context = {
        "head": Head(shared.title, f"{shared.title}, to show to somebody.", is_kept=False, has_forms=False),
        "shared": shared,
        "page_url": path,
        # Squares and nothing else: segno writes them.
        "code": mark_safe(code),  # noqa: S308
    }
    return render(request, "across_the_table.html", context)
