"""Where the parts of a document begin that no recipe knows, and which lines are theirs."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from importers.folding import fold
from importers.parts.lines import Numbered
from importers.parts.steps import ALONE
from importers.proposing import naming, reading
from importers.proposing.outline import Heading, Outline, Way

# Readers of parts whose headings can hardly be anything else.
TELLING = frozenset({"listing", "errata", "questions", "rulebook", "rulings"})
# A chapter with more headings of one kind is a glossary, whatever they say.
MOST_CHARTS = 12
FIRST_LINES, LONGEST_STEP = 4, 90
# What a table of contents has below a heading: at most so many lines.
IDLE = 2
# So many of the headings of parts name one.
NAMED = 0.3


@dataclass(frozen=True)
class Region:
    """A heading and the lines below it that are its own, without those of the parts within it."""

    heading: Heading
    start: int
    end: int
    lines: tuple[Numbered, ...]
    above: Heading | None
    # The heavier heading that it stands under, though not as a part of it.
    chapter: Heading | None = None


def find_regions(outline: Outline) -> list[Region]:
    """Where parts begin: at headings of the heaviest kind that names parts, and at others whose words name one."""
    titles = {heading.start for heading in outline.headings if _is_title(heading, outline)}
    named = [one for one in outline.headings if naming.reader_named(one.text) and one.start not in titles]
    if not named:
        return []
    top = _top_way(named, outline)
    chapters = _chapters(outline, top, titles)
    chosen: list[tuple[Heading, Heading | None]] = []
    above: Heading | None = None
    for heading in outline.headings:
        if naming.CONTENTS.match(fold(heading.text)) or heading.start in titles:
            continue
        if _is_letter(heading) or (reading.is_section(heading.text) and heading.way == top):
            # A letter of a glossary, or a section whose heading has slipped to the wrong level.
            continue
        if _heads_steps(heading, outline) or _is_cell(heading, outline):
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
    regions = _once(_with_lines(sorted(chosen, key=lambda pair: pair[0].start), outline))
    return [replace(one, chapter=chapters.get(one.heading.start, (None,))[0]) for one in regions]


def _once(regions: Sequence[Region]) -> list[Region]:
    """The regions without those of a table of contents: headings that come back with more below them.

    A list of one or two cards is short, and not idle.
    """
    most: dict[str, int] = {}
    for one in regions:
        most[fold(one.heading.text)] = max(most.get(fold(one.heading.text), 0), len(one.lines))

    def is_kept(one: Region) -> bool:
        count = len(one.lines)
        is_list = count > 0 and naming.reader_named(one.heading.text) == "listing"
        return is_list or count > IDLE or count == most[fold(one.heading.text)]

    return [one for one in regions if is_kept(one)]


def _chapters(outline: Outline, top: Way, titles: set[int]) -> dict[int, tuple[Heading, set[str]]]:
    """By the place of a heading, the heavier one above it, and what others of its kind below that speak of."""
    found: dict[int, tuple[Heading, set[str]]] = {}
    said: dict[tuple[int, Way], set[str]] = {}
    above: list[Heading] = []
    for heading in outline.headings:
        is_other = naming.CONTENTS.match(fold(heading.text)) or _is_letter(heading) or _heads_steps(heading, outline)
        if heading.start in titles or is_other or heading.way.rank != top.rank or heading.way > top:
            continue
        while above and above[-1].way >= heading.way:
            above.pop()
        if above:
            readers = said.setdefault((above[-1].start, heading.way), set())
            readers.add(naming.reader_named(heading.text))
            found[heading.start] = above[-1], readers
        above.append(heading)
    return found


def _is_group(heading: Heading, chapters: Mapping[int, tuple[Heading, set[str]]]) -> bool:
    """Whether a heading only brings entries of its chapter together: none of those in it speaks of anything else."""
    chapter, readers = chapters.get(heading.start, (None, set()))
    reader = naming.reader_named(chapter.text) if chapter else ""
    return reader not in ("", "listing", "notes", "skip", "chart") and readers <= {"", reader}


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


def _top_way(named: Sequence[Heading], outline: Outline) -> Way:
    """The way in which parts are headed: the one that names most kinds of parts, or the heavier one.

    A way in which few headings name a part is that of entries, some of which happen to say "rules" or "timing".
    """
    kinds: dict[Way, set[str]] = {}
    for heading in named:
        kinds.setdefault(heading.way, set()).add(naming.reader_named(heading.text))
    names, all_headings = (Counter(one.way for one in found) for found in (named, outline.headings))
    of_parts = [way for way in kinds if names[way] >= NAMED * all_headings[way]] or list(kinds)
    return min(of_parts, key=lambda way: (-len(kinds[way] & TELLING), -len(kinds[way]), way))


def _with_lines(chosen: Sequence[tuple[Heading, Heading | None]], outline: Outline) -> list[Region]:
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
        regions.append(Region(heading, start, end, tuple(own), above))
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
    if above is None or len(words.split()) > 8 or "?" in words:
        return False
    reader, over = named_under(heading, above), naming.reader_named(above.text)
    if reading.is_section(words):
        # A numbered section is a part of its own only where it says so, and its chapter speaks of the same.
        return reader in {*TELLING, "entries"} and over in ("errata", "listing", "")
    siblings_say = {naming.reader_named(one.text) for one in _siblings(heading, above, outline)}
    if reader == "skip":
        return True
    if over == "questions" and "questions" in siblings_say and reader in ("", "questions") and heading.way.rank < 5:
        return True
    if not reader and over == "listing" and heading.way.rank < 5:
        # Below the heading of one list they are factions; below that of all lists they are lists.
        return not naming.says_one_list(above.text) and outline.is_followed_by_text(heading)
    siblings = len(_siblings(heading, above, outline))
    if reader in ("listing", "rulebook", "general", "questions", "errata"):
        return heading.way.rank < 5 or naming.reader_named(above.text) not in (
            "errata",
            "listing",
            "questions",
            "entries",
        )
    if reader == "entries" and over in ("", "questions"):
        # Questions about keywords are questions.
        return not (over == "questions" and _asks_below(heading, outline))
    if reader == "chart":
        below = outline.lines[heading.start + heading.count :][:8]
        has_sections = any(reading.is_section(one.text) and outline.way_of(one.line) for one in below)
        return siblings <= MOST_CHARTS and not has_sections and reading.count_steps(below) >= 3
    if not reader and over in ("entries", "sections", "notes"):
        return _is_chart(heading, above, outline)
    return reader == "notes" and heading.way.rank == 1 and outline.is_followed_by_text(heading)


def named_under(heading: Heading, above: Heading | None) -> str:
    """The reader that a heading speaks for: "Rulebook", below "Errata", is one of rulebook errata."""
    reader = naming.reader_named(heading.text)
    over = naming.reader_named(above.text) if above else ""
    words = fold(naming.LABEL.sub("", heading.text))
    if over == "listing" and words == "limited":
        return "listing"
    if over == "errata" and (re.fullmatch(naming.RULES, words) or words in ("card", "cards")):
        return "errata" if words.startswith("card") else "rulebook"
    if over == "errata" and reader in ("", "sections") and reading.is_section(heading.text):
        return "rulebook" if re.search(rf"^{naming.RULES}\b", fold(naming.LABEL.sub("", heading.text))) else "errata"
    return reader


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


def _heads_steps(heading: Heading, outline: Outline) -> bool:
    """Whether a heading is numbered and has steps with longer labels below it: "2 Muster Phase", above "2.1"."""
    number = re.match(r"\d{1,2}\b", heading.text)
    below = outline.lines[heading.start + heading.count :][:1]
    if not number or not below or len(below[0].text) > LONGEST_STEP:
        return False
    return below[0].text.startswith(f"{number[0]}.1") and not outline.way_of(below[0].line)


def _asks_below(heading: Heading, outline: Outline) -> bool:
    """Whether most headings below a heading are questions."""
    end = next((one.start for one in outline.headings if one.start > heading.start and one.way <= heading.way), None)
    below = [one for one in outline.headings if one.start > heading.start and (end is None or one.start < end)]
    return bool(below) and 2 * sum("?" in one.text[-3:] for one in below) >= len(below)


def _is_cell(heading: Heading, outline: Outline) -> bool:
    """Whether a heading is the label of a row of a table."""
    return bool(outline.lines[heading.start].line.row and ALONE.match(heading.text))


def _is_letter(heading: Heading) -> bool:
    """Whether a heading is a letter of the alphabet, or a range of them: "A", "W–Z"."""
    return len(heading.text.strip()) <= 3 and not naming.reader_named(heading.text)


def _is_title(heading: Heading, outline: Outline) -> bool:
    """Whether a heading is the title of the document: it stands first, and nothing but more of the title below it."""
    before = [other for other in outline.headings if other.start < heading.start]
    is_first = not before and heading.start < 6
    is_only = sum(other.way == heading.way for other in outline.headings) == 1 and len(outline.headings) > 3
    if is_only and heading.start < 6 and not any(other.way <= heading.way for other in before):
        return True
    has_version = bool(re.search(r"\b(?:version|v)\.? ?\d", heading.text, re.IGNORECASE))
    names = sum(bool(re.search(pattern, fold(heading.text))) for pattern, _ in naming.NAMES)
    is_one_of_several = sum(other.way == heading.way for other in outline.headings) > 1
    may_be_second = before and (before[0].way == heading.way or (before[0].way < heading.way and not is_one_of_several))
    if heading.start < FIRST_LINES and names > 1 and may_be_second:
        # "Frequently Asked Questions and Errata" below the name of the game, and not the first of the parts
        return True
    return has_version or (is_first and (names != 1 or len(heading.text.split()) > 5))
