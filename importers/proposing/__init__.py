"""Proposes a recipe for a document that none knows: from what stands out in it, and from what its headings say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from importers.extraction.text import layout_of_text
from importers.facts import Facts
from importers.folding import fold
from importers.parts.lines import Numbered, readable_lines
from importers.patterns import compiled
from importers.proposing import naming, reading
from importers.proposing.hues import changed_hue, note_hue
from importers.proposing.outline import Heading, Outline, Way
from importers.recipes import Look, PartRecipe, Recipe
from importers.records import one_line
from importers.sources import SourceText

# Readers of parts whose headings can hardly be anything else.
TELLING = frozenset({"listing", "errata", "questions", "rulebook", "rulings"})
# A chapter with more headings of one kind is a glossary, whatever they say.
MOST_CHARTS = 12


@dataclass(frozen=True)
class _Region:
    """A heading and the lines below it that are its own, without those of the parts within it."""

    heading: Heading
    start: int
    end: int
    lines: tuple[Numbered, ...]
    above: Heading | None
    # The heavier heading that it stands under, though not as a part of it.
    chapter: Heading | None = None


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
    outline = Outline(layout, lines, notes=recipe.note)
    parts = _without_idle_chapters([_part(region, outline) for region in _regions(outline)])
    says = [part.heading[0] for part in parts[:2]]
    return replace(recipe, parts=tuple(parts), says=tuple(says))


def _regions(outline: Outline) -> list[_Region]:
    """Where parts begin: at headings of the heaviest kind that names parts, and at others whose words name one."""
    titles = {heading.start for heading in outline.headings if _is_title(heading, outline)}
    named = [one for one in outline.headings if naming.reader_named(one.text) and one.start not in titles]
    if not named:
        return []
    top = _top_way(named)
    chapters = _chapters(outline, top, titles)
    chosen: list[tuple[Heading, Heading | None]] = []
    above: Heading | None = None
    for heading in outline.headings:
        if naming.CONTENTS.match(fold(heading.text)) or heading.start in titles:
            continue
        if _is_letter(heading) or (reading.is_section(heading.text) and heading.way == top):
            # A letter of a glossary, or a section whose heading has slipped to the wrong level.
            continue
        if heading.way == top or (heading.way < top and heading.way.rank == top.rank):
            if _is_group(heading, chapters):
                continue
            above = heading
            chosen.append((heading, None))
        elif _opens_part(heading, above, outline):
            chapter = _chapter_of(heading, above, outline)
            if chapter is not above and chapter is not None and all(one is not chapter for one, _ in chosen):
                chosen.append((chapter, above))
            chosen.append((heading, chapter))
    regions = _with_lines(sorted(chosen, key=lambda pair: pair[0].start), outline)
    return [replace(one, chapter=chapters.get(one.heading.start, (None,))[0]) for one in regions]


def _chapters(outline: Outline, top: Way, titles: set[int]) -> dict[int, tuple[Heading, set[str]]]:
    """By the place of a heading of the top kind, the heavier one above it, and what those below that speak of."""
    found: dict[int, tuple[Heading, set[str]]] = {}
    chapter: tuple[Heading, set[str]] | None = None
    for heading in outline.headings:
        if heading.start in titles or naming.CONTENTS.match(fold(heading.text)) or _is_letter(heading):
            continue
        if heading.way < top and heading.way.rank == top.rank:
            chapter = heading, set()
        elif heading.way == top and chapter is not None:
            chapter[1].add(naming.reader_named(heading.text))
            found[heading.start] = chapter
    return found


def _is_group(heading: Heading, chapters: Mapping[int, tuple[Heading, set[str]]]) -> bool:
    """Whether a heading only brings entries of its chapter together: none of those in it speaks of anything else."""
    chapter, readers = chapters.get(heading.start, (None, set()))
    reader = naming.reader_named(chapter.text) if chapter else ""
    return reader not in ("", "listing", "notes", "skip") and readers <= {"", reader}


def _chapter_of(heading: Heading, above: Heading | None, outline: Outline) -> Heading | None:
    """The heading that a list belongs to, if it stands between the list and the part: "Melee", above "Banned"."""
    if naming.reader_named(heading.text) != "listing" or naming.format_named(heading.text):
        return above
    between = [one for one in outline.headings if above and above.start < one.start < heading.start]
    heavier = [one for one in between if one.way < heading.way]
    if not heavier and (lists := [one for one in between if naming.reader_named(one.text) == "listing"]):
        # It stands as high as the chapter of the list before it, and has none of its own.
        before = [one for one in between if one.start < lists[-1].start and one.way <= heading.way]
        heavier = [one for one in before if naming.reader_named(one.text) != "listing"]
    return heavier[-1] if heavier else above


def _top_way(named: Sequence[Heading]) -> Way:
    """The way in which parts are headed: the one that names most kinds of parts, or the heavier one."""
    kinds: dict[Way, set[str]] = {}
    for heading in named:
        kinds.setdefault(heading.way, set()).add(naming.reader_named(heading.text))
    return min(kinds, key=lambda way: (-len(kinds[way] & TELLING), -len(kinds[way]), way))


def _with_lines(chosen: Sequence[tuple[Heading, Heading | None]], outline: Outline) -> list[_Region]:
    """The regions of chosen headings: one within another ends with the next heading that is as heavy."""
    tops = [heading.start for heading, above in chosen if above is None] + [len(outline.lines)]
    ends = {heading.start: _end_of(heading, chosen, tops, outline) for heading, _ in chosen}
    regions = []
    for heading, above in chosen:
        start, end = heading.start + heading.count, ends[heading.start]
        within = [(one.start, ends[one.start]) for one, over in chosen if over is heading]
        own = [
            line
            for place, line in enumerate(outline.lines[start:end], start)
            if not any(first <= place < last for first, last in within)
        ]
        regions.append(_Region(heading, start, end, tuple(own), above))
    return regions


def _end_of(
    heading: Heading, chosen: Sequence[tuple[Heading, Heading | None]], tops: Sequence[int], outline: Outline
) -> int:
    top = next(start for start in tops if start > heading.start)
    if heading.start in tops:
        return top
    others = (one.start for one in outline.headings if one.start > heading.start and one.way <= heading.way)
    return min(top, next(others, top))


def _opens_part(heading: Heading, above: Heading | None, outline: Outline) -> bool:
    """Whether a heading below the top ones begins a part of its own."""
    words = heading.text
    if above is None or len(words.split()) > 8 or "?" in words or reading.is_section(words):
        return False
    reader, over = naming.reader_named(words), naming.reader_named(above.text)
    beside = {naming.reader_named(one.text) for one in _siblings(heading, above, outline)}
    if reader == "skip":
        return True
    if over == "questions" and "questions" in beside and reader in ("", "questions") and heading.way.rank == 0:
        return True
    if not reader and over == "listing" and heading.way.rank == 0:
        return outline.is_followed_by_text(heading)
    siblings = sum(other.way == heading.way and other.start > above.start for other in outline.headings)
    if reader in ("listing", "rulebook", "general", "questions", "errata"):
        return heading.way.rank < 5 or naming.reader_named(above.text) not in (
            "errata",
            "listing",
            "questions",
            "entries",
        )
    if reader == "chart":
        below = outline.lines[heading.start + heading.count :][:8]
        has_sections = any(reading.is_section(one.text) and outline.way_of(one.line) for one in below)
        return siblings <= MOST_CHARTS and not has_sections and reading.count_steps(below) >= 3
    if not reader and over in ("entries", "sections", "notes"):
        return _is_chart(heading, above, outline)
    return reader == "notes" and heading.way.rank == 1 and outline.is_followed_by_text(heading)


def _siblings(heading: Heading, above: Heading, outline: Outline) -> list[Heading]:
    """The headings of the same kind under the same heading."""
    end = next((one.start for one in outline.headings if one.start > above.start and one.way <= above.way), None)
    inside = (one for one in outline.headings if one.start > above.start and (end is None or one.start < end))
    return [one for one in inside if one.way == heading.way]


def _is_chart(heading: Heading, above: Heading, outline: Outline) -> bool:
    """Whether a heading that says nothing of it heads steps, among others that head further headings."""
    others = [one for one in outline.headings if one.way == heading.way and one.start > above.start and one != heading]
    after = heading.start + heading.count
    end = next((one.start for one in outline.headings if one.start > heading.start), len(outline.lines))
    below = outline.lines[after:end]
    counted = reading.count_steps(below)
    return bool(others) and not outline.is_followed_by_text(others[0]) and counted >= 3 and 2 * counted >= len(below)


def _is_letter(heading: Heading) -> bool:
    """Whether a heading is a letter of the alphabet, or a range of them: "A", "W–Z"."""
    return len(heading.text.strip()) <= 3


def _is_title(heading: Heading, outline: Outline) -> bool:
    """Whether a heading is the title of the document: it stands first, and nothing but more of the title below it."""
    before = [other for other in outline.headings if other.start < heading.start]
    is_first = not before and heading.start < 6
    is_only = sum(other.way == heading.way for other in outline.headings) == 1 and len(outline.headings) > 3
    if is_only and heading.start < 6 and not any(other.way <= heading.way for other in before):
        return True
    has_version = bool(re.search(r"\b(?:version|v)\.? ?\d", heading.text, re.IGNORECASE))
    names = sum(bool(re.search(pattern, fold(heading.text))) for pattern, _ in naming.NAMES)
    return has_version or (is_first and (names != 1 or len(heading.text.split()) > 5))


def _part(region: _Region, outline: Outline) -> PartRecipe:
    title = one_line(region.heading.text)
    over = [naming.reader_named(one.text) for one in (region.chapter, region.above) if one]
    named = naming.reader_named(title) or (over[0] if region.chapter else "listing" if "listing" in over else "")
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
    return [replace(part, under="") if readers.get(part.under) in apart else part for part in plain_chapters]


def _with_entries(part: PartRecipe, region: _Region, outline: Outline) -> PartRecipe:
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
        look = fit.look if fit else _only_look(region, outline) if part.reader != "listing" else ""
        entry = (fit.pattern, *reading.other_fits(lines, fit, outline)) if fit else ("NAME",)
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
        if part.reader == "entries" and not heavy and (trait := reading.run_in_trait(lines)):
            return replace(part, entry_look=Look(f"starts-{trait}"))
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
        steps = {way.look for way in ways if _counts(way, lines, outline)}
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


def _only_look(region: _Region, outline: Outline) -> str:
    """The lightest way of standing out in a part: that of its entries."""
    ways = reading.looks_in(outline, region.lines, but=())
    return ways[-1].look if ways else ""


def _without_letters(ways: Sequence[Way], lines: Sequence[Numbered], outline: Outline) -> list[Way]:
    """The ways of headings that are more than a letter of the alphabet above the entries of a glossary."""

    def is_letter(way: Way) -> bool:
        texts = [one.text.strip() for one in lines if outline.way_of(one.line) == way]
        return all(len(text) <= 3 for text in texts)

    return [way for way in ways if not is_letter(way)] or list(ways)


def _with_rulebook(part: PartRecipe, region: _Region, outline: Outline) -> PartRecipe:
    ways = reading.looks_in(outline, region.lines, but=())
    lines = region.lines
    if trait := reading.run_in_trait(lines):
        return replace(part, entry_look=Look(f"starts-{trait}"))
    if not ways:
        return part
    look = ways[-1].look
    has_tags = any(compiled(tagged).match(one.text) for one in lines for tagged in ("TAG TITLE", "TITLE TAG"))
    return replace(part, entry_look=Look(look), entry=("[TAG ]TITLE[ TAG]",) if has_tags else ())


def _groups(region: _Region, outline: Outline, look: str, *, headings: bool = False) -> Look:
    """The looks of headings between the entries of a part."""
    own = look.removeprefix("starts-")
    ways = reading.looks_in(outline, region.lines, but=(look, own))
    ways = [way for way in ways if not _asks(way, region.lines, outline)]
    if headings:
        ways = [way for way in ways if way.rank <= 2 or way.look != "bold"]
    return Look(" or ".join(way.look for way in ways[:2]))
