"""Reads collections of errata and rulings for a collectible card game, kept by its players.

General rulings as "Title: text", some of them under a bare "Title:"; then, set by set, bullets in which nothing
marks where the card's name ends and the correction begins. A trailing asterisk marks the reversal of an official one.
"""

import datetime
import re

from importers.drafts import Draft
from importers.facts import Facts
from importers.folding import fold_title, natural_order
from importers.paragraphs import Paragraph, span, text_of
from importers.records import (
    Authority,
    CardCitation,
    Kind,
    Lines,
    ParsedDocument,
    ParsedRuling,
    Problem,
    Scope,
    Severity,
    one_line,
    tidy_text,
)
from importers.sources import Claim, SourceText

# "Mythos CCG Errata … (7.8 9/18/2013)"
TITLE = re.compile(r"^(.+?) CCG\b.*\((\d+(?:\.\d+)*) (\d{1,2})/(\d{1,2})/(\d{4})\)")
# "General Errata, Rulings & Clarification"
PART = re.compile(r"^(?:(.+?) )?Errata, Rulings (?:&|and) Clarifications?$")
# "- Chronoportation The Special Effects text should read …", "- · Petition of Menes Change …"
BULLET = re.compile(r"^[-*•–·] (?:[·•] )?(.+)$")
# "Cancel: Some cards state …"
LABELLED = re.compile(r"^([^:.]{2,60}):(?: (.+))?$")
# A line with nothing but a name: "New Aeon", "Deckbuilding/Mythos Flavors"
BARE = re.compile(r"^[A-Z][^.:?]{1,60}$")
# Where a correction begins: "… The Affects line should read", "… Change 'played' to", "… Should have", "… Is Unique."
CORRECTION = re.compile(
    r" (?=(?:The (?:Affects|Special|first|last|second|third|correct|text|sentence)\b|Should\b|Change\b|Add\b|Clarify\b"
    r"|Remove\b|Replace\b|Delete\b|May not\b|Cannot\b|For clarity\b|Special Effects (?:text|Box)\b|Affects line\b"
    r"|Is (?:a|an|Unique|not)\b|\S+ should\b))"
)
# "The example on p.40 of the rulebook …"
PAGE = re.compile(r"\bp\. ?(\d+)")
REVERSAL = re.compile(r"\s*\*$")


