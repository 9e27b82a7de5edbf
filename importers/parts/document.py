"""A whole document by its recipe: where its parts begin, who reads them, and what it says of itself."""

import datetime
import re
from collections.abc import Sequence
from itertools import groupby

from importers.drafts import Draft
from importers.extraction.layout import Layout, Line
from importers.facts import NO_VERSION, UNLABELLED, GameFacts
from importers.folding import fold, is_shouted
from importers.parts.chart import Chart
from importers.parts.entries import Entries
from importers.parts.errata import CardRulings, Errata
from importers.parts.lines import Numbered, plain, readable_lines
from importers.parts.listing import Listing
from importers.parts.notes import Notes
from importers.parts.questions import Questions
from importers.parts.reading import MOST_LINES, PartReader, heading_title, healed
from importers.parts.rulebook import General, Rulebook
from importers.parts.sections import Sections
from importers.patterns import match
from importers.recipes import LONGEST_HEADING, PartRecipe, Recipe
from importers.records import Lines, ParsedDocument, Problem, Repair, RepairKind, Severity

READERS: dict[str, type[PartReader]] = {
    "errata": Errata,
    "rulings": CardRulings,
    "listing": Listing,
    "sections": Sections,
    "entries": Entries,
    "questions": Questions,
    "chart": Chart,
    "rulebook": Rulebook,
    "general": General,
    "notes": Notes,
}
# So many lines at the start say which edition this is.
FIRST_LINES, LAST_LINES = 60, 20
SHORT = 120
# "01/13/2020", "13.1.2020", "2020-01-13", "January 13, 2020"
SLASHED = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b")
ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
WRITTEN = re.compile(rf"\b({'|'.join(MONTHS)})\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b", re.IGNORECASE)
WRITTEN_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+({'|'.join(MONTHS)}),?\s+(\d{{4}})\b", re.IGNORECASE)


def read_by_recipe(layout: Layout, recipe: Recipe, *, facts: GameFacts) -> ParsedDocument:
    """Read a document; what no part reads is among its headings, and what no reader can place among its leftovers."""
    lines, aside = readable_lines(layout, recipe)
    draft = Draft()
    # What may stand between two lines of one ruling.
    between = {*aside, *(number for number, line in enumerate(layout.lines, 1) if not line.text.strip())}
    _set_aside(layout, aside, draft)
    titles: dict[str, str] = {}
    for part, heading, body in split_parts(lines, recipe, layout.medium):
        if part is None:
            _keep_front(body, draft)
            continue
        title = _title_of(part, heading, draft) if heading else titles.get(part.heading[0], part.heading[0])
        titles[part.heading[0]] = title
        for one in heading:
            draft.add_heading(title, Lines(one.number, one.number))
        if part.reader == "skip":
            _keep_front(body, draft)
            continue
        path = [*filter(None, [titles.get(part.under, part.under)]), title]
        reader = READERS[part.reader](part, recipe, draft=draft, facts=facts, medium=layout.medium)
        reader.part_heading = heading
        reader.read(body, path=path, aside=between)
    label = edition_of(layout, recipe)
    if not label:
        draft.problems.append(NO_VERSION)
    _check_parts(recipe, titles, draft)
    draft.rulings.sort(key=lambda ruling: ruling.lines.first if ruling.lines else 0)
    return draft.as_document(
        game=recipe.game,
        document=recipe.document,
        edition=label or UNLABELLED,
        authority=recipe.authority,
        date=date_of(layout, recipe),
    )


def _title_of(part: PartRecipe, heading: Sequence[Numbered], draft: Draft) -> str:
    """What a part is called: as the recipe says, or as its heading is printed, which may stand there twice."""
    count = next((count for count in range(1, len(heading) + 1) if _opens(part, plain(heading[:count]))), len(heading))
    return part.title or healed(heading_title(heading[:count]), heading[0].number, draft)


