"""Reads the FAQs of living card games as they come out of a PDF with one paragraph a line.

Card errata under shouted set names, restricted and banned lists, sections (1.1) to (3.5), a timing part with
numbered steps, and questions with their answers as plain paragraphs.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from importers.drafts import Draft
from importers.facts import NO_VERSION, UNLABELLED, Facts, GameFacts
from importers.folding import calm, is_shouted
from importers.paragraphs import Paragraph, join_cut_sentences, mark_lost_icons, paragraphs_of, span, text_of
from importers.records import (
    CardCitation,
    Kind,
    Lines,
    ListName,
    ParsedDocument,
    ParsedRuling,
    Problem,
    Scope,
    Severity,
    deepest_after,
    one_line,
    tidy_text,
    title_of_cards,
)
from importers.resolving import SetName
from importers.sources import Claim, SourceText

# "CALL OF CTHULHU THE CARD GAME"
GAME_TITLE = re.compile(r"^(.+?)[:,]? (?:THE CARD GAME|LCG|LIVING CARD GAME)$", re.IGNORECASE)
# "FAQ / ERRATA VERSION 32", "FAQ Version 2.1"
VERSION = re.compile(r"\bFAQ\b.*\bVERSION\s+([\d.]+)", re.IGNORECASE)
# "Hound of Tindalos (F110)", "Summoning Circle (F74):"
CARD_HEADING = re.compile(r"^(.{2,60}?) \((F ?\d+)\):?$")
# "Itinerant Scholar (Core F30)", "Fthaggua (The Key and the Gate 7)"
LISTED_CARD = re.compile(r"^(.{2,60}?) \((.+?) (F? ?\d+)\)$")
# "(1.1) Card Effect vs. Game Effect"
SECTION = re.compile(r"^\((\d+\.\d+)\) (.{1,90})$")
# "On p 6 of the Rulebook, under Setting Up, it …", "Under Steadfast, it …"
RULEBOOK_PLACE = re.compile(r"^((?:On p\.? ?\d+ of [^,]+, )?under [^,]+),", re.IGNORECASE)
# "1. Action is initiated.", " - IV. Passive abilities are initiated."
STEP = re.compile(r"^(\d+)\. (.+)$")
SUB_STEP = re.compile(r"^- (?:([IVX]+)\.|([a-z]|\d+)\)) (.+)$")
# "3) Action is executed"
STEP_HEADING = re.compile(r"^(\d+)\) (.{1,60})$")
ANSWER = re.compile(r"^(?:Yes|No)\b")
QUESTION_END = re.compile(r"\?[\"”’'*)]*$")

PARTS = (
    (
        "errata",
        re.compile(r"^card (?:clarifications?|errata) ?(?:and|&)? ?(?:errata|clarifications?)?$", re.IGNORECASE),
    ),
    ("restricted", re.compile(r"^restricted list$", re.IGNORECASE)),
    ("banned", re.compile(r"^banned list$", re.IGNORECASE)),
    ("printing", re.compile(r"^most recent printing$", re.IGNORECASE)),
    ("rules", re.compile(r"^(?:official )?rules clarifications?$", re.IGNORECASE)),
    ("rulebook", re.compile(r"^.*(?:handbook|rule ?book|rulebook) errata$", re.IGNORECASE)),
    ("timing", re.compile(r"^timing structure$", re.IGNORECASE)),
    ("questions", re.compile(r"^frequently asked questions$", re.IGNORECASE)),
)


class LcgFaq:
    """FAQs of living card games, one paragraph a line."""

    name = "lcg-faq"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is such a FAQ, and why."""
        lines = [line.strip() for line in source.lines]
        if not any(VERSION.search(line) for line in lines[:30]):
            return Claim.no("it does not begin with a title like “FAQ … VERSION 3.2”")
        if not any(CARD_HEADING.match(line) for line in lines):
            return Claim.no("no line names a card with its number, like “Hound of Tindalos (F110)”")
        if not any(SECTION.match(line) for line in lines):
            return Claim.no("no line is a section heading like “(1.1) Card Effects”")
        return Claim.yes("it begins with a version, and has cards with their numbers and section headings")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        return _Reader(source, facts).read()


