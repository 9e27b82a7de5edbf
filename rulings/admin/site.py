"""The start page of the desk: what is in work, what is open, what was done last, and the state of the site."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

from rulings.admin.access import require
from rulings.selectors.site import start_page
from rulings.services import auditing, indexing


class Desk(admin.AdminSite):
    """Django's admin with a start page for editors."""

    site_header = "Rulings desk"
    site_title = "Rulings desk"
    index_title = "Desk"

    def get_urls(self) -> list[URLResolver | URLPattern]:
        rebuild = path("rebuild-index/", self.admin_view(self.rebuild_index), name="rebuild-index")
        return [rebuild, *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        context = {**(extra_context or {}), "start": start_page(), "index_is_ready": indexing.is_ready()}
        return super().index(request, context)

    def rebuild_index(self, request: HttpRequest) -> HttpResponse:
        """Build the search index anew."""
        user = require(request, "rulings.change_edition", post=True)
        try:
            indexing.rebuild()
        except indexing.IndexUnavailableError as error:
            messages.error(request, f"The search index was not built: {error}. Try again in a minute.")
        else:
            auditing.note_site(user, "rebuilt the search index")
            messages.success(request, "The search index was built anew.")
        return redirect("admin:index")
