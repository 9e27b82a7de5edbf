"""Reads the rules part of a FAQ as Markdown-like text whose fonts lost ligatures and icons.

Parts under "# Game play", sections under "## (1.1) Attacks of Opportunity", bullets marked with "=".
"""

import re

from importers.drafts import Draft
from importers.facts import NO_VERSION, UNKNOWN_GAME, UNLABELLED, Facts
from importers.house.front_matter import FENCE
from importers.ligatures import Repairer
from importers.paragraphs import Paragraph, join_cut_sentences, span
from importers.records import (
    Kind,
    Lines,
    ParsedDocument,
    ParsedRuling,
    one_line,
    tidy_text,
)
from importers.sources import Claim, SourceText

# "## (1.1) A acks of Opportunity"
SECTION = re.compile(r"^#{2,4}\s*\(?(\d+(?:\.\d+)+)\)?\s+(.+)$")
# "# Game play"
PART = re.compile(r"^#\s+(.+)$")
# "========" below a title
UNDERLINE = re.compile(r"^[=\-]{3,}$")
# "= A card in play and under his or her control."
BULLET = re.compile(r"^[=•·]\s+")
# "Version 1.2", "v1.2"
VERSION = re.compile(r"\bv(?:ersion)?\.? ?(\d+(?:\.\d+)+)\b", re.IGNORECASE)


class RulesFaq:
    """The rules part of a FAQ, with Markdown headings and lost ligatures."""

    name = "rules-faq"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is such a text, and why."""
        if next((line for line in source.lines if line.strip()), "").strip() == FENCE:
            return Claim.no("it begins with front matter")
        if sum(bool(SECTION.match(line)) for line in source.lines) < 2:
            return Claim.no("it has no Markdown headings with section numbers, like “## (1.1) Attacks of Opportunity”")
        return Claim.yes("it has Markdown headings with section numbers")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        reader = _Reader(source)
        reader.read()
        text = " ".join(paragraph.text for paragraph in reader.paragraphs)
        version = VERSION.search(" ".join(source.lines[:5]))
        game = facts.recognise(text)
        if not version:
            reader.problems.append(NO_VERSION)
        if not game:
            reader.problems.append(UNKNOWN_GAME)
        return reader.as_document(game=game, document="FAQ", edition=version[1] if version else UNLABELLED)


class _Reader(Draft):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.repairer = Repairer(source.lines)
        repaired = [self._repair(line, number) for number, line in enumerate(source.lines, 1) if line.strip()]
        self.paragraphs = join_cut_sentences(repaired, is_heading=_is_heading)
        self.part = ""
        self.title: Paragraph | None = None
        self.body: list[Paragraph] = []

    def _repair(self, line: str, number: int) -> Paragraph:
        repaired = self.repairer.repair(line, number=number)
        self.repairs += repaired.repairs
        return Paragraph(repaired.text, Lines(number, number))

    def read(self) -> None:
        for paragraph in self.paragraphs:
            if SECTION.match(paragraph.text):
                self._close()
                self.title = paragraph
            elif match := PART.match(paragraph.text):
                self._close()
                self.part = one_line(match[1])
                self.add_heading(self.part, paragraph.lines)
            elif self.title:
                self.body.append(paragraph)
            elif self.part:
                self.leave(paragraph.text, paragraph.lines)
            else:
                # The title of the file, and what it says about itself.
                self.add_heading(paragraph.text, paragraph.lines)
        self._close()

    def _close(self) -> None:
        title, body = self.title, self.body
        self.title, self.body = None, []
        match = SECTION.match(title.text) if title else None
        if title is None or match is None:
            return
        if not body:
            self.leave(title.text, title.lines)
            return
        self.rulings.append(
            ParsedRuling(
                kind=Kind.CLARIFICATION,
                heading_path=(self.part or "Rules",),
                key=match[1],
                title=one_line(match[2]),
                text=tidy_text(_with_bullets(body)),
                lines=span([title, *body]),
            )
        )


def _is_heading(text: str) -> bool:
    return bool(text.startswith("#") or UNDERLINE.match(text) or BULLET.match(text))


def _with_bullets(body: list[Paragraph]) -> str:
    """Paragraphs as Markdown, neighbouring bullets as one list."""
    parts: list[str] = []
    for paragraph in body:
        is_bullet = bool(BULLET.match(paragraph.text))
        text = BULLET.sub("- ", paragraph.text)
        if is_bullet and parts and parts[-1].rsplit("\n", 1)[-1].startswith("- "):
            parts[-1] += f"\n{text}"
        else:
            parts.append(text)
    return "\n\n".join(parts)
