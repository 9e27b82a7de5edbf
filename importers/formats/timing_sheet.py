"""Reads timing reference sheets: charts whose step labels are glued to their text, and clarifications next to them.

"1.1Round begins." is step 1.1; "PLAYER WINDOW" opens one; "DrawDraw one card." is a row of a table of actions.
"""

import re
from dataclasses import replace

from importers.drafts import Draft
from importers.facts import NO_VERSION, UNKNOWN_GAME, UNLABELLED, Facts
from importers.folding import FUNCTION_WORDS
from importers.paragraphs import ICON, Paragraph, paragraphs_of, span, text_of
from importers.records import (
    Kind,
    Lines,
    ParsedDocument,
    ParsedRuling,
    Repair,
    RepairKind,
    deepest_after,
    one_line,
    tidy_text,
)
from importers.sources import Claim, SourceText

# "1.1Round begins.", "2.2.1Active investigator …", "ST.1Determine skill of test."
STEP = re.compile(r"^(\d+(?:\.\d+)+|[A-Z]{1,3}\.\d+)(?:\s?(?=[A-Z\"“])|(?=[a-z]))(.+)$")
# "ST.2 Each other investigator …": a clarification that cites a step
CITES_STEP = re.compile(r"^(?:\d+(?:\.\d+)+|[A-Z]{1,3}\.\d+) ")
# "Mythos Phase (1.0)"
PHASE = re.compile(r"^(.+?) \((\d+\.0)\)$")
WINDOW = re.compile(r"^(?:PLAYER|ACTION) WINDOW:?$", re.IGNORECASE)
CLARIFICATIONS = re.compile(r"^Clarifications?$", re.IGNORECASE)
# "ProvokeAoO?" above a column
COLUMN = re.compile(r"^Provokes?\s?(?:AoO|attacks? of opportunity)\?$", re.IGNORECASE)
# "DrawDraw one card.", "ResignEliminates you from the game …", "TreacheryAfter drawing, …"
ROW = re.compile(r"^([A-Z][a-z]+)([A-Z].*)$")
# "(If successful, deal 1 damage to the enemy.)No"
CELL = re.compile(r"(?<=[.)])\s*(Yes|No)$")
# "If an **investigator is defeated** by …": what is bold says what it is about.
BOLD = re.compile(r"\*\*(.+?)\*\*")
LONGEST_TITLE = 60


