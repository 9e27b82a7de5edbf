"""Proposes a recipe for a document that none knows: from what stands out in it, and from what its headings say."""

from collections.abc import Sequence
from dataclasses import replace

from importers.extraction.text import layout_of_text
from importers.facts import Facts
from importers.folding import fold
from importers.parts.lines import Numbered, readable_lines
from importers.parts.steps import PHASE
from importers.patterns import compiled
from importers.proposing import naming, reading
from importers.proposing.hues import changed_hue, note_hue
from importers.proposing.outline import Outline, Way
from importers.proposing.regions import Region, find_regions, named_under
from importers.recipes import Look, PartRecipe, Recipe
from importers.records import one_line
from importers.sources import SourceText

# What stands within errata of cards, and is followed by more of them.
WITHIN = ("rulebook", "general")
# A definition list of so many terms is what a glossary consists of.
MOST_GROUPS = 3


def propose(source: SourceText, facts: Facts) -> Recipe:
    """A recipe for a document; as good as its outline is plain."""
    layout = source.layout or layout_of_text(source)
    identity = naming.identity_of(layout, facts)
    recipe = Recipe(
        name=fold(f"{identity.game} {identity.document}").replace(" ", "-"),
        game=identity.game,
        document=identity.document,
        parts=(),
        names=(identity.game,) if identity.game else (),
        edition=identity.edition,
        date=identity.date,
        changed=changed_hue(layout),
    )
    recipe = replace(recipe, note=note_hue(layout, recipe.changed))
    lines, _ = readable_lines(layout, recipe)
    outline = Outline(layout, lines, notes=recipe.note, changed=recipe.changed)
    parts = _without_idle_chapters([_part(region, outline) for region in find_regions(outline)])
    says = [part.heading[0] for part in parts[:2]]
    return replace(recipe, parts=tuple(parts), says=tuple(says))


def _part(region: Region, outline: Outline) -> PartRecipe:
    title = one_line(region.heading.text)
    over = [naming.reader_named(one.text) for one in (region.chapter, region.above) if one]
    named = named_under(region.heading, region.above)
    named = named or (over[0] if region.chapter else "listing" if "listing" in over else "")
    reader = reading.reader_for(region.lines, named, outline) if region.lines else "notes"
    above = one_line(region.above.text) if region.above else ""
    return _with_entries(PartRecipe(heading=(title,), reader=reader, under=above), region, outline)


def _without_idle_chapters(parts: Sequence[PartRecipe]) -> list[PartRecipe]:
    """The parts, none of them under a part that has entries of its own kind: lists do not belong to errata."""
    lists = {part.under for part in parts if part.reader == "listing"}
    plain_chapters = [
        PartRecipe(heading=part.heading, reader="notes", under=part.under)
        if part.reader == "listing" and part.heading[0] in lists
        else part
        for part in parts
    ]
    readers = {part.heading[0]: part.reader for part in plain_chapters}
    apart = ("errata", "listing", "questions")
    return [
        replace(part, under="") if readers.get(part.under) in apart and part.reader not in WITHIN else part
        for part in plain_chapters
    ]


