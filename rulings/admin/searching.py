"""What helps the search: the thesaurus, phrasings, and searches that found nothing."""

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
    autocomplete_fields = ("ruling",)
    list_select_related = ("ruling__document__game",)

    def save_model(self, request: HttpRequest, obj: Phrasing, form: Any, change: bool) -> None:
        before = set(Phrasing.objects.filter(pk=obj.pk).values_list("ruling__document_id", flat=True))
        super().save_model(request, obj, form, change)
        searches.phrasings_changed({obj.ruling.document_id, *before})

    def delete_model(self, request: HttpRequest, obj: Phrasing) -> None:
        document_id = obj.ruling.document_id
        super().delete_model(request, obj)
        searches.phrasings_changed({document_id})

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Phrasing]) -> None:
        document_ids = set(queryset.values_list("ruling__document_id", flat=True))
        super().delete_queryset(request, queryset)
        searches.phrasings_changed(document_ids)


@admin.register(UnansweredSearch)
class UnansweredSearchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What people searched for and did not find: a synonym or a phrasing may help the next one."""

    list_display = ("query", "count", "last_asked_at")
    search_fields = ("query",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: UnansweredSearch | None = None) -> bool:
        return False
