"""Reads documents by their recipes: PDFs and web pages, and texts that no other importer knows."""

from dataclasses import replace

from importers.claiming import claim_by_recipe
from importers.extraction.text import layout_of_text
from importers.facts import Facts
from importers.parts.document import read_by_recipe
from importers.proposing.adapting import adapt
from importers.recipes import Recipe
from importers.records import ParsedDocument, Problem, Severity
from importers.sources import Claim, SourceText


class ByRecipe:
    """A document whose recipe is known."""

    name = "recipe"

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe

    def identify(self, source: SourceText) -> Claim:
        """Whether the recipe is for this document, and why."""
        return claim_by_recipe(self.recipe, source)

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the document; what is wrong with it is among its problems."""
        layout = source.layout or layout_of_text(source)
        recipe, remarks = adapt(self.recipe, layout)
        document = read_by_recipe(layout, recipe, facts=facts.of(facts.assumed_game or recipe.game))
        problems = (Problem(1, remark, severity=Severity.WARNING) for remark in remarks)
        return replace(document, problems=(*document.problems, *problems))
