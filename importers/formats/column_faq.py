"""Reads FAQs whose narrow columns were extracted line by line: hard-wrapped, headings torn, columns interleaved.

Errata as "08 Dwarf Cannon Crew", lists that lost their set names, clarifications under titles with version tags like
(v1.4), a turn sequence in phases, a lettered timing structure with [Go to A], and Q:/A: pairs.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from importers.columns import (
    LONGEST_HEADING,
    MARKER,
    TAG,
    Line,
    elsewhere,
    ends_sentence,
    in_meant_order,
    is_title,
    join_hyphens,
    lines_of,
    span,
    unwrap,
)
from importers.drafts import Draft
from importers.facts import UNKNOWN_GAME, UNLABELLED, Facts, GameFacts, Move
from importers.folding import SMALL_WORDS, fold_number, fold_title
from importers.records import (
    CardCitation,
    Kind,
    Lines,
    ListName,
    ParsedDocument,
    ParsedRuling,
    Problem,
    Repair,
    RepairKind,
    Scope,
    Severity,
    deepest_after,
    one_line,
    tidy_text,
    title_of_cards,
)
from importers.resolving import SetName
from importers.sources import Claim, SourceText

# "08 Dwarf Cannon Crew", "119 &"
NUMBERED = re.compile(r"^(\d{1,3}) ((?:[A-Z“‘']|&$).*)$")
# "Harpies (AU 24)", "Kairos Fateweaver (Legends 30)"
NAME_WORD = r"(?:[A-Z][\w’'\-]*|of|the|to|and|for|a)"
CITATION = re.compile(rf"({NAME_WORD}(?: {NAME_WORD}){{0,5}}) \(([A-Z][A-Za-z]{{1,8}}) (\d{{1,3}})\)")
# "… or sets in Warhammer: Invasion The Card Game."
GAME = re.compile(r"\b(?:in|for) ([A-Z][\w’']*:?(?: (?:[A-Z][\w’']*:?|of|the|and))*?):? The Card Game")
QUESTION, ANSWER = re.compile(r"^Q: (.+)$"), re.compile(r"^A: (.+)$")
# "On page 12 of the Core Rulebook, the second paragraph …"
RULEBOOK = re.compile(r"^On page (\d+) of ")
# "All instances of “after” in card text"
GENERAL = re.compile(r"^All instances of ")
# "Phase 3"
PHASE = re.compile(r"^Phase (\d+)$")
# "B. Action Window", "2. Pay costs of effect.", "-Next player resolves …"
LETTERED, COUNTED, DASHED = re.compile(r"^([A-Z])\. (.+)$"), re.compile(r"^(\d+)\. (.+)$"), re.compile(r"^-(\S.*)$")
# "Actions may be taken by either player."
WINDOW = re.compile(r"^Actions may be taken by either player")
# A heading may be torn over this many lines.
MOST_TORN = 3

PARTS = (
    ("general", "General"),
    ("printing", "Most Recent Printing"),
    ("restricted", "Restricted List"),
    ("banned", "Banned List"),
    ("rulebook", "Rulebook Errata"),
    ("rules", "Rules Clarifications"),
    ("rules", "Terminology Clarifications"),
    ("rules", "Targeting"),
    ("rules", "Damage"),
    ("rules", "Card Types"),
    ("rules", "Keywords"),
    ("rules", "Miscellaneous"),
    ("turn", "Updated Turn Sequence Diagram"),
    ("structure", "Detailed Timing Structure"),
)
# By their folded names; "Core Set Rulebook Errata" is one of them too.
PART_NAMES = {fold_title(f"{prefix}{name}"): (part, name) for part, name in PARTS for prefix in ("", "Core Set ")}


class ColumnFaq:
    """FAQs extracted from narrow columns."""

    name = "column-faq"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is such a FAQ, and why."""
        lines = [line.strip() for line in source.lines]
        if sum(bool(NUMBERED.match(line)) for line in lines) < 5:
            return Claim.no("it has no errata headed by number and name, like “08 Dwarf Cannon Crew”")
        if not any(TAG.match(line) for line in lines):
            return Claim.no("it has no version tags like “(v1.4)”")
        if not any(QUESTION.match(line) for line in lines):
            return Claim.no("it has no questions that begin with “Q:”")
        return Claim.yes("it has errata headed by number and name, version tags, and questions that begin with “Q:”")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        game = _game_of(source) or facts.recognise(source.text)
        reader = _Reader(source, facts.of(game), moves=facts.moves_in(source.lines))
        reader.read()
        label = reader.newest_tag.removeprefix("v") or UNLABELLED
        problem = f"The document prints no version; its newest tag is {label}."
        reader.problems.append(Problem(1, problem, "Give it another one with --edition.", Severity.WARNING))
        if not game:
            reader.problems.append(UNKNOWN_GAME)
        return reader.as_document(game=game, document="FAQ", edition=label)


