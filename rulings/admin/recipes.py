"""The desk for documents that no recipe knows: their outline, how each part is read, and what comes of it at once."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.datastructures import MultiValueDict

from importers.extraction.colours import HUES
from importers.recipe_files import read_recipe, write_recipe
from importers.recipes import READERS, Look, PartRecipe, Recipe
from importers.records import Authority, ListName
from rulings.services.recipes import editions_read_by_older

# What readers are called at the desk.
READER_NAMES = {
    "errata": "card errata",
    "rulings": "rulings under the names of cards",
    "listing": "a list of cards",
    "sections": "numbered sections",
    "entries": "entries by name (a glossary)",
    "questions": "questions and answers",
    "chart": "a timing chart",
    "rulebook": "errata of a rulebook",
    "general": "errata of many cards at once",
    "notes": "plain text",
    "skip": "leave it out",
}
LOOKS = (
    "",
    "bold",
    "starts-bold",
    "italic",
    "underlined",
    "bold underlined",
    "sloped",
    "shouted",
    "larger",
    "h1",
    "h2",
    "h3",
    "h4",
)
PATTERNS = (
    "NAME (NUMBER)",
    "NAME (SET NUMBER)",
    "NAME (SET, NUMBER)",
    "TAG NAME (SET, NUMBER)",
    "NUMBER NAME",
    "NAME",
    "(SECTION) TITLE",
    "SECTION TITLE",
)
HUE_CHOICES = [("", "no colour"), *((hue, hue) for hue in HUES)]


class RecipeForm(forms.Form):
    """What a recipe says of the whole document."""

    game = forms.CharField(max_length=200)
    document = forms.CharField(max_length=200, label="Document", help_text="Its name among the game's documents: FAQ")
    label = forms.CharField(max_length=40, required=False, label="Edition", help_text="If it is not printed: 3.2")
    authority = forms.ChoiceField(
        choices=[(one.value, one.value) for one in (Authority.OFFICIAL, Authority.UNOFFICIAL)]
    )
    changed = forms.ChoiceField(choices=HUE_CHOICES, required=False, label="Colour of what the edition changed")
    note = forms.ChoiceField(choices=HUE_CHOICES, required=False, label="Colour of notes by others than the publisher")
    edition = forms.CharField(required=False, label="How the version is printed", help_text=r"Version (\d+\.\d+)")
    icons = forms.CharField(required=False, help_text="Signs that stand for icons: @ = Terror, # = Combat")

    def values(self) -> dict[str, Any]:
        """What was given, as a recipe has it."""
        given = self.cleaned_data
        pairs = (pair.partition("=") for pair in given["icons"].split(",") if "=" in pair)
        return {
            "game": given["game"],
            "document": given["document"],
            "names": (given["game"],),
            "authority": Authority(given["authority"]),
            "changed": given["changed"],
            "note": given["note"],
            "edition": given["edition"],
            "icons": {sign.strip(): name.strip() for sign, _, name in pairs if sign.strip() and name.strip()},
        }


class PartForm(forms.Form):
    """How one part is read."""

    heading = forms.CharField(max_length=200)
    reader = forms.ChoiceField(choices=[(name, READER_NAMES[name]) for name in READERS], label="Read as")
    under = forms.CharField(max_length=200, required=False, label="Belongs to")
    entry = forms.CharField(required=False, label="Entries begin with", widget=forms.TextInput({"list": "patterns"}))
    entry_look = forms.CharField(required=False, label="and look", widget=forms.TextInput({"list": "looks"}))
    group_look = forms.CharField(required=False, label="Headings between", widget=forms.TextInput({"list": "looks"}))
    question_look = forms.CharField(required=False, label="Questions look", widget=forms.TextInput({"list": "looks"}))
    list = forms.ChoiceField(choices=[("", "–"), *((one.value, one.value) for one in ListName)], required=False)
    format = forms.CharField(max_length=40, required=False, label="Way of playing")


PartFormSet = forms.formset_factory(PartForm, extra=0, can_delete=True, can_order=False, max_num=60)


def initial_of(recipe: Recipe, label: str) -> dict[str, Any]:
    """A recipe as the form shows it."""
    icons = ", ".join(f"{sign} = {name}" for sign, name in recipe.icons.items())
    return {
        "game": recipe.game,
        "document": recipe.document,
        "label": label,
        "authority": recipe.authority.value,
        "changed": recipe.changed,
        "note": recipe.note,
        "edition": recipe.edition,
        "icons": icons,
    }


def part_initial(part: PartRecipe) -> dict[str, Any]:
    """A part as the form shows it."""
    return {
        "heading": part.heading[0],
        "reader": part.reader,
        "under": part.under,
        "entry": part.entry[0] if part.entry else "",
        "entry_look": part.entry_look.words,
        "group_look": part.group_look.words,
        "question_look": part.question_look.words,
        "list": part.list,
        "format": part.format,
    }


def recipe_of(base: Recipe, form: RecipeForm, parts: Any) -> Recipe:
    """The recipe that was given; raises RecipeError with what is wrong in it."""
    known = {part.heading[0]: part for part in base.parts}
    exactly = {(part.heading[0], part.under): part for part in base.parts}
    given = [one.cleaned_data for one in parts if one.cleaned_data and not one.cleaned_data.get("DELETE")]
    before = [exactly.get((one["heading"], one["under"])) or known.get(one["heading"]) for one in given]
    found = tuple(_part(one, part) for one, part in zip(given, before, strict=True))
    values = form.values()
    if base.says and base.game == values["game"]:
        # How the document is recognised stays as it was.
        values |= {"says": base.says, "names": base.names}
    else:
        values["says"] = tuple(part.heading[0] for part in found[:2])
    # Written and read again, it is checked as any other recipe is.
    return read_recipe(write_recipe(replace(base, parts=found, **values)), name=base.name)


def _part(given: dict[str, Any], known: PartRecipe | None) -> PartRecipe:
    is_list = given["reader"] == "listing"
    entry: tuple[str, ...] = (given["entry"],) if given["entry"] else ()
    if known and known.entry[:1] == entry:
        entry = known.entry
    return replace(
        known or PartRecipe(heading=(given["heading"],), reader=""),
        reader=given["reader"],
        under=given["under"],
        entry=entry,
        list=given["list"] if is_list else "",
        format=given["format"] if is_list else "",
        entry_look=Look(given["entry_look"]),
        group_look=Look(given["group_look"]),
        question_look=Look(given["question_look"]),
    )


def with_added_part(data: QueryDict, heading: str) -> QueryDict:
    """A posted form with one more part, which begins at a heading."""
    given = data.copy()
    count = given.get("parts-TOTAL_FORMS") or ""
    total = int(count) if count.isdecimal() else 0
    given["parts-TOTAL_FORMS"] = str(total + 1)
    given[f"parts-{total}-heading"] = heading
    given[f"parts-{total}-reader"] = "entries"
    return given


def posted_forms(request: HttpRequest, headings: dict[str, str]) -> tuple[RecipeForm, Any]:
    """The forms as they were posted; a button may have asked for one more part."""
    data: MultiValueDict[str, str] | QueryDict = request.POST
    if request.POST.get("add") in headings:
        data = with_added_part(request.POST, headings[str(request.POST["add"])])
    return RecipeForm(data), PartFormSet(data, prefix="parts")


class OlderRecipeFilter(SimpleListFilter):
    """Lists what was read before the recipe of a document was improved."""

    title = "recipe"
    parameter_name = "recipe"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("older", "Read by an older version")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(pk__in=editions_read_by_older()) if self.value() == "older" else queryset
