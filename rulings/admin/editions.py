"""The desk for editions: take one in, review and edit its draft, publish it, withdraw it."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from importers.formats import UnidentifiedError
from importers.records import ParsedDocument
from importers.sources import UnreadableSourceError
from rulings.admin.acting import ActPages
from rulings.admin.forms import NewEditionForm, TextForm
from rulings.admin.previews import preview_of
from rulings.admin.publish_pages import PublishPages, address, find_edition
from rulings.admin.recipe_pages import RecipePages
from rulings.admin.recipes import OlderRecipeFilter
from rulings.admin.site import number, posted, require
from rulings.models import Edition
from rulings.selectors.site import open_references
from rulings.services import accounts, deciding, handing_over, importing, manuscripts, reviewing
from rulings.services.manuscripts import ConflictError, EditError

CHANGES = 40
# The filter for what is not decided yet.
LEFT = "left"
MOST_OPEN = 200
UNREADABLE = (UnreadableSourceError, importing.ImportRefusedError)


@admin.register(Edition)
class EditionAdmin(RecipePages, PublishPages, ActPages, admin.ModelAdmin):  # type: ignore[type-arg]
    """Editions: drafts in work, and what is published."""

    list_display = ("__str__", "state", "date", "imported_at", "published_at")
    list_filter = ("state", "document__game", OlderRecipeFilter)
    list_select_related = ("document__game",)
    search_fields = ("label", "document__title", "document__game__name")
    ordering = ("-imported_at",)

    def get_urls(self) -> list[URLPattern]:
        views: dict[str, Callable[..., HttpResponseBase]] = {
            "source": self.source,
            "text": self.text,
            "rulings/<int:index>": self.ruling,
            "act": self.act,
            "publish": self.publish,
            "withdraw": self.withdraw,
        }
        own = [
            path(f"<int:pk>/{route}/", self.admin_site.admin_view(view), name=f"rulings_edition_{view.__name__}")
            for route, view in views.items()
        ]
        return [*own, *self.recipe_urls(), *super().get_urls()]

    def has_delete_permission(self, request: HttpRequest, obj: Edition | None = None) -> bool:
        if not super().has_delete_permission(request, obj) or (obj and obj.state != Edition.State.DRAFT):
            return False
        owner = handing_over.handover_of(obj).owner if obj else None
        # A draft of somebody else is discarded by those who may publish.
        return owner in (None, request.user) or request.user.has_perm("rulings.publish_edition")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """None for many at once: each draft is a piece of work."""
        return {}

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Take in a new edition: a file or a text."""
        user = require(request, "rulings.add_edition")
        form = NewEditionForm(posted(request), request.FILES or None)
        problems: list[Any] = []
        if request.method == "POST" and form.is_valid():
            data, name = form.source
            values = form.cleaned_data
            try:
                found = importing.examine(
                    data,
                    name=name,
                    format_name=values["format_name"],
                    edition=values["edition"],
                    game_name=values["game"],
                    title=values["title"],
                )
                problems = list(found.reading.document.errors)
                if not problems:
                    taken = importing.take_in(
                        found.reading,
                        replaces=values["replaces"],
                        may_replace=lambda other: self.has_delete_permission(request, other),
                    )
                    return self._taken_in(request, taken, user)
                form = NewEditionForm({**values, "file": None, "text": found.reading.source.text})
            except UnidentifiedError:
                if proposed := self.propose_for(request, data, name, values):
                    return proposed
                form.add_error(None, "No part of it could be recognised: choose its format, or write it in our own.")
            except UNREADABLE as error:
                form.add_error(None, str(error))
        return self._page(request, "new", None, form=form, problems=problems, title="New edition")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Review a draft; look at a published edition."""
        user = require(request, "rulings.view_edition")
        edition = find_edition(number(object_id))
        if edition.state != Edition.State.DRAFT:
            current = edition.document.current
            is_current = current is not None and edition.pk in (current.pk, current.corrects_id)
            found = open_references(edition.document)[:MOST_OPEN] if is_current else []
            return self._page(request, "published", edition, is_current=is_current, open_references=found)
        review = reviewing.review(edition)
        show = chosen_filter(request)
        shown = [item for item in review.singles if show in ("", item.kind) or (show == LEFT and not item.is_decided)]
        context = {
            "review": review,
            "show": show,
            "items": Paginator(shown, CHANGES).get_page(request.GET.get("page")),
            "alarms": [one for one in review.alarms if show in ("", LEFT) and (not show or not one.is_decided)],
            "handover": handing_over.handover_of(edition),
            "may_send_back": handing_over.may_send_back(edition, user),
            "comments": edition.comments.filter(key="").select_related("user"),
            "comments_by_key": handing_over.comments_by_key(edition),
            "groups": [one for one in review.groups if show in ("", LEFT) and (not show or not one.is_decided)],
        }
        return self._page(request, "review", edition, **context)

    def source(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The source of an edition, line by line."""
        require(request, "rulings.view_edition")
        edition = find_edition(pk)
        return self._page(request, "source", edition, lines=edition.source.text.split("\n"))

    def text(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Edit a whole draft in the house format."""
        user = require(request, "rulings.change_edition")
        if not Edition.objects.filter(pk=pk).exists():
            return self._gone(request)
        edition = find_edition(pk)

        def save(given: dict[str, Any]) -> None:
            deciding.edit_text(edition, given["text"], version=given["version"], reason=given["reason"], user=user)

        def read(text: str) -> ParsedDocument:
            return manuscripts.read_text(text).document

        return self._edit(request, edition, manuscripts.text_of(edition), save, read, title=f"Text of {edition}")

    def ruling(self, request: HttpRequest, pk: int, index: int) -> HttpResponse:
        """Edit one ruling of a draft in the house format."""
        user = require(request, "rulings.change_edition")
        if not Edition.objects.filter(pk=pk).exists():
            return self._gone(request)
        edition = find_edition(pk)
        document = manuscripts.read_edition(edition)
        if index >= len(document.rulings):
            return self._gone(request, "This ruling is no longer in the draft")

        def save(given: dict[str, Any]) -> None:
            deciding.edit_ruling(edition, index, **{**given, "base": given["base"].replace("\r\n", "\n")}, user=user)

        def read(text: str) -> ParsedDocument:
            return manuscripts.read_block(document, text)

        block, lines = manuscripts.block_of(document, index), document.rulings[index].lines
        return self._edit(request, edition, block, save, read, title=f"A ruling of {edition}", lines=lines)

    def _edit(
        self,
        request: HttpRequest,
        edition: Edition,
        text: str,
        save: Callable[[dict[str, Any]], None],
        read: Callable[[str], ParsedDocument],
        **context: Any,
    ) -> HttpResponse:
        """Show a text with its preview, and save it; if somebody else has saved one meanwhile, show both."""
        version = manuscripts.manuscript_of(edition).version
        is_whole = "lines" not in context
        initial = {"text": text, "version": version, "base": "" if is_whole else text}
        form = TextForm(posted(request), initial=initial)
        if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
            try:
                save(form.cleaned_data)
            except ConflictError as conflict:
                return self._conflict(request, edition, conflict, form, theirs=text if not is_whole else "")
            except EditError as error:
                messages.error(request, str(error))
            else:
                messages.success(request, "Saved.")
                return redirect(address("change", edition))
        preview = preview_of(read(form["text"].value() or ""))
        return self._page(request, "text", edition, form=form, preview=preview, **context)

    def _gone(self, request: HttpRequest, title: str = "This draft was discarded") -> HttpResponse:
        """Somebody has discarded what was being edited: hand back what was written."""
        context = {"text": request.POST.get("text", ""), "title": title}
        response = self._page(request, "gone", None, **context)
        response.status_code = 404
        return response

    def _taken_in(self, request: HttpRequest, draft: importing.Draft, user: User) -> HttpResponse:
        if draft.is_known:
            messages.info(request, f"This is published already, as {draft.edition}: nothing was changed.")
        elif draft.is_again:
            messages.info(request, f"This file is a draft already, {draft.edition}: here it is, as it was left.")
        else:
            accounts.note(user, draft.edition, "took it in as a draft", flag=accounts.ADDITION)
            handing_over.take_over(draft.edition, user=user)
            # The review that follows need not wait.
            reviewing.review(find_edition(draft.edition.pk))
            messages.success(request, f"{draft.edition} is a draft now. Nothing is public before it is published.")
        return redirect(address("change", draft.edition))

    def _conflict(
        self, request: HttpRequest, edition: Edition, conflict: ConflictError, form: TextForm, *, theirs: str
    ) -> HttpResponse:
        """Show what two editors made of the same text, and let one of them save what should stay."""
        saved = theirs or conflict.theirs.text or manuscripts.text_of(edition)
        initial = {**form.cleaned_data, "version": conflict.theirs.version, "base": theirs}
        return self._page(
            request,
            "conflict",
            edition,
            form=TextForm(initial=initial),
            conflict=conflict,
            theirs=saved,
            title="Two editors at once",
        )

    def _page(self, request: HttpRequest, name: str, edition: Edition | None, **context: Any) -> HttpResponse:
        shown = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": str(edition or ""),
            "edition": edition,
            "may_publish": request.user.has_perm("rulings.publish_edition"),
            "may_edit": request.user.has_perm("rulings.change_edition"),
            **context,
        }
        return TemplateResponse(request, f"admin/rulings/edition/{name}.html", shown)


def chosen_filter(request: HttpRequest) -> str:
    """What of a review somebody wants to see: as chosen now, or as chosen last."""
    if "show" in request.GET:
        request.session["review-shows"] = request.GET["show"]
    return str(request.session.get("review-shows", ""))
