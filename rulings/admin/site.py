"""The start page of the desk: what is in work, what is open, what was done last; and the check of permissions."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

from rulings.admin.login import LoginForm
from rulings.models import Revision, Ruling
from rulings.selectors.documents import consequences
from rulings.selectors.site import editable_at, start_page
from rulings.services import accounts, confirming, handing_over, indexing, vectorising


class Desk(admin.AdminSite):
    """Django's admin with a start page for editors."""

    site_header = "Rulings desk"
    site_title = "Rulings desk"
    index_title = "Desk"
    login_form = LoginForm

    def get_urls(self) -> list[URLResolver | URLPattern]:
        rebuild = path("rebuild-index/", self.admin_view(self.rebuild_index), name="rebuild-index")
        resting = path("consequences/", self.admin_view(self.consequences), name="consequences")
        edit = path("edit/", self.admin_view(self.edit), name="edit")
        return [rebuild, resting, edit, *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        context = {
            **(extra_context or {}),
            "start": start_page(),
            "drafts": handing_over.standings(),
            "resting": len(consequences()),
            "index_is_ready": indexing.is_ready(),
            "answered": vectorising.standing(),
        }
        response = super().index(request, context)
        # Public pages are the same for everybody; this cookie lets a script show their links to the desk.
        response.set_cookie("desk", "1", samesite="Lax", secure=request.is_secure())
        return response

    def edit(self, request: HttpRequest) -> HttpResponse:
        """From a public page to where it can be changed."""
        require(request, "rulings.change_edition")
        page = editable_at(request.GET.get("address", ""))
        if page is None:
            messages.error(request, "This page has nothing that could be changed here.")
            return redirect("admin:index")
        name, pk = page
        return redirect(f"admin:rulings_{name}", pk)

    def consequences(self, request: HttpRequest) -> HttpResponse:
        """What rests on a ruling that has changed since; each is confirmed when somebody has looked at it."""
        user = require(request, "rulings.change_edition")
        if request.method == "POST":
            ruling = get_object_or_404(Ruling, pk=number(request.POST.get("ruling")))
            cited = get_object_or_404(Revision, pk=number(request.POST.get("cited")))
            confirming.confirm(ruling, cited, user=user)
            messages.success(request, "Confirmed.")
            return redirect("admin:consequences")
        context = {**self.each_context(request), "title": "What rests on changed rulings", "found": consequences()}
        return TemplateResponse(request, "admin/rulings/consequences.html", context)

    def rebuild_index(self, request: HttpRequest) -> HttpResponse:
        """Rebuild the search index."""
        user = require(request, "rulings.change_edition", post=True)
        try:
            indexing.rebuild()
        except indexing.IndexUnavailableError as error:
            messages.error(request, f"The search index was not built: {error}. Try again in a minute.")
        else:
            accounts.note_site(user, "rebuilt the search index")
            messages.success(request, "The search index was rebuilt.")
        return redirect("admin:index")


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was filled in with; none if it is only shown."""
    return request.POST if request.method == "POST" else None


def require(request: HttpRequest, permission: str, *, post: bool = False) -> User:
    """The user, if they have a permission; nothing is changed by a mere look."""
    user = request.user
    if not isinstance(user, User) or not user.has_perm(permission) or (post and request.method != "POST"):
        raise PermissionDenied
    return user


def number(value: str | None) -> int:
    """A number that was given; 0 for anything else."""
    return int(value) if value and value.isascii() and value.isdigit() and len(value) < 12 else 0
