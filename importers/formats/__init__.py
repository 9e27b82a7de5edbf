"""The source formats that can be read, one module each; `format_of` finds the one for a text."""

from collections.abc import Sequence
from typing import Protocol

from importers.claiming import claim_by_recipe
from importers.facts import Facts
from importers.formats.by_recipe import ByRecipe
from importers.formats.ccg_rulings import CcgRulings
from importers.formats.column_faq import ColumnFaq
from importers.formats.house import HouseFormat
from importers.formats.lcg_faq import LcgFaq
from importers.formats.rules_faq import RulesFaq
from importers.formats.timing_sheet import TimingSheet
from importers.recipes import Recipe
from importers.records import ParsedDocument
from importers.sources import Claim, SourceText


class Importer(Protocol):
    """Reads one source format."""

    @property
    def name(self) -> str:
        """The word for --format."""

    def identify(self, source: SourceText) -> Claim:
        """Whether a text is in the importer's format, and in a few words why."""

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""


IMPORTERS: Sequence[Importer] = (HouseFormat(), LcgFaq(), RulesFaq(), CcgRulings(), TimingSheet(), ColumnFaq())


RECIPE = ByRecipe.name


class UnidentifiedError(Exception):
    """No importer or recipe, or more than one, claims a document; the message lists what each one said."""


def named(name: str, source: SourceText | None = None) -> Importer:
    """The importer of that name, for a source that it can read."""
    for importer in IMPORTERS:
        if importer.name == name:
            if source and source.medium != "text":
                kind = "a PDF" if source.medium == "pdf" else "a web page"
                raise UnidentifiedError(f"{source.name} is {kind}, and {name} reads texts: use a recipe instead.")
            return importer
    known = ", ".join(importer.name for importer in IMPORTERS)
    raise UnidentifiedError(f"There is no format {name!r}; there are: {known}.")


def format_of(source: SourceText, *, facts: Facts | None = None) -> Importer:
    """The one importer or recipe that claims a document."""
    recipes = [ByRecipe(recipe) for recipe in (facts.recipes if facts else ()) if not recipe.format]
    importers = [*(IMPORTERS if source.medium == "text" else ()), *recipes]
    claims = [(importer, importer.identify(source)) for importer in importers]
    claiming = [(importer, claim) for importer, claim in claims if claim.holds]
    # A text that an importer knows is not read by a recipe for the same document as a PDF or web page.
    claiming = [one for one in claiming if one[0].name != RECIPE] or claiming
    if len(claiming) == 1:
        return claiming[0][0]
    if claiming:
        reasons = "; ".join(f"{title_of(importer)}: {claim.reason}" for importer, claim in claiming)
        raise UnidentifiedError(f"{source.name} looks like more than one document. {reasons}. Say which one it is.")
    said = "; ".join(f"{title_of(importer)}: {claim.reason}" for importer, claim in claims)
    raise UnidentifiedError(
        f"No recipe or format is known for {source.name}. Let manage.py propose_recipe propose one. "
        f"What was tried: {said}."
    )


def title_of(importer: Importer) -> str:
    """The name of an importer, or of the recipe that it reads by."""
    return importer.recipe.name if isinstance(importer, ByRecipe) else importer.name


def recipe_for(importer: Importer, source: SourceText, facts: Facts) -> Recipe | None:
    """The recipe that says which game and document an importer reads here, if exactly one does."""
    found = [one for one in facts.recipes if one.format == importer.name and claim_by_recipe(one, source).holds]
    return found[0] if len(found) == 1 else None
