"""What helps the search: the thesaurus, phrasings, and searches that found nothing."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from rulings.models import Phrasing, Synonym, UnansweredSearch
from rulings.services import searches


@admin.register(Synonym)
class SynonymAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The thesaurus: applied to the next search."""

    list_display = ("phrase", "meanings", "game")
    list_filter = ("game",)
    search_fields = ("phrase", "meanings")

    def save_model(self, request: HttpRequest, obj: Synonym, form: Any, change: bool) -> None:
        searches.keep_synonym(obj)

    def delete_model(self, request: HttpRequest, obj: Synonym) -> None:
        searches.drop_synonyms(Synonym.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Synonym]) -> None:
        searches.drop_synonyms(queryset)


@admin.register(Phrasing)
class PhrasingAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """How players ask for a ruling."""

    list_display = ("words", "ruling")
    list_filter = ("ruling__document__game",)
    search_fields = ("words", "ruling__slug")
    autocomplete_fields = ("ruling",)
    list_select_related = ("ruling__document__game",)

    def save_model(self, request: HttpRequest, obj: Phrasing, form: Any, change: bool) -> None:
        searches.keep_phrasing(obj)

    def delete_model(self, request: HttpRequest, obj: Phrasing) -> None:
        searches.drop_phrasings(Phrasing.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Phrasing]) -> None:
        searches.drop_phrasings(queryset)


@admin.register(UnansweredSearch)
class UnansweredSearchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What people searched for and did not find: a synonym or a phrasing may help the next one."""

    list_display = ("query", "count", "asked_again", "last_asked_at", "helping")
    ordering = ("-asked_again", "-count")
    search_fields = ("query",)

    @admin.display(description="")
    def helping(self, obj: UnansweredSearch) -> SafeString:
        """The ways to help the next one who asks; the words are filled in."""
        words = urlencode({"phrase": obj.query}), urlencode({"words": obj.query})
        links = zip(("admin:rulings_synonym_add", "admin:rulings_phrasing_add"), words, strict=True)
        synonym, phrasing = (f"{reverse(name)}?{query}" for name, query in links)
        return format_html('<a href="{}">Make a synonym</a> · <a href="{}">Make a phrasing</a>', synonym, phrasing)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: UnansweredSearch | None = None) -> bool:
        return False
