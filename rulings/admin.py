"""The editors' admin: what helps the search."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from rulings.models import Phrasing, Synonym, UnansweredSearch
from rulings.services import searches


@admin.register(Synonym)
class SynonymAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The thesaurus: applied to the next search."""

    list_display = ("phrase", "meanings", "game")
    list_filter = ("game",)
    search_fields = ("phrase", "meanings")

    def save_model(self, request: HttpRequest, obj: Synonym, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        searches.thesaurus_changed()

    def delete_model(self, request: HttpRequest, obj: Synonym) -> None:
        super().delete_model(request, obj)
        searches.thesaurus_changed()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Synonym]) -> None:
        super().delete_queryset(request, queryset)
        searches.thesaurus_changed()


@admin.register(Phrasing)
class PhrasingAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """How players ask for a ruling."""

    list_display = ("words", "ruling")
    list_filter = ("ruling__document__game",)
    search_fields = ("words", "ruling__slug")
    raw_id_fields = ("ruling",)
    list_select_related = ("ruling__document__game",)

    def save_model(self, request: HttpRequest, obj: Phrasing, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        searches.phrasings_changed(obj.ruling.document)

    def delete_model(self, request: HttpRequest, obj: Phrasing) -> None:
        document = obj.ruling.document
        super().delete_model(request, obj)
        searches.phrasings_changed(document)


@admin.register(UnansweredSearch)
class UnansweredSearchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What people searched for and did not find: a synonym or a phrasing may help the next one."""

    list_display = ("query", "count", "last_asked_at")
    search_fields = ("query",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: UnansweredSearch | None = None) -> bool:
        return False