class CcgRulings:
    """Players' collections of rulings for a collectible card game."""

    name = "ccg-rulings"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is such a collection, and why."""
        first = next((line for line in source.lines if line.strip()), "")
        if not TITLE.match(first.strip()):
            return Claim.no("it does not begin with a title like “… CCG Errata, Rulings & Clarification (7.8 …)”")
        return Claim.yes("it begins with a title like “… CCG Errata, Rulings & Clarification (7.8 …)”")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        reader = _Reader(source)
        reader.read()
        match = TITLE.match(next(line.strip() for line in source.lines if line.strip()))
        date = _date(int(match[3]), int(match[4]), int(match[5])) if match else None
        if match and date is None:
            reader.problems.append(Problem(1, "The date in the title is none.", severity=Severity.WARNING))
        return reader.as_document(
            game=match[1] if match else facts.recognise(source.text),
            document="Errata and rulings",
            edition=match[2] if match else "",
            date=date,
            authority=Authority.UNOFFICIAL,
        )


class _Reader(Draft):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.lines = source.lines
        self.part = ""
        self.kind = ""
        self.card_set = ""
        # The title of a nest of rulings, "Locations", and the last one in it.
        self.nest = ""
        self.last_nested = ""
        self.is_unordered = False
        self.title = ""
        self.body: list[Paragraph] = []

    def read(self) -> None:
        for number, line in enumerate(self.lines, 1):
            if line.strip():
                self._read_line(Paragraph(line.rstrip(), Lines(number, number)))
        self._close()

    def _read_line(self, line: Paragraph) -> None:
        text = one_line(line.text)
        follows = line.text.startswith(" ") and bool(self.body)
        if follows and self.kind == "cards":
            self.body.append(Paragraph(text, line.lines))
        elif match := PART.match(text):
            self._open_part(text, match[1] or "", line)
        elif not self.part and not BARE.match(text):
            # The title, and what the collection says about itself.
            self.add_heading(text, line.lines)
        elif BARE.match(text) and not BULLET.match(text):
            self._open_heading(text, line)
        elif (self.kind == "cards" and BULLET.match(text)) or self.kind == "rulebook":
            self._close()
            self.body = [Paragraph(text, line.lines)]
        elif (match := LABELLED.match(text)) and not BULLET.match(text) and _is_label(match[1]):
            self._open_labelled(match, line)
        elif self.body:
            self.body.append(Paragraph(text, line.lines))
        else:
            self.leave(text, line.lines)

    def _open_part(self, text: str, subject: str, line: Paragraph) -> None:
        self._close()
        self.add_heading(text, line.lines)
        self.part, self.card_set, self.nest = text, "", ""
        words = fold_title(subject).split()
        self.kind = "rulebook" if "rulebook" in words else "cards" if "card" in words else "general"

    def _open_heading(self, text: str, line: Paragraph) -> None:
        self._close()
        if self.kind == "cards":
            self.add_heading(text, line.lines)
            self.card_set = text
        else:
            self.part, self.kind, self.nest = text, "general", ""
            self.title = text
            self.body = [Paragraph("", line.lines)]

    def _open_labelled(self, match: re.Match[str], line: Paragraph) -> None:
        self._close()
        title = match[1]
        if self.nest and self._leaves_nest(title):
            self.nest = ""
        if not match[2]:
            self.nest, self.last_nested, self.is_unordered = title, "", False
        elif self.nest:
            self.is_unordered |= fold_title(title) < fold_title(self.last_nested)
            self.last_nested = title
        self.title = title
        self.body = [Paragraph(match[2] or "", line.lines)]

    def _leaves_nest(self, title: str) -> bool:
        """Titles are in the order of the alphabet, in a nest and outside: one that falls back is outside again."""
        new, last, nest = (fold_title(name) for name in (title, self.last_nested, self.nest))
        return bool(last) and new >= nest and (new < last or self.is_unordered)

    def _close(self) -> None:
        title, body = self.title, self.body
        self.title, self.body = "", []
        if not body:
            return
        if self.kind == "cards" and not title:
            self._add_erratum(body)
        elif self.kind == "rulebook":
            self._add_rulebook(body)
        elif any(paragraph.text for paragraph in body):
            self._add_general(title, body)
        else:
            self.add_heading(title, span(body))

    def _add_erratum(self, body: list[Paragraph]) -> None:
        match = BULLET.match(body[0].text)
        whole = " ".join([match[1] if match else body[0].text, *(paragraph.text for paragraph in body[1:])])
        split = CORRECTION.search(whole)
        if split is None:
            self.leave(whole, span(body))
            return
        name, text = whole[: split.start()].strip(), whole[split.end() :]
        name = one_line(natural_order(name.removesuffix(f" ({self.card_set})")))
        reverses, text = _without_reversal(text)
        self.rulings.append(
            ParsedRuling(
                kind=Kind.ERRATUM,
                scope=Scope.CARD,
                heading_path=tuple(filter(None, (self.part, self.card_set))),
                title=name,
                text=tidy_text(text),
                cards=(CardCitation(name, self.card_set),),
                reverses_official=reverses,
                lines=span(body),
            )
        )

    def _add_rulebook(self, body: list[Paragraph]) -> None:
        reverses, text = _without_reversal(text_of(body))
        page = PAGE.search(text)
        self.rulings.append(
            ParsedRuling(
                kind=Kind.ERRATUM,
                scope=Scope.RULEBOOK,
                heading_path=(self.part,),
                title=f"Rulebook, p.{page[1]}" if page else one_line(one_line(text)[:60]),
                text=tidy_text(text),
                reverses_official=reverses,
                lines=span(body),
            )
        )

    def _add_general(self, title: str, body: list[Paragraph]) -> None:
        reverses, text = _without_reversal(_paragraphs_and_bullets(body))
        is_nested = self.nest and self.nest != title
        corrects_cards = self.kind == "cards"
        self.rulings.append(
            ParsedRuling(
                kind=Kind.ERRATUM if corrects_cards else Kind.CLARIFICATION,
                scope=Scope.GENERAL if corrects_cards else None,
                heading_path=tuple(filter(None, (self.part, self.card_set, self.nest if is_nested else ""))),
                title=title or self.part,
                text=tidy_text(text),
                reverses_official=reverses,
                lines=span(body),
            )
        )


def _is_label(words: str) -> bool:
    """Whether the words before a colon are a title: few, and the first one with a capital."""
    return len(words.split()) <= 7 and words.lstrip("'‘“\"")[:1].isupper()


def _without_reversal(text: str) -> tuple[bool, str]:
    plain = REVERSAL.sub("", text)
    return plain != text, plain


def _paragraphs_and_bullets(body: list[Paragraph]) -> str:
    """Paragraphs as Markdown, neighbouring bullets as one list."""
    parts: list[str] = []
    for paragraph in body:
        if paragraph.text.startswith("- ") and parts and parts[-1].rsplit("\n", 1)[-1].startswith("- "):
            parts[-1] += f"\n{paragraph.text}"
        elif paragraph.text:
            parts.append(paragraph.text)
    return "\n\n".join(parts)


def _date(month: int, day: int, year: int) -> datetime.date | None:
    """A date in the American order; in the other one, where only that can be meant."""
    if month > 12 >= day:
        month, day = day, month
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
