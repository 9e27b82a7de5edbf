"""The outline of a house-format file: which lines are headings, which begin a ruling, and which are its text."""

from dataclasses import dataclass, field

from importers.citations import unescape
from importers.house import grammar
from importers.house.modes import CLARIFICATIONS, MODES, Mode, mode_marked
from importers.records import DEEPEST_HEADING, Heading, Kind, Lines, Problem, Severity, one_line

INDENT = 2
# Stands in for what a mistake left out, so that the rest of the document is still read.
UNTITLED = "(untitled)"


@dataclass(frozen=True)
class Section:
    """A heading that is open: its title, the mode below it, and at which level that mode was marked."""

    title: str
    mode: Mode
    marked_at: int


@dataclass(frozen=True)
class Place:
    """Where a ruling stands: the headings above it."""

    path: tuple[str, ...]
    mode: Mode
    card_set: str = ""
    pack: str = ""


@dataclass
class Item:
    """A ruling being read: its own line, and the lines of its text."""

    place: Place
    mode: Mode
    number: int
    line: str
    depth: int = 0
    is_note: bool = False
    body: list[tuple[int, str]] = field(default_factory=list)
    window_after: str = ""
    last_line: int = 0


class Outline:
    """Reads line after line, and remembers the headings, the items and what was wrong."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.headings: list[Heading] = []
        self.items: list[Item] = []
        self.sections: list[Section] = []
        self.item: Item | None = None

    def report(self, line: int, message: str, advice: str = "", severity: Severity = Severity.ERROR) -> None:
        """Remember a problem."""
        self.problems.append(Problem(line, message, advice, severity))

    def read_line(self, number: int, line: str) -> None:
        """Take in the next line."""
        if match := grammar.HEADING.match(line):
            level, rest = len(match[1]), (match[2] or "").strip()
            if not rest:
                self.report(number, "This heading is empty.", "Write its title behind the '#', or delete it.")
            elif level > DEEPEST_HEADING:
                self._open_ruling(number, rest)
            else:
                self._open_section(number, level, rest)
        elif self._is_bulleted_here() and (match := grammar.BULLET.match(line)):
            self._open_bullet(number, len(match[1]), match[2].strip())
        elif grammar.INDENTED_HEADING.match(line) and not (self.item and self.item.mode.is_bulleted):
            self.report(number, "This heading is indented.", "Begin it at the left, or put a backslash before the '#'.")
        elif grammar.UNSPACED_HEADING.match(line):
            self.report(number, "There is no space behind the '#'.", "Put one there, or a backslash before the '#'.")
        elif line.strip():
            self._add_text(number, line)
        elif self.item:
            self.item.body.append((number, ""))

    def _open_section(self, number: int, level: int, rest: str) -> None:
        self.item = None
        self.headings.append(Heading(rest, Lines(number, number)))
        if level > len(self.sections) + 1:
            self.report(
                number,
                f"This heading has {level} '#', but the one above it has {len(self.sections)}.",
                "Go down one level at a time.",
            )
            level = len(self.sections) + 1
        parsed = grammar.parse_title_line(rest, keep_escapes=True)
        if not parsed.braces and grammar.UNSPACED_MARK.search(rest):
            self.report(number, "There is no space before the '{'.", "Put one there, or a backslash before it.")
        # Only the mark is special in a section's heading: "(2.0) Rules *" is all title.
        title = unescape(rest[: rest.rindex("{")].rstrip() if parsed.braces else rest)
        above = self.sections[level - 2] if level > 1 else Section("", CLARIFICATIONS, 0)
        mode, marked_at = above.mode, above.marked_at
        if parsed.braces:
            mode, marked_at = self._read_mode(number, parsed.braces) or mode, level
        del self.sections[level - 1 :]
        self.sections.append(Section(" ".join(title.split()) or rest, mode, marked_at))

    def _read_mode(self, number: int, braces: str) -> Mode | None:
        mode = mode_marked(braces)
        if mode is None:
            known = ", ".join(f"{{{mark}}}" for mark in MODES)
            self.report(number, f"{{{braces}}} is not a mark of a heading.", f"Use one of: {known}.")
        return mode

    def _open_ruling(self, number: int, rest: str) -> None:
        place = self._place(number)
        mode = CLARIFICATIONS if place.mode.is_bulleted else place.mode
        self._open(Item(place, mode, number, rest, last_line=number))

    def _open_bullet(self, number: int, indent: int, rest: str) -> None:
        place = self._place(number)
        if place.mode.kind is Kind.STEP and (match := grammar.WINDOW.match(rest)):
            self._add_window(number, unescape(match[1]).strip())
            return
        depth, odd = divmod(indent, INDENT)
        before = self.item if self.item and not self.item.is_note else None
        deepest = before.depth + 1 if before and place.mode.kind is Kind.STEP else 0
        if odd or depth > deepest:
            self.report(
                number,
                "This list item is indented too far." if depth > deepest else "This list item is indented by half.",
                f"Indent a sub-step by {INDENT} spaces more than its step, and every other item not at all.",
            )
            depth = min(depth, deepest)
        self._open(Item(place, place.mode, number, rest, depth=depth, last_line=number))

    def _add_window(self, number: int, label: str) -> None:
        step = self.item
        if step is None or step.is_note:
            self.report(number, "This window comes before the first step.", "Put it below the step it follows.")
        elif step.window_after:
            self.report(number, "Two windows follow one step.", "Keep one of them.")
        elif not label:
            self.report(number, "This window has no name.", "Write it in the brackets: [Player window].")
        else:
            step.window_after = one_line(label)
            self.headings.append(Heading(label, Lines(number, number)))

    def _add_text(self, number: int, line: str) -> None:
        if not self.sections:
            self.report(number, "This text stands before the first heading.", "Put a heading ('# …') above it.")
            return
        if self._is_bulleted_here() and grammar.FOREIGN_BULLET.match(line):
            self.report(number, "This is not a list item here.", "Begin it with '- ', or put a backslash before it.")
        if self.item is None:
            place = self._place(number)
            self._open(Item(place, CLARIFICATIONS, number, "", is_note=True, last_line=number))
        item = self.item
        assert item is not None
        if item.mode.is_bulleted:
            width = INDENT * (item.depth + 1)
            if item.window_after:
                self.report(number, "This text follows a window.", "Put the text of a step above its window.")
            elif line[:width].strip():
                self.report(
                    number,
                    "This text belongs to no list item.",
                    f"Indent it by {width} spaces to add it to the item above, or put a heading above it.",
                )
            line = line[width:]
        item.body.append((number, line))
        item.last_line = number

    def _open(self, item: Item) -> None:
        self.items.append(item)
        self.item = item

    def _is_bulleted_here(self) -> bool:
        if not self.sections or not self.sections[-1].mode.is_bulleted:
            return False
        return self.item is None or self.item.is_note or self.item.mode.is_bulleted

    def _place(self, number: int) -> Place:
        if not self.sections:
            self.report(number, "This ruling stands under no heading.", "Put a heading ('# …') above it.")
            return Place((UNTITLED,), CLARIFICATIONS)
        section = self.sections[-1]
        path = tuple(open_section.title for open_section in self.sections)
        if not section.mode.is_headed_by_cards:
            return Place(path, section.mode)
        card_set, pack, *_ = (*path[section.marked_at :], "", "")
        return Place(path, section.mode, card_set, pack)