class _Reader(Draft):
    def __init__(self, source: SourceText, facts: GameFacts, *, moves: Sequence[Move]) -> None:
        super().__init__()
        self.facts = facts
        self.set_words = {word for name in facts.names for word in name.split()} - SMALL_WORDS
        self.lines = in_meant_order(list(lines_of(source)), moves)
        self.cited = _citations(source)
        # Where the card errata have placed their cards.
        self.placed: dict[tuple[str, str], SetName] = {}
        self.repairs += [
            Repair(
                move.lines.first,
                f"lines {move.lines.first}–{move.lines.last}",
                f"behind line {move.after}: {move.reason}",
                RepairKind.MOVE,
                move.lines.last,
            )
            for move in moves
        ]
        self.part, self.path = "", ["FAQ"]
        # A phase of the turn that has not got its name yet.
        self.phase = ""
        self.place = SetName("")
        self.title: list[Line] = []
        self.body: list[Line] = []
        self.index = 0
        # Whether the line before was the heading of a part or a set.
        self.is_fresh = False

    @property
    def newest_tag(self) -> str:
        tags = {ruling.version_tag for ruling in self.rulings if ruling.version_tag}
        return max(tags, key=lambda tag: [int(part) for part in re.findall(r"\d+", tag)], default="")

    def read(self) -> None:
        while self.index < len(self.lines):
            line = self.lines[self.index]
            taken = self._open_part() or self._open_set()
            if taken:
                self.index += taken
                self.is_fresh = True
                continue
            self.index += 1
            self._read_line(line)
            self.is_fresh = False
        self._close()

    def _read_line(self, line: Line) -> None:
        if QUESTION.match(line.text):
            self._close()
            self.part, self.path = "questions", ["Questions and answers"]
        if self.part == "errata":
            self._read_erratum(line)
        elif self.part in ("restricted", "banned"):
            self._read_listing(line)
        elif self.part in ("general", "rulebook"):
            self._read_instance(line)
        elif self.part in ("rules", "printing"):
            self._read_section(line)
        elif self.part == "turn":
            self._read_turn(line)
        elif self.part == "structure":
            self._read_structure(line)
        elif self.part == "questions":
            self._read_question(line)
        else:
            # What the document says about itself.
            self.add_heading(line.text, Lines(line.number, line.number))

    def _torn(self, count: int) -> str:
        return one_line(" ".join(line.text for line in self.lines[self.index : self.index + count]))

    def _open_part(self) -> int:
        """How many lines make a heading of a part here; it is opened."""
        for count in range(min(MOST_TORN, len(self.lines) - self.index), 0, -1):
            if found := PART_NAMES.get(fold_title(self._torn(count))):
                part, name = found
                self._close()
                self._add_heading(name, count)
                self.part, self.path, self.place = part, [name], SetName("")
                return count
        return 0

    def _open_set(self) -> int:
        """How many lines make a heading of a card set here; it is opened."""
        if self.part not in ("errata", "general", "printing"):
            return 0
        for count in range(min(MOST_TORN, len(self.lines) - self.index), 0, -1):
            known = self.facts.find_set(self._torn(count)) or self._unknown_set(count)
            if known and len(self._torn(count)) > 3:
                self._close()
                self._add_heading(known.set, count)
                # Two headings side by side: nothing tells under which one a card stood.
                is_beside = self.part == "errata" and self.is_fresh
                self.part, self.place = "errata", SetName("") if is_beside else known
                return count
        return 0

    def _unknown_set(self, count: int) -> SetName | None:
        """The set that a few short lines above a numbered card name, in a game of which no set is known."""
        lines = self.lines[self.index : self.index + count + 1]
        if self.facts.names or len(lines) <= count or not NUMBERED.match(lines[-1].text):
            return None
        before = self.lines[self.index - 1] if self.index else None
        names = lines[:-1]
        is_heading = all(
            len(line.text) <= LONGEST_HEADING and not NUMBERED.match(line.text) and not re.search(r"[.,:”]$", line.text)
            for line in names
        )
        settled = before is None or names[0].is_apart or ends_sentence(before.text)
        return SetName(self._torn(count)) if is_heading and settled else None

    def _add_heading(self, name: str, count: int) -> None:
        first, last = self.lines[self.index].number, self.lines[self.index + count - 1].number
        self.add_heading(name, Lines(first, last))
        if count > 1 and self._torn(count) != name:
            self.repairs.append(Repair(first, self._torn(count), name, RepairKind.HEADING))

    def _close(self) -> None:
        title, body = self.title, self.body
        self.title, self.body = [], []
        if not title and not body:
            return
        if not title or not (body or self.part in ("restricted", "banned")):
            self._leave(title + body)
        elif self.part == "errata":
            self._close_erratum(title, body)
        elif self.part in ("rules", "printing"):
            self._close_section(title, body)
        elif self.part == "questions":
            self._close_question(title, body)

    def _leave(self, found: list[Line]) -> None:
        self.leave(unwrap(found), span(found))

    def _read_erratum(self, line: Line) -> None:
        if NUMBERED.match(line.text) and len(line.text) <= LONGEST_HEADING and not line.text.endswith("."):
            self._close()
            self.title = [line]
        elif _is_torn_set(line.text, self.set_words):
            self._close()
            self.add_heading(line.text, Lines(line.number, line.number))
            self.place = SetName("")
        elif line.is_apart and not line.is_moved and self.body and line.text.startswith("Should read"):
            # The next column has lost its heading.
            self._close()
            self.body = [line]
        else:
            self.body.append(line)

    def _close_erratum(self, title: list[Line], body: list[Line]) -> None:
        match = NUMBERED.match(title[0].text)
        if match is None:
            self._leave(title + body)
            return
        name, number, text = match[2], fold_number(match[1]), unwrap(body)
        place = self._place_of(name, number) or self.place
        if self.place.set and fold_title(place.set) != fold_title(self.place.set):
            self.repairs.append(Repair(title[0].number, self.place.set, place.set, RepairKind.SET))
            text += (
                f"\n\n*Printed under {self.place.set}; the card's number and other references place it in {place.set}.*"
            )
        card = CardCitation(name, place.set, place.pack, number)
        self.placed.setdefault((fold_title(name), number), place)
        self.rulings.append(
            ParsedRuling(
                kind=Kind.ERRATUM,
                scope=Scope.CARD,
                heading_path=tuple(filter(None, ("Card errata", place.set))),
                title=name,
                text=tidy_text(text),
                cards=(card,),
                lines=span(title + body),
                elsewhere=elsewhere(title + body),
            )
        )

    def _place_of(self, name: str, number: str) -> SetName | None:
        """The set of a card, by the catalogue or by how the document cites it elsewhere."""
        known = self.facts.find_card(name, number=number)
        if known:
            return known
        alias = self.cited.get((fold_title(name), number))
        return self.facts.find_set(alias) if alias else None

    def _read_listing(self, line: Line) -> None:
        match = NUMBERED.match(line.text)
        last = self.last
        if match:
            self._add_note()
            self._add_listing(match[1], match[2], line)
        elif last is not None and last.kind is Kind.LISTING and last.lines and last.lines.last == line.number - 1:
            # "25 Wilhelm of the" / "Osterknacht"
            self.rulings.pop()
            self._add_listing(last.cards[0].number, f"{last.title} {line.text}", line, first=last.lines.first)
        else:
            self.body.append(line)

    def _add_note(self) -> None:
        """What is said above the cards of a list."""
        body, self.body = self.body, []
        if body:
            self.rulings.append(
                ParsedRuling(
                    kind=Kind.CLARIFICATION,
                    heading_path=tuple(self.path),
                    title=self.path[-1],
                    text=tidy_text(unwrap(body)),
                    lines=span(body),
                )
            )

    def _add_listing(self, number: str, name: str, line: Line, *, first: int = 0) -> None:
        last = self.last
        numbers = [fold_number(number)]
        first = first or line.number
        if last is not None and last.kind is Kind.LISTING and last.title == "&" and last.lines:
            # "119 &" / "57 Innovation": one card, printed twice.
            self.rulings.pop()
            numbers.insert(0, last.cards[0].number)
            first = last.lines.first
        places = [self._place_of(name, one) or self.placed.get((fold_title(name), one)) for one in numbers]
        cards = tuple(
            CardCitation(one_line(name), place.set if place else "", place.pack if place else "", one)
            for one, place in zip(numbers, places, strict=True)
        )
        self.rulings.append(
            ParsedRuling(
                kind=Kind.LISTING,
                list_name=ListName(self.part),
                heading_path=tuple(self.path),
                title=title_of_cards(cards),
                cards=cards,
                lines=Lines(first, line.number),
            )
        )

    def _read_instance(self, line: Line) -> None:
        """General and rulebook errata: each begins with the same words."""
        opening = GENERAL if self.part == "general" else RULEBOOK
        last = self.last
        if match := opening.match(line.text):
            scope = Scope.GENERAL if self.part == "general" else Scope.RULEBOOK
            title = f"Rulebook, page {match[1]}" if self.part == "rulebook" else "All instances"
            self.rulings.append(
                ParsedRuling(
                    kind=Kind.ERRATUM,
                    scope=scope,
                    heading_path=tuple(self.path),
                    title=title,
                    text=line.text,
                    lines=Lines(line.number, line.number),
                )
            )
        elif last is not None and last.kind is Kind.ERRATUM and last.heading_path == tuple(self.path):
            self._extend(line)
        else:
            self._leave([line])

    def _extend(self, line: Line, *, apart: str = " ") -> None:
        last = self.rulings[-1]
        text = join_hyphens(f"{last.text}{apart if last.text else ''}{line.text}")
        title = last.title
        if last.kind is Kind.ERRATUM and last.scope is Scope.GENERAL:
            title = _first_words(text)
        first = last.lines.first if last.lines else line.number
        self.rulings[-1] = replace(last, text=tidy_text(text), title=title, lines=Lines(first, line.number))

    def _read_section(self, line: Line) -> None:
        before = self.lines[self.index - 2] if self.index > 1 else None
        following = self.lines[self.index].text if self.index < len(self.lines) else ""
        if self.part == "printing" and not self.title:
            heading = self.headings[-1].lines.first
            self.title = [Line(heading, "Most Recent Printing", False)]
            self.body = [line]
        elif self._ends_title(line):
            self.title.append(line)
        elif self.part == "rules" and is_title(line, None if self.is_fresh else before, following):
            self._close()
            self.title = [line]
        elif self.title and self._is_orphan(line):
            self._close()
            self._leave([line])
        elif self.title:
            self.body.append(line)
        else:
            self._leave([line])

    def _ends_title(self, line: Line) -> bool:
        """Whether a title goes on: "Hit Points vs Remaining Hit Points" / "(v1.9)"."""
        if not self.title or self.body or TAG.match(self.title[-1].text):
            return False
        match = TAG.match(line.text)
        return bool(match) and len(line.text) <= LONGEST_HEADING

    def _is_orphan(self, line: Line) -> bool:
        """Whether a line goes on with something that stood in another column."""
        return line.is_apart and bool(self.body) and line.text[:1].islower() and ends_sentence(self.body[-1].text)

    def _close_section(self, title: list[Line], body: list[Line]) -> None:
        words = one_line(" ".join(line.text for line in title))
        match = TAG.match(words)
        self.rulings.append(
            ParsedRuling(
                kind=Kind.CLARIFICATION,
                heading_path=tuple(self.path),
                title=(match[1] if match else words) or self.path[-1],
                text=tidy_text(unwrap(body)),
                version_tag=match[2] if match else "",
                lines=span(title + body),
                elsewhere=elsewhere(title + body),
            )
        )

    def _read_turn(self, line: Line) -> None:
        last = self.last
        if PHASE.match(line.text):
            self.phase = line.text
            self.add_heading(line.text, Lines(line.number, line.number))
        elif self.phase and not ends_sentence(line.text):
            self.path = [self.path[0], f"{self.phase}: {line.text}"]
            self.phase = ""
            self.add_heading(line.text, Lines(line.number, line.number))
        elif WINDOW.match(line.text) and last and last.kind is Kind.STEP and not last.window_after:
            self.rulings[-1] = replace(last, window_after="Action window")
            self.add_heading(line.text, Lines(line.number, line.number))
        elif WINDOW.match(line.text):
            self._leave([line])
        elif last and last.kind is Kind.STEP and last.heading_path == tuple(self.path) and not self._opens_step(line):
            self._extend_title(line)
        else:
            self._add_step("", line)

    def _opens_step(self, line: Line) -> bool:
        last = self.rulings[-1]
        return line.is_apart or (ends_sentence(last.title) and last.title.count("(") == last.title.count(")"))

    def _extend_title(self, line: Line) -> None:
        last = self.rulings[-1]
        first = last.lines.first if last.lines else line.number
        title = one_line(f"{last.title} {line.text}")
        self.rulings[-1] = replace(last, title=title, lines=Lines(first, line.number))

    def _add_step(self, key: str, line: Line, *, title: str = "", depth: int = 0) -> None:
        self.rulings.append(
            ParsedRuling(
                kind=Kind.STEP,
                heading_path=tuple(self.path),
                key=key,
                title=one_line(title or line.text),
                depth=min(depth, deepest_after(self.last, tuple(self.path))),
                lines=Lines(line.number, line.number),
            )
        )

    def _read_structure(self, line: Line) -> None:
        if match := LETTERED.match(line.text):
            self._add_step(match[1], line, title=match[2])
        elif match := COUNTED.match(line.text):
            self._add_step(match[1], line, title=match[2], depth=1)
        elif not self.rulings or self.rulings[-1].heading_path != tuple(self.path):
            self._leave([line])
        elif match := DASHED.match(line.text):
            self._extend(Line(line.number, f"- {match[1]}", False), apart="\n")
        else:
            (self._extend if self.rulings[-1].text else self._extend_title)(line)

    def _read_question(self, line: Line) -> None:
        if QUESTION.match(line.text):
            self._close()
            self.title = [line]
        elif ANSWER.match(line.text) or self.body:
            self.body.append(line)
        else:
            self.title.append(line)

    def _close_question(self, title: list[Line], body: list[Line]) -> None:
        self.rulings.append(
            ParsedRuling(
                kind=Kind.QUESTION,
                heading_path=tuple(self.path),
                title=one_line(unwrap(title).removeprefix("Q: ")),
                text=tidy_text(unwrap(body).removeprefix("A: ")),
                lines=span(title + body),
            )
        )


def _game_of(source: SourceText) -> str:
    """The game that the first lines name: "… or sets in" / "Warhammer: Invasion The Card Game."."""
    head = one_line(MARKER.sub("", " ".join(source.lines[:12])))
    match = GAME.search(head)
    return match[1].strip() if match else ""


def _citations(source: SourceText) -> dict[tuple[str, str], str]:
    """How the document cites its cards: (folded name, number) → the set's alias."""
    found: dict[tuple[str, str], str] = {}
    for match in CITATION.finditer(one_line(" ".join(source.lines))):
        words = match[1].split()
        for start in range(len(words)):
            found.setdefault((fold_title(" ".join(words[start:])), fold_number(match[3])), match[2])
    return found


def _is_torn_set(text: str, words: set[str]) -> bool:
    """Whether a line is one of two set headings that stood side by side: "Bloodquest", "Morrslieb Cycle Cycle"."""
    found = fold_title(text).split()
    return bool(found) and len(found) <= 4 and text[-1:] not in ".,”" and all(word in words for word in found)


def _first_words(text: str) -> str:
    words = text.split()
    return " ".join(words[:9]) + (" …" if len(words) > 9 else "")
