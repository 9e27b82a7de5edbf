"""Recipes of documents: the ones that the site ships, those that editors have saved, and proposals for new ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction

from importers.extraction.text import layout_of_text
from importers.formats import UnidentifiedError, format_of
from importers.formats.by_recipe import ByRecipe
from importers.limited import propose_within_limits, read_within_limits
from importers.parts.lines import readable_lines
from importers.proposing.outline import Outline
from importers.reading import Reading, open_source
from importers.recipe_files import read_recipe, write_recipe
from importers.recipes import Recipe
from importers.records import ParsedRuling
from importers.sources import SourceText
from importers.typography import clean
from rulings.models import Edition
from rulings.services import accounts, importing
from rulings.services.cataloguing import find_game
from rulings.services.facts import known_facts
from rulings.services.reconciling import Decision
from rulings.services.stages import Entry, Stages

# So many rulings of a part are shown as samples.
SAMPLES = 4


@dataclass(frozen=True)
class FoundRecipe:
    """A recipe, and whether it is the one by which a document is known."""

    recipe: Recipe
    is_known: bool

    @property
    def text(self) -> str:
        return write_recipe(self.recipe)

    @property
    def remark(self) -> str:
        """Where it comes from, in a sentence."""
        if self.is_known:
            return f"This document is known: it is read by the recipe {self.recipe.name}."
        parts = ", ".join(f"{part.heading[0]} ({part.reader})" for part in self.recipe.parts)
        if not parts:
            return "No part was recognised in this document: add [[parts]] with the headings that begin them."
        return f"No recipe knows this document. Proposed from its outline: {parts}."


@dataclass(frozen=True)
class OutlineRow:
    """A line that stands out in a document: where, how, and whether it begins a part."""

    line: int
    page: int
    text: str
    look: str
    is_part: bool


@dataclass(frozen=True)
class PartResult:
    """What a recipe finds under one heading."""

    title: str
    counts: str
    samples: Sequence[Entry]


def recipe_for(data: bytes, *, name: str, game_name: str = "") -> FoundRecipe:
    """The recipe by which a file is known, or a proposal."""
    return recipe_for_source(open_source(data, name=name), game_name=game_name)


def recipe_for_source(source: SourceText, *, game_name: str = "") -> FoundRecipe:
    """The same for a file that was extracted before."""
    facts = known_facts()
    try:
        importer = format_of(clean(source) if source.medium == "text" else source, facts=facts)
    except UnidentifiedError:
        importer = None
    if isinstance(importer, ByRecipe):
        return FoundRecipe(importer.recipe, is_known=True)
    if importer is not None:
        read = read_within_limits(source, format_name=importer.name, facts=facts).document
        known = Recipe(name=importer.name, game=read.game, document=read.document, parts=(), format=importer.name)
        return FoundRecipe(known, is_known=True)
    game = find_game(game_name) if game_name else None
    named = game.name if game else game_name
    proposal = propose_within_limits(source, facts.assuming(named))
    return FoundRecipe(replace(proposal, game=named or proposal.game), is_known=False)


def outline_of(source: SourceText, recipe: Recipe) -> list[OutlineRow]:
    """The lines that stand out, for an editor to choose the beginnings of parts from."""
    layout = source.layout or layout_of_text(source)
    lines, _ = readable_lines(layout, recipe)
    headings = {heading for part in recipe.parts for heading in part.heading}
    rows = []
    for found in Outline(layout, lines, notes=recipe.note, changed=recipe.changed).headings:
        first = lines[found.start]
        rows.append(OutlineRow(first.number, first.line.page, found.text, found.way.look, found.text in headings))
    return rows


def results_of(reading: Reading) -> list[PartResult]:
    """What was found, part by part."""
    stages = Stages(reading)
    parts: dict[str, list[ParsedRuling]] = {}
    for ruling in reading.document.rulings:
        parts.setdefault(ruling.heading_path[0], []).append(ruling)
    return [
        PartResult(
            title,
            ", ".join(
                f"{count} {kind}{'' if count == 1 else 's'}" if kind != "erratum" else f"{count} errata"
                for kind, count in Counter(ruling.kind.value for ruling in found).items()
            ),
            [stages.entry(ruling) for ruling in found[:SAMPLES]],
        )
        for title, found in parts.items()
    ]


@transaction.atomic
def take_in_by(
    reading: Reading,
    *,
    user: User | None = None,
    decisions: Sequence[Decision] = (),
    may_change_authority: bool = False,
) -> importing.Draft:
    """Keep a draft that was read by a recipe, and the recipe with its document, where the next edition finds it."""
    draft = importing.take_in(reading, decisions=decisions, may_change_authority=may_change_authority)
    document = draft.edition.document
    if draft.is_known:
        return draft
    if reading.recipe is not None:
        named = replace(
            reading.recipe,
            game=document.game.name,
            document=document.title,
            version=_next_version(document.recipe, reading.recipe),
        )
        document.recipe = write_recipe(named)
        document.save(update_fields=["recipe"])
        draft.edition.recipe = document.recipe
        draft.edition.save(update_fields=["recipe"])
        accounts.note(user, draft.edition, f"saved version {named.version} of its recipe")
    return draft


def editions_read_by_older() -> list[int]:
    """The keys of the editions that were read by an older version of their document's recipe."""
    found = Edition.objects.exclude(recipe="").exclude(document__recipe="").select_related("document")
    return [
        one.pk
        for one in found.only("recipe", "document__recipe")
        if read_recipe(one.recipe).version < read_recipe(one.document.recipe).version
    ]


def _next_version(saved: str, recipe: Recipe) -> int:
    """One more than the version that was saved, if the recipe says anything else."""
    if not saved:
        return recipe.version
    before = read_recipe(saved)
    same = replace(before, version=0, game="", document="", name="") == replace(
        recipe, version=0, game="", document="", name=""
    )
    return before.version if same else before.version + 1