def _with_entries(part: PartRecipe, region: Region, outline: Outline) -> PartRecipe:
    """What the entries of a part look like, and the headings that bring them together."""
    lines = region.lines
    if part.reader in ("errata", "rulings", "listing"):
        fit = reading.best_fit(lines, reading.CARDS, outline)
        if part.reader == "listing":
            name, play_format = naming.list_named(part.heading[0])
            if naming.is_ban(" ".join(one.text for one in lines)) and not naming.says_list(part.heading[0]):
                name = "banned"
            is_chapter = bool(part.under) and not naming.reader_named(part.under)
            part = replace(
                part, list=name, format=play_format or (naming.format_named(part.under) if is_chapter else "")
            )
        if not fit and 2 * sum(bool(one.line.row) for one in lines) > len(lines):
            # Cards stand in a table, and what stands out around it brings rows together.
            return replace(
                part, entry=("NAME",), entry_look=Look("tag:td"), group_look=_groups(region, outline, "tag:td")
            )
        look = fit.look if fit else _only_look(region, outline) if part.reader != "listing" else ""
        entry = (
            (fit.pattern, *reading.other_fits(lines, fit, outline))
            if fit
            else (reading.pattern_of_all(lines) or "NAME",)
        )
        if look.startswith("h") and "NAME" not in entry and part.reader != "listing":
            # What looks like the name of a card is one, also without a number.
            entry = (*entry, "NAME")
        return replace(part, entry=entry, entry_look=Look(look), group_look=_groups(region, outline, look))
    if part.reader == "sections":
        fit = reading.best_fit(lines, reading.SECTIONS, outline)
        label, look = (fit.pattern, fit.look) if fit else ("(SECTION) TITLE", "")
        return replace(
            part, entry=(label,), entry_look=Look(look), group_look=_groups(region, outline, look, headings=True)
        )
    if part.reader == "questions":
        look = reading.question_look(lines)
        return replace(part, question_look=Look(look), group_look=_groups(region, outline, look, headings=True))
    if part.reader in ("entries", "notes"):
        ways = reading.looks_in(outline, region.lines, but=())
        heavy = [way for way in ways if way.rank == 0] or ways[:1]
        has_larger = any(way.rank == 0 for way in ways)
        if part.reader == "entries" and not has_larger and (trait := reading.run_in_trait(lines)):
            return replace(part, entry_look=Look(f"starts-{trait}"))
        terms = [way for way in ways if way.look == "tag:dt"]
        if terms and sum(one.line.tag == "dt" for one in lines) >= MOST_GROUPS:
            return replace(part, entry_look=Look("tag:dt"), group_look=Look(" or ".join(way.look for way in heavy[:2])))
        kept = _without_letters(heavy, lines, outline)
        letters = [way for way in heavy if way not in kept]
        looks = (" or ".join(way.look for way in found[:3]) for found in (kept, letters))
        return replace(part, entry_look=Look(next(looks)), group_look=Look(next(looks)))
    if part.reader in ("rulebook", "general"):
        return _with_rulebook(part, region, outline)
    if part.reader == "chart":
        ways = reading.looks_in(outline, region.lines, but=())
        look = "bold" if any(way.look == "bold" for way in ways) else ""
        groups = _groups(region, outline, look, headings=True).words.split(" or ")
        steps = {way.look for way in ways if _counts(way, lines, outline) or _are_phases(way, lines, outline)}
        heads = " or ".join(way for way in groups if way not in steps)
        return replace(part, entry_look=Look(look), group_look=Look(heads))
    return part


def _asks(way: Way, lines: Sequence[Numbered], outline: Outline) -> bool:
    """Whether most headings of one kind are questions."""
    texts = [one.text.strip() for one in lines if outline.way_of(one.line) == way]
    return 2 * sum("?" in text[-3:] for text in texts) > len(texts)


def _counts(way: Way, lines: Sequence[Numbered], outline: Outline) -> bool:
    """Whether most headings of one kind are steps."""
    found = [one for one in lines if outline.way_of(one.line) == way]
    return 2 * reading.count_steps(found) > len(found)


def _are_phases(way: Way, lines: Sequence[Numbered], outline: Outline) -> bool:
    """Whether headings are numbered as the steps below them are: "2 Muster Phase", above "2.1"."""
    found = [one.text for one in lines if outline.way_of(one.line) == way]
    return bool(found) and all(PHASE.match(text) for text in found)


def _only_look(region: Region, outline: Outline) -> str:
    """The lightest way of standing out in a part: that of its entries."""
    ways = reading.looks_in(outline, region.lines, but=())
    return ways[-1].look if ways else ""


def _without_letters(ways: Sequence[Way], lines: Sequence[Numbered], outline: Outline) -> list[Way]:
    """The ways of headings that are more than a letter of the alphabet above the entries of a glossary."""

    def is_letter(way: Way) -> bool:
        texts = [one.text.strip() for one in lines if outline.way_of(one.line) == way]
        return all(len(text) <= 3 for text in texts)

    return [way for way in ways if not is_letter(way)] or list(ways)


def _with_rulebook(part: PartRecipe, region: Region, outline: Outline) -> PartRecipe:
    ways = reading.looks_in(outline, region.lines, but=())
    lines = region.lines
    if trait := reading.run_in_trait(lines):
        return replace(part, entry_look=Look(f"starts-{trait}"))
    if not ways:
        return part
    look = ways[-1].look
    has_tags = any(compiled(tagged).match(one.text) for one in lines for tagged in ("TAG TITLE", "TITLE TAG"))
    return replace(part, entry_look=Look(look), entry=("[TAG ]TITLE[ TAG]",) if has_tags else ())


def _groups(region: Region, outline: Outline, look: str, *, headings: bool = False) -> Look:
    """The looks of headings between the entries of a part."""
    own = look.removeprefix("starts-")
    ways = reading.looks_in(outline, region.lines, but=(look, own))
    ways = [way for way in ways if not _asks(way, region.lines, outline)]
    if headings:
        # Bold words in a text are not headings; in a colour of their own they may stand above bold entries.
        ways = [way for way in ways if way.rank <= 2 or "bold" not in way.look or (own == "bold" and way.size < 0)]
    return Look(" or ".join(way.look for way in ways[:2]))
