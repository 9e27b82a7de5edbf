"""Small corrections of published rulings, which are ours and say so."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulings.admin.forms import CorrectionForm
from rulings.admin.previews import preview_of
from rulings.admin.site import posted, require
from rulings.models import Revision, Ruling
from rulings.read_model.wording import labelled, plain_title
from rulings.services import correcting
from rulings.services.publishing import PublishingError, StaleError


@admin.register(Ruling)
class RulingAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """To find a ruling by its address; rulings are published and corrected, not edited."""

    list_display = ("name", "kind", "document", "slug", "correction")
    list_filter = ("kind", "document__game")
    list_select_related = ("document__game",)
    ordering = ("document", "slug")
    search_fields = ("slug", "revisions__title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ruling]:
        """Rulings with their last label and title: the address may be that of another label by now."""
        last = Revision.objects.filter(ruling=OuterRef("pk")).order_by("-edition__position")
        named: QuerySet[Ruling] = super().get_queryset(request)
        return named.annotate(last_key=Subquery(last.values("key")[:1]), last_title=Subquery(last.values("title")[:1]))

    @admin.display(description="ruling", ordering="last_title")
    def name(self, obj: Any) -> str:
        """What it is called now."""
        return labelled(obj.last_key, plain_title(obj.last_title or obj.slug))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.correct)
        return [path("<int:pk>/correct/", view, name="rulings_ruling_correct"), *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Ruling | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Ruling | None = None) -> bool:
        return False

    @admin.display(description="")
    def correction(self, obj: Ruling) -> SafeString:
        """The way to a correction of it."""
        return format_html('<a href="{}">Correct</a>', reverse("admin:rulings_ruling_correct", args=[obj.pk]))

    def correct(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Correct our import of one ruling, with a reason."""
        user = require(request, "rulings.publish_edition")
        ruling = get_object_or_404(Ruling.objects.select_related("document__game", "document__current"), pk=pk)
        try:
            text = correcting.text_of(ruling)
        except PublishingError as error:
            messages.error(request, str(error))
            return redirect("admin:rulings_ruling_changelist")
        current = ruling.document.current_id
        form = CorrectionForm(posted(request), initial={"text": text, "basis": current})
        theirs = ""
        if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
            try:
                correcting.correct_text(ruling, **form.cleaned_data, user=user)
            except StaleError as error:
                messages.error(request, str(error))
                form, theirs = CorrectionForm(initial={**form.cleaned_data, "basis": current}), text
            except PublishingError as error:
                messages.error(request, str(error))
            else:
                messages.success(request, "The correction is published.")
                return redirect(ruling)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Correct {ruling}",
            "ruling": ruling,
            "form": form,
            "theirs": theirs,
            "preview": preview_of(correcting.read_correction(ruling, form["text"].value() or "")),
        }
        return TemplateResponse(request, "admin/rulings/ruling/correct.html", context)
