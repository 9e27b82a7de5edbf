"""Reads the FAQs of living card games as they come out of a PDF with one paragraph a line: a recipe, and two repairs.

Card errata under shouted set names, restricted and banned lists, sections (1.1) to (3.5), a timing part with
numbered steps, and questions with their answers as plain paragraphs.
"""

import re
from dataclasses import replace

from importers.cleaning import clean_text
from importers.extraction.layout import Line
from importers.extraction.text import layout_of_text
from importers.facts import NO_VERSION, UNLABELLED, Facts
from importers.folding import calm, fold, is_shouted
from importers.parts.document import read_by_recipe
from importers.patterns import compiled, match
from importers.recipe_files import read_recipe
from importers.records import ParsedDocument, Problem, Severity, one_line
from importers.sources import Claim, SourceText

# "CALL OF CTHULHU THE CARD GAME"
GAME_TITLE = re.compile(r"^(.+?)[:,]? (?:THE CARD GAME|LCG|LIVING CARD GAME)$", re.IGNORECASE)
# "FAQ / ERRATA VERSION 32", "FAQ Version 2.1"
VERSION = re.compile(r"\bFAQ\b.*\bVERSION\s+([\d.]+)", re.IGNORECASE)
FIRST_LINES = 30
RECIPE = read_recipe(
    """
name = "lcg-faq"
game = ""
document = "FAQ"

[[parts]]
heading = [
    "Card Clarification and Errata", "Card Clarifications and Errata", "Card Errata and Clarifications",
    "Card Errata & Clarification", "Card Clarification & Errata", "Card Clarifications & Errata",
    "Card Errata", "Card Clarification", "Card Clarifications",
]
reader = "errata"
entry = "NAME (NUMBER)"
group_look = "shouted"

[[parts]]
heading = "Restricted List"
reader = "listing"
list = "restricted"
entry = ["NAME (SET NUMBER)", "NAME (NUMBER)"]

[[parts]]
heading = "Banned List"
reader = "listing"
list = "banned"
entry = ["NAME (SET NUMBER)", "NAME (NUMBER)"]

[[parts]]
heading = "Most Recent Printing"
reader = "notes"

[[parts]]
heading = [
    "Official Rules Clarification", "Official Rules Clarifications", "Rules Clarification", "Rules Clarifications",
]
reader = "sections"
entry = "(SECTION) TITLE"
group_look = "shouted"

[[parts]]
heading = [
    "Player Handbook Errata", "Handbook Errata", "Rulebook Errata", "Rule Book Errata", "Core Rulebook Errata",
    "Core Set Rulebook Errata", "Core Rule Book Errata",
]
under = "Official Rules Clarification"
reader = "rulebook"

[[parts]]
heading = "Timing Structure"
reader = "chart"

[[parts]]
heading = "Frequently Asked Questions"
reader = "questions"
"""
)


class LcgFaq:
    """FAQs of living card games, one paragraph a line."""

    name = "lcg-faq"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is such a FAQ, and why."""
        lines = [line.strip() for line in source.lines]
        if not any(VERSION.search(line) for line in lines[:FIRST_LINES]):
            return Claim.no("it does not begin with a title like “FAQ … VERSION 3.2”")
        if not any(compiled("NAME (NUMBER)").match(line) for line in lines):
            return Claim.no("no line names a card with its number, like “Hound of Tindalos (F110)”")
        if not any(compiled("(SECTION) TITLE").match(line) for line in lines):
            return Claim.no("no line is a section heading like “(1.1) Card Effects”")
        return Claim.yes("it begins with a version, and has cards with their numbers and section headings")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        game, label, problems = _identity(source)
        game = game or facts.recognise(source.text)
        icons = facts.icons_in(source.lines)
        layout, repairs = clean_text(layout_of_text(source), is_heading=_is_heading, icons=icons)
        document = read_by_recipe(layout, replace(RECIPE, game=game), facts=facts.of(game))
        kept = [
            problem for problem in document.problems if problem != NO_VERSION and "not found" not in problem.message
        ]
        return replace(
            document,
            edition=label or UNLABELLED,
            repairs=(*repairs, *document.repairs),
            problems=(*problems, *kept),
        )


def _identity(source: SourceText) -> tuple[str, str, list[Problem]]:
    lines = [one_line(line) for line in source.lines[:FIRST_LINES] if line.strip()]
    title = next((found[1] for line in lines if (found := GAME_TITLE.match(line))), "")
    label = next((found[1] for line in lines if (found := VERSION.search(line))), "")
    problems = [] if label else [NO_VERSION]
    if re.fullmatch(r"\d\d", label):
        # These FAQs are numbered 1.0 to 9.9, and extraction drops the dot.
        problems.append(Problem(1, f"The printed version {label} has lost its dot.", "", Severity.WARNING))
        label = f"{label[0]}.{label[1]}"
    return calm(title) if is_shouted(title) else title, label, problems


def _is_heading(line: Line) -> bool:
    """Whether a line stands for itself, and is not half of a sentence."""
    patterns = tuple(pattern for part in RECIPE.parts for pattern in part.entry)
    is_part = any(fold(line.text) == fold(heading) for part in RECIPE.parts for heading in part.heading)
    is_step = bool(line.marker or re.match(r"^\d+[.)] ", line.text))
    return is_part or is_step or is_shouted(line.text) or bool(line.level) or bool(match(patterns, line.text))
