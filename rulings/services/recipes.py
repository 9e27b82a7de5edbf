"""Recipes of documents: the ones that the site ships, those that editors have saved, and proposals for new ones."""

from dataclasses import dataclass, replace

from importers.extraction import extract
from importers.formats import RECIPE, UnidentifiedError, format_of
from importers.formats.by_recipe import ByRecipe
from importers.proposing import propose
from importers.recipes import Recipe, write_recipe
from importers.sources import SourceText
from rulings.services.cataloguing import find_game
from rulings.services.facts import known_facts


@dataclass(frozen=True)
class FoundRecipe:
    """A recipe as text, and where it comes from."""

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


def recipe_for(data: bytes, *, name: str, game_name: str = "") -> FoundRecipe:
    """The recipe by which a file is known, or a proposal."""
    return recipe_for_source(extract(data, name=name), game_name=game_name)


def recipe_for_source(source: SourceText, *, game_name: str = "") -> FoundRecipe:
    """The same for a file that was extracted before."""
    facts = known_facts()
    try:
        importer = format_of(source, facts=facts)
    except UnidentifiedError:
        importer = None
    if isinstance(importer, ByRecipe) and importer.name == RECIPE:
        return FoundRecipe(importer.recipe, is_known=True)
    game = find_game(game_name) if game_name else None
    named = game.name if game else game_name
    proposal = propose(source, facts.assuming(named))
    return FoundRecipe(replace(proposal, game=named or proposal.game), is_known=False)
