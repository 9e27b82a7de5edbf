"""What the desk says to readers, and what readers say to the desk: announcements, and mistakes that they report."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from rulings.models import Announcement, MistakeReport
from rulings.services import announcing


@admin.register(MistakeReport)
class MistakeReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The queue of what readers report; each is ticked off when it is dealt with."""

    list_display = ("address", "edition_label", "message", "at", "is_done")
    list_editable = ("is_done",)
    list_filter = ("is_done",)
    readonly_fields = ("address", "edition_label", "words", "message", "at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Announcement)
class AnnouncementAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Editions that are out and not here yet."""

    list_display = ("__str__", "date")
    fields = ("document", "label", "date")

    def save_model(self, request: HttpRequest, obj: Announcement, form: Any, change: bool) -> None:
        user = request.user if isinstance(request.user, User) else None
        kept = announcing.announce(obj.document, label=obj.label, date=obj.date, user=user)
        obj.pk = kept.pk

    def get_readonly_fields(self, request: HttpRequest, obj: Announcement | None = None) -> tuple[str, ...]:
        return ("document",) if obj else ()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Announcement]) -> None:
        for one in queryset:
            self.delete_model(request, one)

    def delete_model(self, request: HttpRequest, obj: Announcement) -> None:
        announcing.take_back(obj, user=request.user if isinstance(request.user, User) else None)
