"""Reads the rules part of a FAQ as Markdown-like text whose fonts lost ligatures and icons: a recipe, and that repair.

Parts under "# Game play", sections under "## (1.1) Attacks of Opportunity", bullets marked with "=".
"""

import re
from dataclasses import replace

from importers.cleaning import clean_text
from importers.extraction.layout import Line
from importers.extraction.text import layout_of_text
from importers.facts import UNKNOWN_GAME, Facts
from importers.house.front_matter import FENCE
from importers.ligatures import Repairer
from importers.parts.document import read_by_recipe
from importers.recipe_files import read_recipe
from importers.records import ParsedDocument, Repair
from importers.sources import Claim, SourceText

# "## (1.1) A acks of Opportunity"
SECTION = re.compile(r"^#{2,4}\s*\(?(\d+(?:\.\d+)+)\)?\s+(.+)$")
# "========" below a title
UNDERLINE = re.compile(r"^[=\-]{3,}$")
# "= A card in play and under his or her control."
BULLET = re.compile(r"^[=•·]\s+")
RECIPE = read_recipe(
    r"""
name = "rules-faq"
game = ""
document = "FAQ"
edition = '\bv(?:ersion)?\.? ?(\d+(?:\.\d+)+)\b'

[[parts]]
heading = "*"
look = "h1"
reader = "sections"
entry = ["(SECTION) TITLE", "SECTION TITLE"]
entry_look = "h2 or h3 or h4"
"""
)


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
        restored, repairs = _restored(source)
        game = facts.recognise(restored.text)
        layout, _ = clean_text(layout_of_text(restored), is_heading=_is_heading)
        document = read_by_recipe(layout, replace(RECIPE, game=game), facts=facts.of(game))
        return replace(
            document,
            repairs=(*repairs, *document.repairs),
            problems=(*document.problems, *(() if game else (UNKNOWN_GAME,))),
        )


def _restored(source: SourceText) -> tuple[SourceText, list[Repair]]:
    """The text with the letters that its fonts lost, and with bullets as Markdown has them."""
    repairer = Repairer(source.lines)
    repaired = [repairer.repair(line, number=number) for number, line in enumerate(source.lines, 1)]
    text = "\n".join(BULLET.sub("- ", one.text) for one in repaired)
    return replace(source, text=text), [repair for one in repaired for repair in one.repairs]


def _is_heading(line: Line) -> bool:
    return bool(line.level or UNDERLINE.match(line.text))
