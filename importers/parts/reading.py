"""What all readers of parts share: the lines at hand, where entries begin, and how they become rulings."""

import re
from collections.abc import Sequence
from typing import Any

from importers.drafts import Draft
from importers.extraction.layout import Line
from importers.facts import GameFacts
from importers.folding import calm, is_shouted
from importers.parts.lines import Numbered, barred, markdown, plain, spans_of, without_badge, without_end
from importers.patterns import match
from importers.recipes import TRAITS, Look, PartRecipe, Recipe
from importers.records import DEEPEST_HEADING, Authority, CardCitation, Kind, ParsedRuling, Repair, RepairKind, one_line
from importers.resolving import SetName
from importers.vocabulary import is_word

# So many lines make a heading at the most.
MOST_LINES = 3
LONGEST_TITLE = 120
# What stands above the first entry of a part and has more letters is text, not a heading.
LONGEST_PREFACE = 400
# "v1.4" as records want it, from "(V 1.4)"
VERSION = re.compile(r"\d+(?:\.\d+)*")
# "(F102)" on a line of its own
IN_BRACKETS = re.compile(r"^\([^()]+\):?$")
# "#19" on a line of its own
NUMBER = re.compile(r"^#?[A-Z]{0,3} ?\d{1,4}[A-Za-z]?$")
# "Gullcatcher (Core Set 31) and"
JOINED = re.compile(r"\)(?:,| and| &)$")
# What parts the names of cards in one line.
SEVERAL = re.compile(r"(?<=\))\s*(?:[,;&/+]|\band\b)\s+|(?<=\d)\s*(?:[;&/+]|\band\b)\s+")
ENDS_SENTENCE = re.compile(r"[.?!…:][\"”’'*)\]]*$|[”\"]$")