def split_parts(
    lines: Sequence[Numbered], recipe: Recipe, medium: str
) -> list[tuple[PartRecipe | None, list[Numbered], list[Numbered]]]:
    """The parts in the order of the document, each with its heading and the lines below it."""
    found: list[tuple[PartRecipe | None, list[Numbered], list[Numbered]]] = [(None, [], [])]
    unheaded = _unheaded(lines, recipe, medium)
    index = 0
    while index < len(lines):
        opened = _opening(lines, index, recipe, medium, [part.heading[0] for part, _, _ in found if part])
        if opened is None and unheaded and (first := _first_entry(lines[index], found[-1][0], unheaded, medium)):
            unheaded.remove(first)
            found.append((first, [], []))
        if opened is None and (above := _returning(found[-1][0], lines, index, recipe, medium)):
            found.append((above, [], []))
        if opened is None:
            found[-1][2].append(lines[index])
            index += 1
            continue
        part, count = opened
        heading = list(lines[index : index + count])
        before = found[-1]
        if before[0] is part and not before[2]:
            # The heading stands there twice, as a picture and as a line.
            before[1].extend(heading)
        else:
            found.append((part, heading, []))
        index += count
    return found


def _opening(
    lines: Sequence[Numbered], index: int, recipe: Recipe, medium: str, opened: Sequence[str]
) -> tuple[PartRecipe, int] | None:
    """The part that begins at a line, and how many lines its heading has; `opened` are the parts before it.

    Where several parts have the same heading, it is the one of the chapter that was opened last.
    """
    first = lines[index].line
    if len(first.text) > LONGEST_HEADING or first.row:
        return None
    for count in range(min(MOST_LINES, len(lines) - index), 0, -1):
        heading = lines[index : index + count]
        if any(one.line.level != first.level or one.line.hue != first.hue for one in heading):
            continue
        if medium != "text" and any(one.line.is_apart for one in heading[1:]):
            continue
        words = plain(heading)
        fitting = [part for part in recipe.parts if _opens(part, words)]
        fitting = [part for part in fitting if part.look.fits(first, medium=medium) or not part.look]
        if fitting and (fitting[0].look or stands_out(lines, index, medium)):
            return max(fitting, key=lambda part: _last_place(opened, part.under)), count
    return None


def _last_place(opened: Sequence[str], heading: str) -> int:
    """How late a part was opened last; before all others if it never was."""
    return len(opened) - 1 - list(reversed(opened)).index(heading) if heading in opened else -1


def _unheaded(lines: Sequence[Numbered], recipe: Recipe, medium: str) -> list[PartRecipe]:
    """The parts whose heading is nowhere to be read, and that can be known by how their entries begin."""
    missing = []
    for part in recipe.parts:
        telling = any(word in pattern for pattern in part.entry for word in ("SECTION", "NUMBER"))
        pairs = (plain(lines[place : place + 2]) for place in range(len(lines)))
        is_there = any(_opens(part, one.text) for one in lines) or any(_opens(part, words) for words in pairs)
        if telling and part.reader != "listing" and not is_there:
            missing.append(part)
    return missing


def _first_entry(
    one: Numbered, current: PartRecipe | None, unheaded: Sequence[PartRecipe], medium: str
) -> PartRecipe | None:
    """The part that begins with this line although its heading cannot be read: the line is an entry of that alone."""
    if current is not None and current.entry and match(current.entry, one.text):
        return None
    looking = [part for part in unheaded if part.entry_look.fits(one.line, medium=medium)]
    fitting = [part for part in looking if match(part.entry, one.text)]
    return fitting[0] if len(fitting) == 1 and (fitting[0].entry_look or medium == "text") else None


def _returning(
    part: PartRecipe | None, lines: Sequence[Numbered], index: int, recipe: Recipe, medium: str
) -> PartRecipe | None:
    """The part above the one at hand, where a line can only belong to that: a chapter or an entry of it."""
    if part is None or not part.under:
        return None
    above = next((one for one in recipe.parts if part.under in one.heading), None)
    if above is None:
        return None
    line = lines[index].line
    is_chapter = bool(above.group_look) and above.group_look.fits(line, medium=medium) and is_heading(line, medium)
    is_entry = bool(above.entry) and above.entry_look.fits(line, medium=medium) and bool(match(above.entry, line.text))
    return above if is_chapter or is_entry else None


