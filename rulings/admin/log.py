"""The audit log, to be read: who did what, and when."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest


@admin.register(LogEntry)
class LogEntryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """All acts at the desk, newest first; nobody changes them."""

    list_display = ("action_time", "user", "object_repr", "act")
    list_display_links = None
    list_filter = ("user",)
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message")
    date_hierarchy = "action_time"

    @admin.display(description="what")
    def act(self, entry: LogEntry) -> str:
        """What was done."""
        return "deleted" if entry.is_deletion() else str(entry.get_change_message())

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("rulings.view_edition")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("rulings.view_edition")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