class _Reader(Draft):
    def __init__(self, source: SourceText, facts: Facts) -> None:
        super().__init__()
        self.source = source
        self.part = ""
        self.path: list[str] = []
        self.game, self.edition = self._identity()
        self.game = self.game or facts.recognise(source.text)
        self.facts: GameFacts = facts.of(self.game)
        self.lost_icons = facts.icons_in(source.lines)
        self.place = SetName("")
        # The headings right under which an erratum stands.
        self.paths_of_errata: set[tuple[str, ...]] = set()
        # Whether a chapter's heading stands right above.
        self.is_fresh = False
        # The paragraphs of the ruling being read: its headings, and its text.
        self.title: list[Paragraph] = []
        self.body: list[Paragraph] = []

    def _identity(self) -> tuple[str, str]:
        lines = [one_line(line) for line in self.source.lines[:30] if line.strip()]
        title = next((match[1] for line in lines if (match := GAME_TITLE.match(line))), "")
        label = next((match[1] for line in lines if (match := VERSION.search(line))), "")
        if re.fullmatch(r"\d\d", label):
            # These FAQs are numbered 1.0 to 9.9, and extraction drops the dot.
            self.problems.append(Problem(1, f"The printed version {label} has lost its dot.", "", Severity.WARNING))
            label = f"{label[0]}.{label[1]}"
        if not label:
            self.problems.append(NO_VERSION)
        return calm(title) if is_shouted(title) else title, label or UNLABELLED

    def read(self) -> ParsedDocument:
        marked, self.repairs = mark_lost_icons(paragraphs_of(self.source), known=self.lost_icons)
        found = join_cut_sentences(marked, is_heading=self._is_heading)
        for index, paragraph in enumerate(found):
            following = found[index + 1].text if index + 1 < len(found) else ""
            self._read_paragraph(paragraph, following)
        self._close()
        return self.as_document(game=self.game, document="FAQ", edition=self.edition)

    def _is_heading(self, text: str) -> bool:
        patterns = (CARD_HEADING, LISTED_CARD, SECTION, STEP, SUB_STEP, STEP_HEADING)
        return is_shouted(text) or any(pattern.match(text) for pattern in patterns) or bool(_part_of(text))

    def _read_paragraph(self, paragraph: Paragraph, following: str) -> None:
        part = _part_of(paragraph.text)
        if part:
            self._open_part(part, paragraph)
        elif not self.part:
            # The title, the date and the copyright.
            self.add_heading(paragraph.text, paragraph.lines)
        else:
            readers: dict[str, Callable[[Paragraph, str], None]] = {
                "errata": self._read_erratum,
                "restricted": self._read_listing,
                "banned": self._read_listing,
                "printing": self._read_section,
                "rules": self._read_section,
                "rulebook": self._read_rulebook,
                "timing": self._read_timing,
                "questions": self._read_question,
            }
            readers[self.part](paragraph, following)

    def _open_part(self, part: str, paragraph: Paragraph) -> None:
        self._close()
        title = calm(paragraph.text) if is_shouted(paragraph.text) else paragraph.text
        self.add_heading(title, paragraph.lines)
        under_rules = part == "rulebook" and self.part == "rules"
        self.part = part
        self.path = [self.path[0], title] if under_rules else [title]
        self.place = SetName("")

    def _close(self) -> None:
        """Finish the ruling being read."""
        title, body = self.title, self.body
        self.title, self.body = [], []
        if not title and not body:
            return
        if self.part == "errata":
            self._close_erratum(title, body)
        elif self.part in ("restricted", "banned", "rules", "printing", "timing"):
            self._close_section(title, body)
        elif self.part == "questions":
            self._close_question(title, body)
        else:
            self._leave(title + body)

    def _leave(self, found: list[Paragraph]) -> None:
        self.leave(text_of(found), span(found))

    def _read_erratum(self, paragraph: Paragraph, following: str) -> None:
        if CARD_HEADING.match(paragraph.text):
            if self.body:
                self._close()
            self.title.append(paragraph)
        elif is_shouted(paragraph.text):
            self._close()
            self._open_set(paragraph, following)
        elif self.title:
            self.body.append(paragraph)
        else:
            self._leave([paragraph])

    def _open_set(self, paragraph: Paragraph, following: str) -> None:
        """A shouted line names a set, or a pack of the set above it."""
        known = self.facts.find_set(paragraph.text)
        title = calm(paragraph.text)
        if known:
            self.place = known
        elif (self.place.set and not is_shouted(following) and self.place.pack) or (
            self.place.set and not self._has_cards()
        ):
            self.place = SetName(self.place.set, title)
        else:
            self.place = SetName(title)
        self.add_heading(title, paragraph.lines)
        self.path = [self.path[0], *filter(None, (self.place.set, self.place.pack))]

    def _has_cards(self) -> bool:
        """Whether a card stands right under the set that is open."""
        return (self.path[0], self.place.set) in self.paths_of_errata

    def _close_erratum(self, title: list[Paragraph], body: list[Paragraph]) -> None:
        if not title or not body:
            self._leave(title + body)
            return
        cards = []
        for heading in title:
            match = CARD_HEADING.match(heading.text)
            if match:
                cards.append(
                    CardCitation(one_line(match[1]), self.place.set, self.place.pack, match[2].replace(" ", ""))
                )
        self.paths_of_errata.add(tuple(self.path))
        self.rulings.append(
            ParsedRuling(
                kind=Kind.ERRATUM,
                scope=Scope.CARD,
                heading_path=tuple(self.path),
                title=title_of_cards(cards),
                text=tidy_text(text_of(body)),
                cards=tuple(cards),
                lines=span(title + body),
            )
        )

    def _read_listing(self, paragraph: Paragraph, following: str) -> None:
        match = LISTED_CARD.match(paragraph.text)
        if not match:
            self.body.append(paragraph)
            return
        self._close()
        named = self.facts.find_set(match[2])
        card_set, pack = (named.set, named.pack) if named else (one_line(match[2]), "")
        card = CardCitation(one_line(match[1]), card_set, pack, one_line(match[3]))
        self.rulings.append(
            ParsedRuling(
                kind=Kind.LISTING,
                list_name=ListName(self.part),
                heading_path=tuple(self.path),
                title=card.name,
                cards=(card,),
                lines=paragraph.lines,
            )
        )

    def _read_section(self, paragraph: Paragraph, following: str) -> None:
        if match := SECTION.match(paragraph.text):
            self._close()
            if self.last and self.last.key and self.last.key.split(".")[0] != match[1].split(".")[0]:
                # The heading of this chapter is lost, unless it stands right above.
                self.path = self.path if self.is_fresh else self.path[:1]
            self.title, self.is_fresh = [paragraph], False
        elif is_shouted(paragraph.text):
            self._close()
            title = calm(paragraph.text)
            self.add_heading(title, paragraph.lines)
            self.path, self.is_fresh = [self.path[0], title], True
        elif self.part == "printing" and not self.title and self.headings[-1].title != paragraph.text:
            heading = self.headings.pop()
            self.title, self.body = [Paragraph(heading.title, heading.lines)], [paragraph]
        else:
            self.body.append(paragraph)

    def _close_section(self, title: list[Paragraph], body: list[Paragraph]) -> None:
        if not body:
            for heading in title:
                self.add_heading(heading.text, heading.lines)
            return
        match = SECTION.match(title[0].text) if title else None
        # In the timing part a heading is the title of its text, and the heading of its steps.
        is_own_heading = bool(title) and len(self.path) > 1 and title[0].text == self.path[-1]
        self.rulings.append(
            ParsedRuling(
                kind=Kind.CLARIFICATION,
                heading_path=tuple(self.path[:-1] if is_own_heading else self.path),
                key=match[1] if match else "",
                title=one_line(match[2] if match else (title[0].text if title else self.path[-1])),
                text=tidy_text(text_of(body)),
                lines=span(title + body),
            )
        )

    def _read_rulebook(self, paragraph: Paragraph, following: str) -> None:
        if SECTION.match(paragraph.text) or (is_shouted(paragraph.text) and not RULEBOOK_PLACE.match(paragraph.text)):
            self._close()
            self.part, self.path = "rules", self.path[:1]
            self._read_section(paragraph, following)
            return
        match = RULEBOOK_PLACE.match(paragraph.text)
        if not match:
            self._leave([paragraph])
            return
        self.rulings.append(
            ParsedRuling(
                kind=Kind.ERRATUM,
                scope=Scope.RULEBOOK,
                heading_path=tuple(self.path),
                title=one_line(match[1]),
                text=tidy_text(paragraph.text),
                lines=paragraph.lines,
            )
        )

    def _read_timing(self, paragraph: Paragraph, following: str) -> None:
        step = STEP_HEADING.match(paragraph.text)
        listed = STEP.match(paragraph.text)
        sub_step = SUB_STEP.match(paragraph.text)
        if step:
            self._close()
            self._add_step(step[1], step[2], paragraph)
        elif listed and self._is_chart(paragraph):
            self._close()
            self._add_step(listed[1], listed[2], paragraph)
        elif paragraph.text.startswith("- (") and self._is_in_chart():
            self._extend_title(paragraph)
        elif sub_step and self._is_in_chart():
            self._add_step(sub_step[1] or sub_step[2], sub_step[3], paragraph, depth=1)
        elif self._is_in_chart() and not _is_title(paragraph.text, following):
            self._extend_step(paragraph)
        elif _is_title(paragraph.text, following):
            self._close()
            self.path = [self.path[0], paragraph.text]
            self.title = [paragraph]
        else:
            self.body.append(paragraph)

    def _is_chart(self, paragraph: Paragraph) -> bool:
        """Whether a numbered line opens or goes on with a chart: one that ends its section, or has sub-steps."""
        if self._is_in_chart():
            return True
        lines = self.source.lines
        number = paragraph.lines.last
        while number < len(lines) and (not lines[number].strip() or _is_step_line(lines[number])):
            if SUB_STEP.match(lines[number].strip()):
                return True
            number += 1
        return False

    def _is_in_chart(self) -> bool:
        last = self.last
        return (
            last is not None
            and last.kind is Kind.STEP
            and last.heading_path == tuple(self.path)
            and not self.title
            and not self.body
        )

    def _add_step(self, key: str, title: str, paragraph: Paragraph, *, depth: int = 0) -> None:
        self.rulings.append(
            ParsedRuling(
                kind=Kind.STEP,
                heading_path=tuple(self.path),
                key=key,
                title=one_line(title),
                depth=min(depth, deepest_after(self.last, tuple(self.path))),
                lines=paragraph.lines,
            )
        )

    def _extend_title(self, paragraph: Paragraph) -> None:
        """A bracket that was torn off a step: "- (Follow steps I through V, etc.)"."""
        last = self.rulings.pop()
        first = last.lines.first if last.lines else paragraph.lines.first
        title = one_line(f"{last.title} {paragraph.text.removeprefix('- ')}")
        self.rulings.append(replace(last, title=title, lines=Lines(first, paragraph.lines.last)))

    def _extend_step(self, paragraph: Paragraph) -> None:
        """Text below a step belongs to it; text below its sub-steps closes them, and belongs to the step as well."""
        index = len(self.rulings) - 1
        while self.rulings[index].depth:
            index -= 1
        step = self.rulings[index]
        text = tidy_text(f"{step.text}\n\n{paragraph.text}")
        if self.rulings[-1] is step:
            first = step.lines.first if step.lines else paragraph.lines.first
            self.rulings[index] = replace(step, text=text, lines=Lines(first, paragraph.lines.last))
        else:
            self.rulings[index] = replace(step, text=text, elsewhere=(*step.elsewhere, paragraph.lines))

    def _read_question(self, paragraph: Paragraph, following: str) -> None:
        is_question = bool(QUESTION_END.search(paragraph.text)) or (
            bool(ANSWER.match(following)) and not ANSWER.match(paragraph.text)
        )
        if is_question and (self.body or not self.title):
            self._close()
            self.title = [paragraph]
        elif is_question:
            self.title.append(paragraph)
        elif self.title:
            self.body.append(paragraph)
        else:
            self._leave([paragraph])

    def _close_question(self, title: list[Paragraph], body: list[Paragraph]) -> None:
        if not body:
            self._leave(title)
            return
        self.rulings.append(
            ParsedRuling(
                kind=Kind.QUESTION,
                heading_path=tuple(self.path),
                title=one_line(" ".join(paragraph.text for paragraph in title)),
                text=tidy_text(text_of(body)),
                lines=span(title + body),
            )
        )


def _part_of(text: str) -> str:
    return next((part for part, pattern in PARTS if pattern.match(text)), "")


def _is_title(text: str, following: str) -> bool:
    """Whether a short line without an end is the heading of the paragraph below it."""
    is_short = len(text) <= 60 and not re.search(r"[.?!:;,]$", text)
    return is_short and bool(following) and not text.startswith("- ") and text[:1].isupper()


def _is_step_line(line: str) -> bool:
    return bool(STEP.match(line.strip()) or SUB_STEP.match(line.strip()))
