"""The catalogue: games, sets, packs, aliases and cards, with merging and the import of catalogues."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from rulings.admin.forms import CardsForm, CuratedForm, EntryField, ListedSelect, MergeForm, NamesFormSet
from rulings.admin.site import posted, require
from rulings.models import Alias, Card, CardAlias, CardSet, DeckLimit, Game, Pack, Term
from rulings.services import accounts, curating, importing_cards, merging, terms, uploads


class CuratedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Entries whose change is followed by references, pages and search."""

    form = CuratedForm

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Choices that say which entry is meant, and that work without scripts."""
        if db_field.name in self.autocomplete_fields:
            related = {"card_set": ("game",), "pack": ("card_set__game",)}.get(db_field.name, ())
            queryset = db_field.remote_field.model.objects.select_related(*related) if related else None
            kwargs |= {"widget": ListedSelect(db_field, self.admin_site), "form_class": EntryField}
            kwargs |= {"queryset": queryset} if queryset is not None else {}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        curating.keep(obj)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        formset.save(commit=False)
        for deleted in formset.deleted_objects:
            curating.remove(deleted)
        for entry in [*formset.new_objects, *(obj for obj, _ in formset.changed_objects)]:
            curating.keep(entry)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save what belongs to an entry; then all of it is followed at once."""
        super().save_related(request, form, formsets, change)
        curating.follow(curating.game_of(form.instance))

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        curating.remove(obj)
        if not isinstance(obj, Game):
            curating.follow(curating.game_of(obj))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions


@admin.register(Game)
class GameAdmin(CuratedAdmin):
    list_display = ("name", "short_name", "slug", "colour")
    search_fields = ("name", "short_name")
    fields = ("name", "short_name", "colour", "restricted_titles")