class PartReader:
    """Reads the lines of one part into a draft; a reader derives from it and knows one kind of part."""

    def __init__(self, part: PartRecipe, recipe: Recipe, *, draft: Draft, facts: GameFacts, medium: str) -> None:
        self.part, self.recipe, self.draft, self.facts, self.medium = part, recipe, draft, facts, medium
        self.path: list[str] = []
        self.part_heading: Sequence[Numbered] = ()
        self.lines: Sequence[Numbered] = ()
        self.aside: set[int] = set()
        # How many rulings there were before this part.
        self.before = len(draft.rulings)

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        """Read the lines below the headings of a path."""
        self.lines, self.path, self.aside = lines, list(path), aside
        index = 0
        while index < len(lines):
            index += max(1, self.take(index))
        self.close()

    def take(self, index: int) -> int:
        """Read what begins at a line; how many lines it took."""
        raise NotImplementedError

    def close(self) -> None:
        """Finish what is being read."""
        raise NotImplementedError

    def fits(self, look: Look, line: Line) -> bool:
        return look.fits(line, medium=self.medium)

    def find_entry(self, index: int) -> tuple[int, dict[str, str]] | None:
        """How many lines from here on head an entry, and what they say."""
        telling = tuple(pattern for pattern in self.part.entry if pattern != "NAME")
        # A name alone can be the first half of a longer heading.
        return self._find(index, telling) or (self._find(index, ("NAME",)) if "NAME" in self.part.entry else None)

    def _find(self, index: int, wanted: tuple[str, ...]) -> tuple[int, dict[str, str]] | None:
        first = self.lines[index]
        if not wanted or len(first.text) > LONGEST_TITLE:
            return None
        looks_right = self.fits(self.part.entry_look, first.line)
        for count in range(1, min(MOST_LINES, len(self.lines) - index) + 1):
            heading = self.lines[index : index + count]
            if count > 1 and not self._goes_on(heading):
                return None
            text = plain(heading)
            found = match(wanted, text, barred=barred(heading)) or match(wanted, plain(map(without_badge, heading)))
            if found and (looks_right or self.is_plainly(found, index)):
                return self._whole_title(index, count, found, wanted)
        return None

    def _goes_on(self, heading: Sequence[Numbered]) -> bool:
        """Whether a heading can go on in its last line: a bracket is open, or the set stands below the name."""
        before, last = plain(heading[:-1]), heading[-1]
        is_open = before.count("(") > before.count(")")
        first = heading[0].line
        trait = next((word for word in TRAITS if word in self.part.entry_look.words), "")
        if trait and last.line.starts(trait) and JOINED.search(before):
            return True
        if trait and first.is_apart and last.line.starts(trait) and not last.line.is_apart:
            # The name itself goes on: "Brannoch, Keeper of the Third" / "Lamp (Core Set 5)".
            is_open = is_open or (last.line.is_wrapped and heading[-2].line.is_all(trait))
        if self.medium == "text" and last.line.is_wrapped and self.follows_blank(heading[0]):
            # A heading of a text that was broken at some width.
            return True
        if before.endswith(",") and last.line.is_wrapped and NUMBER.match(last.text):
            return True
        return is_open or (last.text.startswith("(") and (not last.line.is_apart or bool(IN_BRACKETS.match(last.text))))

    def follows_blank(self, one: Numbered) -> bool:
        """Whether a blank line stands above a line of a text."""
        place = next((index for index, other in enumerate(self.lines) if other is one), 0)
        return place == 0 or self.lines[place - 1].number < one.number - 1

    def is_plainly(self, found: dict[str, str], index: int) -> bool:
        """Whether a heading is one although it does not look so: it has a number, and stands where one may stand."""
        if not (found.get("number") or found.get("label")) or len(self.lines[index].text) > 60:
            return False
        before = self.lines[index - 1] if index else None
        following = self.lines[index + 1] if index + 1 < len(self.lines) else None
        is_settled = before is None or bool(ENDS_SENTENCE.search(before.text)) or self.is_group(index - 1)
        return is_settled and following is not None and not following.line.marker and bool(found.get("number"))

    def _whole_title(
        self, index: int, count: int, found: dict[str, str], wanted: tuple[str, ...]
    ) -> tuple[int, dict[str, str]]:
        """A title that goes on in the next line, in the same look."""
        while "title" in found and index + count < len(self.lines):
            following = self.lines[index + count]
            if not self.part.entry_look and not (self.medium == "text" and self.follows_blank(self.lines[index])):
                break
            if following.line.is_apart or not self.fits(self.part.entry_look, following.line) or count >= MOST_LINES:
                break
            if following.line.level != self.lines[index].line.level or not following.line.is_wrapped:
                break
            longer = match(wanted, plain(self.lines[index : index + count + 1]))
            if longer is None:
                break
            found, count = longer, count + 1
        return count, found

    def is_group(self, index: int) -> bool:
        """Whether a line is a heading that brings entries together."""
        return self.group_depth(index) is not None

    def group_depth(self, index: int) -> int | None:
        """How deep such a heading stands: by the first look of the recipe that it has, or by the second."""
        line = self.lines[index].line
        ways = self.part.group_look.words.split(" or ") if self.part.group_look else []
        for depth, way in enumerate(ways):
            if Look(way).fits(line, medium=self.medium) and len(line.text) <= LONGEST_TITLE:
                return depth if self.medium != "text" or is_shouted(line.text) or line.level else None
        return None

    def group_lines(self, index: int) -> int:
        """How many lines make the heading of a group."""
        depth, count = self.group_depth(index), 1
        while index + count < len(self.lines) and count < MOST_LINES:
            if self.lines[index + count].line.is_apart or self.group_depth(index + count) != depth:
                break
            count += 1
        return count

    def add_heading(self, lines: Sequence[Numbered]) -> str:
        """Keep lines as a heading; its title."""
        title = healed(heading_title(lines), lines[0].number, self.draft)
        is_preface = len(self.draft.rulings) == self.before
        if len(title) > (LONGEST_PREFACE if is_preface else LONGEST_TITLE):
            # Nobody would look for rules in a heading.
            self.leave(lines)
            return title
        for run in spans_of(lines, aside=self.aside):
            self.draft.add_heading(title, run)
        return title

    def leave(self, lines: Sequence[Numbered]) -> None:
        """Keep lines that have no place."""
        for run in spans_of(lines, aside=self.aside):
            inside = [one for one in lines if run.first <= one.number <= run.last]
            self.draft.leave(plain(inside), run)

    def add(
        self,
        kind: Kind,
        title: str,
        heading: Sequence[Numbered],
        body: Sequence[Numbered],
        *,
        path: Sequence[str] = (),
        without: str = "",
        prefix: str = "",
        **values: Any,
    ) -> None:
        """Keep a ruling; notes that are not the publisher's become one of their own."""
        own, notes = self.without_notes(body)
        if notes and not own:
            # Nobody but the annotator says anything here.
            if heading:
                self.leave(heading)
            self.add_note(title, notes, path=tuple((path or self.path)[:DEEPEST_HEADING]))
            return
        runs = spans_of([*heading, *own], aside=self.aside)
        # Where it begins comes first, also if lines from above were put back.
        runs.sort(key=lambda run: not run.first <= (*heading, *own)[0].number <= run.last)
        place = tuple((path or self.path)[:DEEPEST_HEADING])
        text = markdown(own, without=without)
        tag = VERSION.search(values.pop("tag", "") or "")
        ruling = ParsedRuling(
            kind=kind,
            title=one_line(title),
            text="\n\n".join(filter(None, (prefix, text))),
            heading_path=place,
            version_tag=f"v{tag[0]}" if tag else "",
            lines=runs[0],
            elsewhere=tuple(runs[1:]),
            is_marked=any(self.recipe.changed and one.line.share(self.recipe.changed) > 0 for one in (*heading, *own)),
            **values,
        )
        self.draft.rulings.append(ruling)
        if notes:
            self.add_note(title, notes, path=place)

    def without_notes(self, lines: Sequence[Numbered]) -> tuple[list[Numbered], list[Numbered]]:
        """The publisher's lines, and those of paragraphs that begin in the colour of notes; links may be in another."""
        own: list[Numbered] = []
        notes: list[Numbered] = []
        is_note = False
        for one in lines:
            if one.line.is_apart or not (own or notes):
                first = next((span for span in one.line.spans if span.text.strip()), None)
                is_note = bool(self.recipe.note and first and first.style.hue == self.recipe.note)
            said, added = (one, None) if is_note else without_end(one, self.recipe.note)
            (notes if is_note else own).append(said)
            notes += [added] if added else []
        return own, notes

    def add_note(self, title: str, notes: Sequence[Numbered], *, path: Sequence[str]) -> None:
        """Keep what somebody else than the publisher adds."""
        runs = spans_of(notes, aside=self.aside)
        note = ParsedRuling(
            kind=Kind.CLARIFICATION,
            title=one_line(f"Note: {title}"),
            text=markdown(notes),
            heading_path=tuple(path),
            authority=Authority.UNOFFICIAL,
            lines=runs[0],
            elsewhere=tuple(runs[1:]),
        )
        self.draft.rulings.append(note)

    def set_named(self, name: str, pack: str = "") -> SetName:
        """The set or pack of a name, as it is known or as it is printed."""
        known = self.facts.find_set(pack or name)
        return known or SetName(one_line(name), one_line(pack))

    def card(self, found: dict[str, str], place: SetName) -> CardCitation:
        """The card that a heading names; its set is the one it names, or the one above it."""
        has_place = bool(found.get("set") or found.get("pack"))
        named = self.set_named(found.get("set", ""), found.get("pack", "")) if has_place else place
        return CardCitation(found["name"], named.set, named.pack, found.get("number", "").replace(" ", ""))


def heading_title(lines: Sequence[Numbered]) -> str:
    """The words of a heading in ordinary case."""
    title = plain(lines).rstrip(":").strip() or plain(lines)
    return calm(title) if is_shouted(title) else title


def healed(title: str, number: int, draft: Draft) -> str:
    """A heading without the spaces that its setting tore into words: "Def initions" is one word."""
    words = title.split()
    for place in range(len(words) - 1, 0, -1):
        one, other = words[place - 1], words[place]
        if other.islower() and is_word(one + other) and not (is_word(one) and is_word(other)):
            words[place - 1 : place + 1] = [one + other]
    whole = " ".join(words)
    if whole != title:
        draft.repairs.append(Repair(number, title, whole, RepairKind.HEADING))
    return whole
