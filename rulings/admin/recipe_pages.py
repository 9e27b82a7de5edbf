"""The pages of the desk on which a document that nobody knows is outlined, read, and taken in."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.models import User
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse

from importers.reading import Reading, open_source
from importers.recipe_files import read_recipe
from importers.recipes import Recipe, RecipeError
from importers.sources import SourceText
from rulings.admin.recipes import (
    LOOKS,
    PATTERNS,
    PartFormSet,
    RecipeForm,
    initial_of,
    part_initial,
    posted_forms,
    recipe_of,
)
from rulings.admin.site import require
from rulings.models import Edition, Source
from rulings.services import importing, pages, recipes
from rulings.services.manuscripts import kept_text
from rulings.services.stages import Entry, Stages


def _entry_at(request: HttpRequest, reading: Reading) -> Entry | None:
    """The entry that an editor wants to see the stages of, by a line of the source."""
    line = request.GET.get("line", "")
    return Stages(reading).at(int(line)) if line.isascii() and line.isdecimal() else None


class RecipePages:
    """What the desk of editions shows of sources that have no edition yet."""

    admin_site: AdminSite

    def _page(self, request: HttpRequest, name: str, edition: Edition | None, **context: Any) -> HttpResponse:
        raise NotImplementedError

    def _taken_in(self, request: HttpRequest, draft: importing.Draft, user: User) -> HttpResponse:
        raise NotImplementedError

    def recipe_urls(self) -> list[URLPattern]:
        """The addresses of these pages."""
        view = self.admin_site.admin_view
        return [
            path("outline/<int:pk>/", view(self.outline), name="rulings_edition_outline"),
            path("outline/<int:pk>/page/<int:number>.png", view(self.page_image), name="rulings_edition_page_image"),
        ]

    def outline(self, request: HttpRequest, pk: int) -> HttpResponse:
        """How a source is read, part by part; each change is shown at once, and saved with the draft."""
        user = require(request, "rulings.add_edition")
        kept = get_object_or_404(Source, pk=pk)
        source = kept_text(kept)
        base = self._base(kept, source, game=request.GET.get("game", ""))
        rows = recipes.outline_of(source, base)
        recipe, problem = base, ""
        if request.method == "POST":
            form, parts = posted_forms(request, {str(row.line): row.text for row in rows})
            if form.is_valid() and parts.is_valid():
                try:
                    recipe = recipe_of(base, form, parts)
                except RecipeError as error:
                    problem = str(error)
            else:
                problem = "Something is missing below."
        else:
            form = RecipeForm(initial=initial_of(base, request.GET.get("edition", "")))
            parts = PartFormSet(initial=[part_initial(part) for part in base.parts], prefix="parts")
        label = form["label"].value() or ""
        found = importing.examine_source(source, recipe=recipe, edition=label, game_name=recipe.game)
        if request.method == "POST" and "save" in request.POST and not problem:
            if not found.reading.document.errors:
                try:
                    return self._taken_in(request, recipes.take_in_by(found.reading, user=user), user)
                except importing.ImportRefusedError as error:
                    problem = str(error)
            else:
                problem = " ".join(map(str, found.reading.document.errors))
        context = {
            "source": kept,
            "form": form,
            "parts": parts,
            "rows": recipes.outline_of(source, recipe),
            "results": recipes.results_of(found.reading),
            "found": found,
            "problem": problem,
            "looks": LOOKS,
            "patterns": PATTERNS,
            "pages": range(1, len(kept.layout["pages"]) + 1) if kept.layout else (),
            "entry": _entry_at(request, found.reading),
        }
        return self._page(request, "outline", None, title=f"How to read {kept.name}", **context)

    def _base(self, kept: Source, source: SourceText, *, game: str) -> Recipe:
        """The recipe to begin with: that of the draft, of the document, or a proposal."""
        draft = kept.editions.filter(state=Edition.State.DRAFT).exclude(recipe="").first()
        if draft is not None:
            return read_recipe(draft.recipe)
        return recipes.recipe_for_source(source, game_name=game).recipe

    def page_image(self, request: HttpRequest, pk: int, number: int) -> FileResponse:
        """A picture of a page of a source."""
        require(request, "rulings.view_edition")
        picture = pages.page_image(get_object_or_404(Source.objects.only("pk"), pk=pk).pk, number)
        if picture is None:
            raise Http404("There is no such page.")
        return FileResponse(picture.open("rb"), content_type="image/png")

    def propose_for(self, request: HttpRequest, data: bytes, name: str, values: dict[str, Any]) -> HttpResponse | None:
        """Lead to the outline of a file that nothing knows, if anything in it stands out."""
        source = open_source(data, name=name)
        if not recipes.recipe_for_source(source, game_name=values["game"]).recipe.parts:
            return None
        kept = importing.keep_source(source)
        messages.info(request, "No recipe knows this document yet. This is how it could be read: change what is wrong.")
        address = reverse("admin:rulings_edition_outline", args=[kept.pk])
        query = request.GET.copy()
        query.update({name: values[name] for name in ("game", "edition") if values[name]})
        return redirect(f"{address}?{query.urlencode()}" if query else address)