@admin.register(DeckLimit)
class DeckLimitAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What a deck of a game may have, with the source of each limit."""

    list_display = ("game", "kind", "amount", "card_type", "source")
    list_filter = ("game",)


class PackInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Pack
    formset = NamesFormSet
    fields = ("name", "position")
    extra = 1


class AliasInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Alias
    form = CuratedForm
    formset = NamesFormSet
    fields = ("name",)
    extra = 1


@admin.register(CardSet)
class CardSetAdmin(CuratedAdmin):
    list_display = ("name", "game", "position")
    list_filter = ("game",)
    list_select_related = ("game",)
    search_fields = ("name", "aliases__name")
    fields = ("game", "name", "position")
    autocomplete_fields = ("game",)
    inlines = (PackInline, AliasInline)
    actions = ("merge",)

    @admin.action(description="Merge the chosen sets", permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[CardSet]) -> HttpResponse | None:
        """Make one set of several."""
        return _merge(self, request, queryset, merging.merge_sets)


@admin.register(Pack)
class PackAdmin(CuratedAdmin):
    list_display = ("name", "card_set", "position")
    list_filter = ("card_set__game",)
    list_select_related = ("card_set",)
    search_fields = ("name", "card_set__name")
    fields = ("card_set", "name", "position")
    autocomplete_fields = ("card_set",)
    actions = ("merge",)

    @admin.action(description="Merge the chosen packs", permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Pack]) -> HttpResponse | None:
        """Make one pack of several."""
        return _merge(self, request, queryset, merging.merge_packs)


@admin.register(Alias)
class AliasAdmin(CuratedAdmin):
    """Other names of sets and packs."""

    list_display = ("name", "card_set", "pack", "game")
    list_filter = ("game",)
    list_select_related = ("card_set", "pack", "game")
    search_fields = ("name",)
    fields = ("name", "card_set", "pack")
    autocomplete_fields = ("card_set", "pack")


class CardAliasInline(admin.TabularInline):  # type: ignore[type-arg]
    model = CardAlias
    fields = ("name", "set_name", "number")
    extra = 1


@admin.register(Card)
class CardAdmin(CuratedAdmin):
    list_display = ("name", "card_set", "pack", "number", "card_type", "catalogued")
    list_filter = ("card_set__game", "catalogued")
    list_select_related = ("card_set", "pack")
    search_fields = ("name", "number", "aliases__name")
    fields = ("card_set", "pack", "number", "name", "subtitle", "card_type")
    autocomplete_fields = ("card_set", "pack")
    inlines = (CardAliasInline,)
    actions = ("merge",)
    change_list_template = "admin/rulings/card/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.import_catalogue)
        return [path("import/", view, name="rulings_card_import"), *super().get_urls()]

    @admin.action(description="Merge the chosen cards", permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Card]) -> HttpResponse | None:
        """Make one card of several."""
        return _merge(self, request, queryset, merging.merge_cards)

    def import_catalogue(self, request: HttpRequest) -> HttpResponse:
        """Import a catalogue of cards: first what would happen, then the import."""
        user = require(request, "rulings.add_card")
        form = CardsForm(posted(request), request.FILES or None)
        counts = None
        if request.method == "POST" and form.is_valid():
            game = form.cleaned_data["game"]
            try:
                token = _kept(form.cleaned_data)
                if "confirm" in request.POST:
                    done = importing_cards.import_catalogue(uploads.kept(token), game_name=game, may_make=True)
                    uploads.forget(token)
                    accounts.note_site(user, f"imported {done.added} cards of {done.game}")
                    messages.success(request, f"{done.added} cards added, {done.updated} updated.")
                    return redirect("admin:rulings_card_changelist")
                counts = importing_cards.preview(uploads.kept(token), game_name=game)
            except importing_cards.CatalogueError as error:
                form.add_error(None, str(error))
            else:
                form = CardsForm({"game": game, "kept": token})
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Import cards",
            "form": form,
            "counts": counts,
        }
        return TemplateResponse(request, "admin/rulings/card/import.html", context)


def _kept(values: dict[str, Any]) -> str:
    """The token of the catalogue that was given now, or for the preview."""
    if values.get("file"):
        return uploads.keep(values["file"].name, values["file"].chunks())
    if values.get("text", "").strip():
        return uploads.keep("pasted.csv", [values["text"].encode()])
    return str(values["kept"])


def _merge(owner: CuratedAdmin, request: HttpRequest, chosen: QuerySet[Any], merge: Any) -> HttpResponse | None:
    """Ask which of the chosen entries stays, then merge the others into it."""
    form = MergeForm(request.POST if "keep" in request.POST else None)
    form.fields["keep"].queryset = chosen  # type: ignore[attr-defined]
    if chosen.count() < 2:
        messages.error(request, "Choose two or more to merge.")
        return None
    if form.is_valid():
        try:
            merge(form.cleaned_data["keep"], list(chosen), user=request.user)
        except merging.MergeError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, f"Merged into {form.cleaned_data['keep']}; the old addresses lead there.")
        return None
    context = {
        **owner.admin_site.each_context(request),
        "opts": owner.opts,
        "title": "Merge",
        "form": form,
        "chosen": chosen,
    }
    return TemplateResponse(request, "admin/rulings/merge.html", context)


class TermForm(forms.ModelForm):  # type: ignore[type-arg]
    """A term; its other forms are written one a line."""

    address = forms.RegexField(
        r"^/(?![/\\])\S*$",
        required=False,
        max_length=300,
        help_text="The ruling of this site that says so: /game/faq/2.11/",
    )
    # Last: the name of the field hides the module.
    forms = forms.CharField(
        required=False,
        widget=forms.Textarea({"rows": 4}),
        help_text="Other ways in which card texts write it, one a line",
    )

    class Meta:
        model = Term
        fields = ("game", "name", "forms", "list_name", "format", "says", "source", "address")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["forms"] = "\n".join(self.instance.forms)

    def clean_forms(self) -> list[str]:
        """The forms as they are kept."""
        return [line.strip() for line in self.cleaned_data["forms"].splitlines() if line.strip()]


@admin.register(Term)
class TermAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What lists, keywords and terms mean."""

    list_display = ("name", "game", "says", "source")
    list_filter = ("game",)
    search_fields = ("name", "says")
    form = TermForm

    def save_model(self, request: HttpRequest, obj: Term, form: Any, change: bool) -> None:
        terms.keep_term(obj)

    def delete_model(self, request: HttpRequest, obj: Term) -> None:
        terms.drop_terms(Term.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Term]) -> None:
        terms.drop_terms(queryset)