class TimingSheet:
    """Timing reference sheets with glued step labels."""

    name = "timing-sheet"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is such a sheet, and why."""
        steps = sum(bool(STEP.match(line.strip())) for line in source.lines)
        if steps < 3:
            return Claim.no("it has no steps with glued labels, like “1.1Round begins.”")
        if not any(WINDOW.match(line.strip()) for line in source.lines):
            return Claim.no("it has no line “PLAYER WINDOW”")
        return Claim.yes("it has steps with glued labels, and player windows")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        reader = _Reader(source)
        reader.read()
        game = facts.recognise(source.text)
        reader.problems.append(NO_VERSION)
        if not game:
            reader.problems.append(UNKNOWN_GAME)
        return reader.as_document(game=game, document="Timing reference", edition=UNLABELLED)


class _Reader(Draft):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.paragraphs = paragraphs_of(source)
        self.path: list[str] = []
        # What the lines below are: "" (text or steps), "notes", "table".
        self.mode = ""
        self.title: Paragraph | None = None
        self.body: list[Paragraph] = []

    def read(self) -> None:
        for index, paragraph in enumerate(self.paragraphs):
            following = self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None
            self._read_line(paragraph, following)
        self._close()

    def _read_line(self, line: Paragraph, following: Paragraph | None) -> None:
        text = one_line(line.text)
        step = STEP.match(text)
        if WINDOW.match(text):
            self._open_window(line)
        elif match := PHASE.match(text):
            self._open_heading(f"{match[1]} ({match[2]})", line)
        elif CLARIFICATIONS.match(text):
            self._close()
            self.add_heading(text, line.lines)
            self.mode = "notes"
        elif COLUMN.match(text):
            self._close()
            self.add_heading(text, line.lines)
            self.mode = "table"
        elif step and not (self.mode == "notes" and CITES_STEP.match(text)):
            self._close()
            self.mode = ""
            self._add_step(step[1], step[2], line)
        elif _is_scrap(text):
            self.leave(text, line.lines)
        elif _is_heading(text, following) and not (self.mode == "table" and ROW.match(text)):
            self._open_heading(text, line)
        elif self.mode == "notes":
            self._add_note(line)
        elif self.mode == "table":
            self._read_row(line)
        elif self._is_in_chart():
            self._extend(line)
        elif self.path:
            self.body.append(self._told_apart(Paragraph(text, line.lines)))
        else:
            self.leave(text, line.lines)

    def _open_heading(self, text: str, line: Paragraph) -> None:
        self._close()
        is_table = self.mode in ("table", "types") or text in ("Basic", "Card")
        if is_table and len(text.split()) == 1 and self.path:
            self.path = [self.path[0], text]
        else:
            self.path = [text]
        self.mode = "types" if is_table and len(self.path) > 1 else ""
        self.title = line

    def _open_window(self, line: Paragraph) -> None:
        self.add_heading(line.text, line.lines)
        if self.rulings and self._is_in_chart():
            self.rulings[-1] = replace(self.rulings[-1], window_after=one_line(line.text).rstrip(":").capitalize())

    def _is_in_chart(self) -> bool:
        last = self.last
        is_step = last is not None and last.kind is Kind.STEP and last.heading_path == tuple(self.path)
        return is_step and not self.body and self.title is None

    def _add_step(self, key: str, text: str, line: Paragraph) -> None:
        title, rest = _first_sentence(text)
        path = tuple(self.path or ["Timing"])
        parts = key.count(".") - 1 if key[0].isdigit() else 0
        if self.title is not None:
            self.add_heading(self.title.text, self.title.lines)
            self.title = None
        self.rulings.append(
            ParsedRuling(
                kind=Kind.STEP,
                heading_path=path,
                key=key,
                title=title,
                text=tidy_text(rest),
                depth=min(parts, deepest_after(self.last, path)),
                lines=line.lines,
            )
        )

    def _extend(self, line: Paragraph) -> None:
        last = self.rulings[-1]
        first = last.lines.first if last.lines else line.lines.first
        text = tidy_text(f"{last.text}\n\n{one_line(line.text)}")
        self.rulings[-1] = replace(last, text=text, lines=Lines(first, line.lines.last))

    def _add_note(self, line: Paragraph) -> None:
        self._add_clarification(_title_of(line.text), [Paragraph(one_line(line.text), line.lines)])

    def _read_row(self, line: Paragraph) -> None:
        """A row of a table, or the second line of one."""
        text = one_line(line.text)
        match = ROW.match(text)
        if match and not text.startswith("("):
            self._close()
            self.title = Paragraph(match[1], line.lines)
            self.body = [Paragraph(match[2], line.lines)]
        else:
            self.body.append(Paragraph(text, line.lines))

    def _told_apart(self, line: Paragraph) -> Paragraph:
        """A row of a table whose two cells are glued: "EventDuring IS.3." is what holds for an event."""
        match = ROW.match(line.text)
        if match is None:
            return line
        text = f"- **{match[1]}:** {match[2]}"
        self.repairs.append(Repair(line.lines.first, line.text[:40], text[:48], RepairKind.COLUMN))
        return Paragraph(text, line.lines)

    def _close(self) -> None:
        title, body = self.title, self.body
        self.title, self.body = None, []
        if title is None and not body:
            return
        if not body:
            if title is not None:
                self.add_heading(title.text, title.lines)
            return
        if self.mode == "table" and title is not None:
            self._close_row(title, body)
        elif len(body) > 1 and title is not None and not _goes_on(body[0].text):
            # A heading with one rule a line.
            self.add_heading(title.text, title.lines)
            for paragraph in body:
                self._add_clarification(_title_of(paragraph.text), [paragraph])
        else:
            name = self.path[-1] if self.path else _title_of(body[0].text)
            self._add_clarification(name, [*([title] if title else []), *body], text=text_of(body))

    def _close_row(self, title: Paragraph, body: list[Paragraph]) -> None:
        text = " ".join(paragraph.text for paragraph in body)
        cell = CELL.search(text)
        plain, answer = (text[: cell.start()], cell[1]) if cell else (text, ICON)
        named = f"Provokes an attack of opportunity: {answer}"
        self.repairs.append(
            Repair(title.lines.first, cell[1] if cell else "", named, RepairKind.COLUMN, span(body).last)
        )
        self._add_clarification(title.text, body, text=f"{plain}\n\n{named}", path=self.path)

    def _add_clarification(
        self, title: str, found: list[Paragraph], *, text: str = "", path: list[str] | None = None
    ) -> None:
        self.rulings.append(
            ParsedRuling(
                kind=Kind.CLARIFICATION,
                heading_path=tuple(path or self.path or ["Clarifications"]),
                title=title,
                text=tidy_text(text or text_of(found)),
                lines=span(found),
            )
        )


def _is_scrap(text: str) -> bool:
    """Whether a line is part of a picture or torn off a sentence: "AUG 21", "To start the"."""
    words = text.split()
    is_stamp = len(text) <= 12 and not any(character.islower() for character in text)
    return is_stamp or (len(words) <= 4 and words[-1] in FUNCTION_WORDS)


def _is_heading(text: str, following: Paragraph | None) -> bool:
    """Whether a short line that is not a sentence stands above others."""
    if following is None or len(text) > LONGEST_TITLE or not text[0].isupper() or text.split()[-1] in FUNCTION_WORDS:
        return False
    return "->" in text or not re.search(r"[.!?:,)]$|\d$", text) or bool(re.search(r"\(\d+ per \w+\)$", text))


def _goes_on(text: str) -> bool:
    return text[:1].islower()


def _first_sentence(text: str) -> tuple[str, str]:
    first, dot, rest = text.partition(". ")
    return (f"{first}.", rest) if dot else (text, "")


def _title_of(text: str) -> str:
    """What a rule is about: its bold words, or its first ones."""
    if match := BOLD.search(text):
        return one_line(match[1]).rstrip(".:")
    words = text.split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")
