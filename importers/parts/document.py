"""A whole document by its recipe: where its parts begin, who reads them, and what it says of itself."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from importers.drafts import Draft
from importers.extraction.layout import ORPHAN, Layout, Line
from importers.facts import NO_VERSION, UNLABELLED, GameFacts, Move, meant_order
from importers.folding import fold, is_shouted
from importers.parts.chart import Chart
from importers.parts.entries import Entries
from importers.parts.errata import CardRulings, Errata
from importers.parts.front import keep_front
from importers.parts.identity import date_of, edition_of
from importers.parts.lines import Numbered, plain, readable_lines, spans_of
from importers.parts.listing import Listing
from importers.parts.notes import Notes
from importers.parts.questions import ASKS, Questions
from importers.parts.reading import MOST_LINES, PartReader, heading_title, healed
from importers.parts.rulebook import General, Rulebook
from importers.parts.sections import Sections
from importers.patterns import match
from importers.recipes import LONGEST_HEADING, Look, PartRecipe, Recipe
from importers.records import Kind, Lines, ParsedDocument, Problem, Repair, RepairKind, Severity

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


def read_by_recipe(layout: Layout, recipe: Recipe, *, facts: GameFacts, moves: Sequence[Move] = ()) -> ParsedDocument:
    """Read a document; what no part reads is among its headings, and what no reader can place among its leftovers.

    `moves` are lines that are known to stand in the wrong place.
    """
    lines, aside = readable_lines(layout, recipe)
    order = meant_order(range(1, len(layout.lines) + 1), moves)
    place = {number: index for index, number in enumerate(order)}
    lines.sort(key=lambda one: place[one.number])
    draft = Draft()
    draft.repairs += [_as_repair(move) for move in moves]
    # What may stand between two lines of one ruling.
    between = {*aside, *(number for number, line in enumerate(layout.lines, 1) if not line.text.strip())}
    _set_aside(layout, aside, draft)
    titles: dict[str, str] = {}
    # How many cards the parts list that are lists and say anything.
    listed: Counter[str] = Counter()
    for part, heading, body in split_parts(lines, recipe, layout.medium):
        if part is None:
            keep_front(body, recipe, draft, medium=layout.medium)
            continue
        title = _title_of(part, heading, draft) if heading else titles.get(part.heading[0], part.heading[0])
        titles[part.heading[0]] = title
        for run in spans_of(heading, aside=between):
            draft.add_heading(title, run)
        if part.reader == "skip":
            for one in body:
                draft.add_heading(one.text, Lines(one.number, one.number))
            continue
        path = [*filter(None, [titles.get(part.under, part.under)]), title]
        reader = READERS[part.reader](part, recipe, draft=draft, facts=facts, medium=layout.medium)
        reader.part_heading = heading
        reader.read(body, path=path, aside=between)
        if part.reader == "listing" and body:
            listed[title] += sum(one.kind is Kind.LISTING for one in draft.rulings[reader.before :])
    label = edition_of(layout, recipe)
    if not label:
        draft.problems.append(NO_VERSION)
    _check_parts(recipe, titles, draft)
    _check_lists(listed, draft)
    draft.rulings.sort(key=lambda ruling: place[ruling.lines.first] if ruling.lines else 0)
    return draft.as_document(
        game=recipe.game,
        document=recipe.document,
        edition=label or UNLABELLED,
        authority=recipe.authority,
        date=date_of(layout, recipe),
    )


def _as_repair(move: Move) -> Repair:
    first, last = move.lines.first, move.lines.last
    return Repair(first, f"lines {first}–{last}", f"behind line {move.after}: {move.reason}", RepairKind.MOVE, last)


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
            found.append((first, [], _groups_above(first, found[-1][2], medium)))
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


def _groups_above(part: PartRecipe, body: list[Numbered], medium: str) -> list[Numbered]:
    """The headings of a group right above the first entry of a part; they are not of the part before it."""
    count = 0
    while part.group_look and count < len(body) and part.group_look.fits(body[-1 - count].line, medium=medium):
        count += 1
    taken = body[len(body) - count :]
    del body[len(body) - count :]
    return taken


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
        fitting = sorted((part for part in recipe.parts if _opens(part, words)), key=lambda part: part.is_any)
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
        telling = telling or (part.reader == "questions" and sum(_asks(one) for one in lines) >= 2)
        pairs = (plain(lines[place : place + 2]) for place in range(len(lines)))
        is_there = any(_opens(part, one.text) for one in lines) or any(_opens(part, words) for words in pairs)
        if telling and part.reader != "listing" and not is_there:
            missing.append(part)
    return missing


def _asks(one: Numbered) -> bool:
    return one.line.is_apart and bool(ASKS.match(one.text))


def _first_entry(
    one: Numbered, current: PartRecipe | None, unheaded: Sequence[PartRecipe], medium: str
) -> PartRecipe | None:
    """The part that begins with this line although its heading cannot be read: the line is an entry of that alone."""
    is_own = current is not None and bool(current.entry) and current.entry_look.fits(one.line, medium=medium)
    if is_own and current is not None and match(current.entry, one.text):
        return None
    asking = [part for part in unheaded if part.reader == "questions" and _asks(one)]
    if asking:
        return asking[0]
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
    levels = [way for way in above.group_look.words.split(" or ") if way.startswith("h")]
    is_level = any(Look(way).fits(line, medium=medium) for way in levels)
    own = (part.entry_look, part.group_look)
    if not is_level and any(look and look.fits(line, medium=medium) for look in own):
        return None
    is_chapter = bool(above.group_look) and above.group_look.fits(line, medium=medium) and is_heading(line, medium)
    is_entry = bool(above.entry) and above.entry_look.fits(line, medium=medium) and bool(match(above.entry, line.text))
    return above if is_chapter or is_entry else None


def is_heading(line: Line, medium: str) -> bool:
    """Whether a line of a plain text can be a heading; elsewhere its look has said so."""
    return medium != "text" or is_shouted(line.text) or line.level > 0


def _opens(part: PartRecipe, words: str) -> bool:
    """Whether words are the heading of a part, but for spaces that the setting tore into them: "Def initions"."""
    return part.is_any or any(fold(words).replace(" ", "") == fold(one).replace(" ", "") for one in part.heading)


def stands_out(lines: Sequence[Numbered], index: int, medium: str) -> bool:
    """Whether a line is set in another way than the text around it."""
    line = lines[index].line
    if line.level or line.is_all("bold") or line.is_all("sloped") or line.is_all("underlined") or is_shouted(line.text):
        return True
    following = lines[index + 1].line if index + 1 < len(lines) else None
    return line.is_apart and (medium == "text" or bool(line.hue) or following is None or following.is_apart)


def _set_aside(layout: Layout, aside: dict[int, str], draft: Draft) -> None:
    """Keep lines that do not belong to the text, and say so; those of one kind that follow each other together."""
    numbers = sorted(aside)
    for (_, reason), run in groupby(enumerate(numbers), key=lambda pair: (pair[1] - pair[0], aside[pair[1]])):
        found = [number for _, number in run]
        words = " / ".join(layout.lines[number - 1].text for number in found[:3])
        if reason == ORPHAN:
            draft.leave(" ".join(layout.lines[number - 1].text for number in found), Lines(found[0], found[-1]))
            continue
        draft.add_heading(words, Lines(found[0], found[-1]))
        draft.repairs.append(Repair(found[0], words, f"set aside: {reason}", RepairKind.ASIDE, found[-1]))


def _check_parts(recipe: Recipe, titles: dict[str, str], draft: Draft) -> None:
    for part in recipe.parts:
        if part.heading[0] not in titles:
            message = f"The part “{part.heading[0]}” of the recipe was not found."
            draft.problems.append(Problem(1, message, "If the document has it, correct the recipe.", Severity.WARNING))


def _check_lists(listed: Mapping[str, int], draft: Draft) -> None:
    for title in (title for title, count in listed.items() if not count):
        message = f"“{title}” is read as a list, and lists no card."
        advice = "If there are cards on it, say in the recipe how they are named."
        line = next((one.lines.first for one in draft.headings if one.title == title), 1)
        draft.problems.append(Problem(line, message, advice, Severity.WARNING))