def is_heading(line: Line, medium: str) -> bool:
    """Whether a line of a plain text can be a heading; elsewhere its look has said so."""
    return medium != "text" or is_shouted(line.text) or line.level > 0


def _opens(part: PartRecipe, words: str) -> bool:
    """Whether words are the heading of a part, but for spaces that the setting tore into them: "Def initions"."""
    return any(fold(words).replace(" ", "") == fold(one).replace(" ", "") for one in part.heading)


def stands_out(lines: Sequence[Numbered], index: int, medium: str) -> bool:
    """Whether a line is set in another way than the text around it."""
    line = lines[index].line
    if line.level or line.is_all("bold") or line.is_all("sloped") or line.is_all("underlined") or is_shouted(line.text):
        return True
    following = lines[index + 1].line if index + 1 < len(lines) else None
    return line.is_apart and (medium == "text" or bool(line.hue) or following is None or following.is_apart)


def _keep_front(lines: Sequence[Numbered], draft: Draft) -> None:
    """Keep what stands before the first part, or in a part that is left out."""
    for one in lines:
        draft.add_heading(one.text, Lines(one.number, one.number))


def _set_aside(layout: Layout, aside: dict[int, str], draft: Draft) -> None:
    """Keep lines that do not belong to the text, and say so; those of one kind that follow each other together."""
    numbers = sorted(aside)
    for (_, reason), run in groupby(enumerate(numbers), key=lambda pair: (pair[1] - pair[0], aside[pair[1]])):
        found = [number for _, number in run]
        words = " / ".join(layout.lines[number - 1].text for number in found[:3])
        draft.add_heading(words, Lines(found[0], found[-1]))
        draft.repairs.append(Repair(found[0], words, f"set aside: {reason}", RepairKind.ASIDE, found[-1]))


def _check_parts(recipe: Recipe, titles: dict[str, str], draft: Draft) -> None:
    for part in recipe.parts:
        if part.heading[0] not in titles:
            message = f"The part “{part.heading[0]}” of the recipe was not found."
            draft.problems.append(Problem(1, message, "If the document has it, correct the recipe.", Severity.WARNING))


def edition_of(layout: Layout, recipe: Recipe) -> str:
    """The version that the document prints."""
    pattern = re.compile(recipe.edition, re.IGNORECASE) if recipe.edition else None
    # It may stand at the end, or in a footer.
    others = (line.text for line in (*reversed(layout.lines[-LAST_LINES:]), *layout.lines) if len(line.text) < SHORT)
    for line in (*_first_lines(layout), *others):
        found = pattern.search(" ".join(line.split())) if pattern else None
        if found:
            label = found[1] if found.groups() else found[0]
            is_torn = recipe.dotless and re.fullmatch(r"\d\d", label)
            return f"{label[0]}.{label[1]}" if is_torn else label
    return ""


def date_of(layout: Layout, recipe: Recipe) -> datetime.date | None:
    """The date that the document prints, where the recipe says so."""
    if not recipe.date:
        return None
    pattern = re.compile(recipe.date, re.IGNORECASE)
    for line in _first_lines(layout):
        if found := pattern.search(" ".join(line.split())):
            return parse_date(found[1] if found.groups() else found[0])
    return None


def _first_lines(layout: Layout) -> list[str]:
    return [layout.title, *(line.text for line in _text_lines(layout)[:FIRST_LINES])]


def _text_lines(layout: Layout) -> list[Line]:
    return [line for line in layout.lines if not line.aside]


def parse_date(text: str) -> datetime.date | None:
    """A date as documents print it; in the American order, unless only the other one can be meant."""
    if found := ISO.search(text):
        year, month, day = map(int, found.groups())
    elif found := SLASHED.search(text):
        month, day, year = map(int, found.groups())
        if month > 12 >= day:
            month, day = day, month
    elif found := WRITTEN.search(text):
        month, day, year = MONTHS.index(found[1].lower()) + 1, int(found[2]), int(found[3])
    elif found := WRITTEN_FIRST.search(text):
        day, month, year = int(found[1]), MONTHS.index(found[2].lower()) + 1, int(found[3])
    else:
        return None
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
