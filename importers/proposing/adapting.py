"""Another edition may look different: fits a recipe to a document in which its looks are not to be found."""

from collections.abc import Sequence
from dataclasses import replace

from importers.extraction.layout import Layout
from importers.parts.document import split_parts
from importers.parts.lines import Numbered, readable_lines
from importers.patterns import match
from importers.proposing import reading
from importers.proposing.hues import changed_hue, note_hue
from importers.proposing.outline import Outline
from importers.recipes import PLAIN_MEDIUM, Look, PartRecipe, Recipe

# A look holds if so much of what it should be found on has it.
SHARE = 0.5


def adapt(recipe: Recipe, layout: Layout) -> tuple[Recipe, list[str]]:
    """The recipe as it fits a document, and what looks different in it."""
    if layout.medium == PLAIN_MEDIUM:
        return recipe, []
    recipe, remarks = _with_hues(recipe, layout)
    lines, _ = readable_lines(layout, recipe)
    outline = Outline(layout, lines, notes=recipe.note, changed=recipe.changed)
    bodies: dict[tuple[str, str], list[Numbered]] = {}
    for part, _, body in split_parts(lines, recipe, layout.medium):
        if part is not None:
            bodies.setdefault((part.heading[0], part.under), []).extend(body)
    parts = []
    for part in recipe.parts:
        fitted = _fitted(part, bodies.get((part.heading[0], part.under), []), outline)
        if fitted != part:
            remarks.append(f"In “{part.heading[0]}”, headings look different from the recipe: {_looks(fitted)}.")
        parts.append(fitted)
    return replace(recipe, parts=tuple(parts)), remarks


def _with_hues(recipe: Recipe, layout: Layout) -> tuple[Recipe, list[str]]:
    """The colours of changes and notes, where they are others now."""
    remarks = []
    used = {span.style.hue for line in layout.lines for span in line.spans}
    if recipe.changed and recipe.changed not in used and (hue := changed_hue(layout)):
        remarks.append(f"Changes are {hue} here; in the recipe they are {recipe.changed}.")
        recipe = replace(recipe, changed=hue)
    if recipe.note and recipe.note not in used and (hue := note_hue(layout, recipe.changed)):
        remarks.append(f"Notes are {hue} here; in the recipe they are {recipe.note}.")
        recipe = replace(recipe, note=hue)
    return recipe, remarks


def _fitted(part: PartRecipe, lines: Sequence[Numbered], outline: Outline) -> PartRecipe:
    medium = outline.layout.medium
    if not lines:
        return part
    if part.entry and part.entry_look:
        telling = tuple(pattern for pattern in part.entry if pattern != "NAME") or part.entry
        heads = [one.line for one in lines if match(telling, one.text)]
        fitting = sum(part.entry_look.fits(line, medium=medium) for line in heads)
        if len(heads) >= 2 and fitting < SHARE * len(heads):
            part = replace(part, entry_look=Look(reading.common_look(heads, outline)))
    elif part.entry_look and part.reader in ("entries", "notes"):
        part = replace(part, entry_look=_refitted(part.entry_look, lines, outline, but=()))
    if part.question_look and not _occurs(part.question_look, lines, medium):
        part = replace(part, question_look=Look(reading.question_look(lines)))
    if part.group_look:
        own = (part.entry_look.words, part.question_look.words, *(("bold",) if part.entry else ()))
        part = replace(part, group_look=_refitted(part.group_look, lines, outline, but=own))
    return part


def _refitted(look: Look, lines: Sequence[Numbered], outline: Outline, *, but: Sequence[str]) -> Look:
    """A look whose ways that do not occur any more give place to others that stand out, the heaviest first."""
    ways = look.words.split(" or ")
    there = [way for way in ways if _occurs(Look(way), lines, outline.layout.medium)]
    if len(there) == len(ways):
        return look
    found = [way.look for way in reading.looks_in(outline, lines, but=but)]
    if all(way.startswith("h") and len(way) == 2 for way in ways):
        # Levels of headings move together.
        levels = [way for way in found if way.startswith("h") and len(way) == 2]
        return Look(" or ".join(levels[: len(ways)])) if levels else Look(" or ".join(found[: len(ways)]))
    others = [way for way in found if way not in there]
    fitted = [way if way in there else others.pop(0) for way in ways if way in there or others]
    return Look(" or ".join(fitted))


def _occurs(look: Look, lines: Sequence[Numbered], medium: str) -> bool:
    return any(look.fits(one.line, medium=medium) for one in lines)


def _looks(part: PartRecipe) -> str:
    looks = {"entries": part.entry_look, "headings between": part.group_look, "questions": part.question_look}
    said = ", ".join(f"{name} are {look.words}" for name, look in looks.items() if look)
    return said or "they have no look of their own"
