"""Reads the house format: from lines to rulings, with a problem for every mistake."""

import re
from dataclasses import dataclass, field, replace

from importers.house import grammar
from importers.house.front_matter import FrontMatter, read_front_matter
from importers.house.modes import CLARIFICATIONS, MODES, Mode
from importers.records import (
    DEEPEST_HEADING,
    Authority,
    CardCitation,
    Heading,
    Kind,
    Lines,
    ParsedDocument,
    ParsedRuling,
    Problem,
    Severity,
    tidy_text,
    title_of_cards,
)
from importers.sources import SourceText

INDENT = 2
# Stands in for what a mistake left out, so that the rest of the document is still read.
UNTITLED = "(untitled)"
# "[[2.11" without an end
OPEN_REFERENCE = re.compile(r"\[\[(?![^\[\]\n]+\]\])")


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


def read_house(source: SourceText) -> ParsedDocument:
    """Read a document; everything wrong with it is in its problems."""
    reader = _Reader(source)
    return reader.read()


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self.lines = source.lines
        self.front_matter: FrontMatter = read_front_matter(self.lines)
        self.problems: list[Problem] = list(self.front_matter.problems)
        self.headings: list[Heading] = []
        self.sections: list[Section] = []
        self.items: list[Item] = []
        self.item: Item | None = None

    def read(self) -> ParsedDocument:
        start = 0
        if self.front_matter.lines:
            start = self.front_matter.lines.last
            self.headings.append(Heading("front matter", self.front_matter.lines))
        for number, line in enumerate(self.lines[start:], start + 1):
            self._read_line(number, line)
        rulings = tuple(self._finish(item) for item in self.items)
        if not self.items and not self.problems:
            self._report(len(self.lines), "The document has no rulings.", "Write at least one heading with text.")
        self._check_keys(rulings)
        values = self.front_matter.values
        return ParsedDocument(
            game=values.get("game", ""),
            document=values.get("document", ""),
            edition=values.get("edition", ""),
            authority=self.front_matter.authority,
            date=self.front_matter.date,
            source=values.get("source", ""),
            rulings=rulings,
            headings=tuple(self.headings),
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line)),
        )

    def _report(self, line: int, message: str, advice: str = "", severity: Severity = Severity.ERROR) -> None:
        self.problems.append(Problem(line, message, advice, severity))

    # Lines

    def _read_line(self, number: int, line: str) -> None:
        if match := grammar.HEADING.match(line):
            level, rest = len(match[1]), (match[2] or "").strip()
            if not rest:
                self._report(number, "This heading is empty.", "Write its title behind the '#', or delete it.")
            elif level > DEEPEST_HEADING:
                self._open_ruling(number, rest)
            else:
                self._open_section(number, level, rest)
        elif self._is_bulleted_here() and (match := grammar.BULLET.match(line)):
            self._open_bullet(number, len(match[1]), match[2].strip())
        elif line.strip():
            self._add_text(number, line)
        elif self.item:
            self.item.body.append((number, ""))

    def _open_section(self, number: int, level: int, rest: str) -> None:
        self.item = None
        self.headings.append(Heading(rest, Lines(number, number)))
        if level > len(self.sections) + 1:
            self._report(
                number,
                f"This heading has {level} '#', but the one above it has {len(self.sections)}.",
                "Go down one level at a time.",
            )
            level = len(self.sections) + 1
        parsed = grammar.parse_title_line(rest, keep_escapes=True)
        # Only the mark is special in a section's heading: "(2.0) Rules *" is all title.
        title = grammar.unescape(rest[: rest.rindex("{")].rstrip() if parsed.braces else rest)
        above = self.sections[level - 2] if level > 1 else Section("", CLARIFICATIONS, 0)
        mode, marked_at = above.mode, above.marked_at
        if parsed.braces:
            mode, marked_at = self._read_mode(number, parsed.braces) or mode, level
        del self.sections[level - 1 :]
        self.sections.append(Section(" ".join(title.split()) or rest, mode, marked_at))

    def _read_mode(self, number: int, braces: str) -> Mode | None:
        mode = MODES.get(braces.lower())
        if mode is None:
            known = ", ".join(f"{{{mark}}}" for mark in MODES)
            self._report(number, f"{{{braces}}} is no mark of a heading.", f"Use one of: {known}.")
        return mode

    def _open_ruling(self, number: int, rest: str) -> None:
        place = self._place(number)
        mode = CLARIFICATIONS if place.mode.is_bulleted else place.mode
        self._open(Item(place, mode, number, rest, last_line=number))

    def _open_bullet(self, number: int, indent: int, rest: str) -> None:
        place = self._place(number)
        if place.mode.kind is Kind.STEP and (match := grammar.WINDOW.match(rest)):
            self._add_window(number, grammar.unescape(match[1]).strip())
            return
        depth, odd = divmod(indent, INDENT)
        before = self.item if self.item and not self.item.is_note else None
        deepest = before.depth + 1 if before and place.mode.kind is Kind.STEP else 0
        if odd or depth > deepest:
            self._report(
                number,
                "This list item is indented too far." if depth > deepest else "This list item is indented by half.",
                f"Indent a sub-step by {INDENT} spaces more than its step, and every other item not at all.",
            )
            depth = min(depth, deepest)
        self._open(Item(place, place.mode, number, rest, depth=depth, last_line=number))

    def _add_window(self, number: int, label: str) -> None:
        step = self.item
        if step is None or step.is_note:
            self._report(number, "This window comes before the first step.", "Put it below the step it follows.")
        elif step.window_after:
            self._report(number, "Two windows follow one step.", "Keep one of them.")
        elif not label:
            self._report(number, "This window has no name.", "Write it in the brackets: [Player window].")
        else:
            step.window_after = label
            self.headings.append(Heading(label, Lines(number, number)))

    def _add_text(self, number: int, line: str) -> None:
        if not self.sections:
            if self.front_matter.lines:
                self._report(number, "This text stands before the first heading.", "Put a heading ('# …') above it.")
            return
        if self.item is None:
            place = self._place(number)
            self._open(Item(place, CLARIFICATIONS, number, "", is_note=True, last_line=number))
        item = self.item
        assert item is not None
        if item.mode.is_bulleted:
            width = INDENT * (item.depth + 1)
            if item.window_after:
                self._report(number, "This text follows a window.", "Put the text of a step above its window.")
            elif line[:width].strip():
                self._report(
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
            self._report(number, "This ruling stands under no heading.", "Put a heading ('# …') above it.")
            return Place((UNTITLED,), CLARIFICATIONS)
        section = self.sections[-1]
        path = tuple(open_section.title for open_section in self.sections)
        if not section.mode.is_headed_by_cards:
            return Place(path, section.mode)
        card_set, pack, *_ = (*path[section.marked_at :], "", "")
        return Place(path, section.mode, card_set, pack)

    # Rulings

    def _finish(self, item: Item) -> ParsedRuling:
        cards_line, text = self._text_of(item)
        lines = Lines(item.number, item.last_line)
        if item.is_note:
            return ParsedRuling(
                kind=Kind.CLARIFICATION, heading_path=item.place.path, title=item.place.path[-1], text=text, lines=lines
            )
        parsed = grammar.parse_title_line(item.line, keep_escapes=item.mode.is_headed_by_cards)
        authority = self._authority_of(item, parsed.braces)
        cards = self._cards_of(item, parsed.title, cards_line)
        title = title_of_cards(cards) if item.mode.is_headed_by_cards else parsed.title
        if not title:
            self._report(item.number, "This ruling has no title.", "Write what it is about.")
            title, cards = UNTITLED, (CardCitation(UNTITLED),)
        self._check_text(item, text)
        ruling = ParsedRuling(
            kind=item.mode.kind,
            scope=item.mode.scope,
            list_name=item.mode.list_name,
            heading_path=item.place.path,
            title=title,
            text=text,
            key=parsed.key,
            cards=cards,
            version_tag=parsed.version_tag,
            reverses_official=parsed.reverses_official,
            authority=authority,
            lines=lines,
        )
        return replace(ruling, depth=item.depth, window_after=item.window_after) if ruling.kind is Kind.STEP else ruling

    def _text_of(self, item: Item) -> tuple[tuple[int, str] | None, str]:
        """The "Cards:" line of an item, if it has one, and its text."""
        body = list(item.body)
        while body and not body[0][1].strip():
            body.pop(0)
        cards_line = None
        takes_cards = not item.is_note and not item.mode.is_headed_by_cards
        if takes_cards and body and (match := grammar.CARDS_LINE.match(body[0][1])):
            cards_line = (body.pop(0)[0], match[1] or "")
        lines = [line for _, line in body]
        for number, line in body:
            if OPEN_REFERENCE.search(line):
                self._report(
                    number, "A reference is opened with [[ but not closed.", "Write [[2.11]].", Severity.WARNING
                )
        while lines and not lines[0].strip():
            lines.pop(0)
        if lines and takes_cards and grammar.LOOKS_LIKE_CARDS.match(lines[0]):
            lines[0] = lines[0].removeprefix("\\")
        return cards_line, tidy_text("\n".join(self._unescape_line(item, line) for line in lines))

    def _unescape_line(self, item: Item, line: str) -> str:
        if line.startswith("\\") and grammar.LOOKS_LIKE_HEADING.match(line):
            return line[1:]
        bullets = item.mode.is_bulleted or (item.is_note and item.place.mode.is_bulleted)
        if bullets and (match := grammar.LOOKS_LIKE_BULLET.match(line)) and line[match.end()] == "\\":
            return match[1] + line[match.end() + 1 :]
        return line

    def _authority_of(self, item: Item, braces: str) -> Authority | None:
        authority = None
        for word in grammar.split_marks(braces):
            authority = grammar.authority_of(word)
            if authority is None:
                known = ", ".join(f"{{{value}}}" for value in Authority)
                self._report(
                    item.number,
                    f"{{{word}}} is no mark of a ruling.",
                    f"Use one of {known}; marks such as {{errata}} go on a heading with one to three '#'.",
                )
        return authority

    def _cards_of(self, item: Item, title: str, cards_line: tuple[int, str] | None) -> tuple[CardCitation, ...]:
        if item.mode.is_headed_by_cards:
            cards = grammar.parse_citations(title, card_set=item.place.card_set, pack=item.place.pack)
            for card in cards:
                if not card.set:
                    self._report(
                        item.number,
                        f"{card.name} is named without its set, and will be linked only if one known card is so called.",
                        "Write 'Name (Set Number)', or put a heading with the set's name above it.",
                        Severity.WARNING,
                    )
            return cards
        if cards_line is None:
            return ()
        cards = grammar.parse_citations(cards_line[1])
        if not cards:
            self._report(cards_line[0], "This line names no card.", "Write 'Cards: Name (Set Number); Name (…)'.")
        return cards

    def _check_text(self, item: Item, text: str) -> None:
        if text:
            return
        if item.mode.kind is Kind.QUESTION:
            self._report(item.number, "This question has no answer.", "Write the answer below it.")
        elif item.mode.kind is Kind.ERRATUM:
            self._report(item.number, "This erratum says nothing.", "Write the correction below it.")

    def _check_keys(self, rulings: tuple[ParsedRuling, ...]) -> None:
        """Report a label or a listing that is printed twice where it must be unique."""
        seen: dict[tuple[object, ...], int] = {}
        for ruling in rulings:
            line = ruling.lines.first if ruling.lines else 0
            if ruling.kind is Kind.LISTING:
                identity: tuple[object, ...] = (ruling.list_name, *ruling.cards)
                what = f"{ruling.title} is on this list twice"
            elif ruling.key:
                identity = (ruling.key, ruling.heading_path if ruling.kind is Kind.STEP else "")
                what = f"The label ({ruling.key}) is used twice"
            else:
                continue
            if identity in seen:
                self._report(line, f"{what}; it is already in line {seen[identity]}.", "Change or delete one of them.")
            seen.setdefault(identity, line)
