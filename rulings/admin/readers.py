"""What the desk says to readers, and they to the desk: announcements, webhooks, and mistakes that they report."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest

from rulings.models import Announcement, MistakeReport, Webhook
from rulings.services import announcing, webhooks


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


@admin.register(Webhook)
class WebhookAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Chats that are told of new editions."""

    list_display = ("address", "document", "is_active", "last_delivery")
    fields = ("document", "address", "secret", "is_active")

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "address" and field:
            field.validators.append(_require_callable)
        return field

    @admin.display(description="last told")
    def last_delivery(self, hook: Webhook) -> str:
        last = hook.deliveries.select_related("edition__document__game").order_by("-pk").first()
        if last is None:
            return "nothing yet"
        standing = f"told at {last.delivered_at:%d %b %Y, %H:%M}" if last.delivered_at else f"not told: {last.problem}"
        return f"{last.edition}: {standing}"


def _require_callable(address: str) -> None:
    """Refuse an address that would never be called."""
    try:
        webhooks.check(address)
    except webhooks.RefusedError as error:
        raise ValidationError(f"This address would not be called: {error}.") from error
