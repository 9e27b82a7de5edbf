"""What stands before the first part of a document: its title and preface, and what no reader was told to read."""

import re
from collections.abc import Iterator, Sequence

from importers.drafts import Draft
from importers.folding import is_shouted
from importers.parts.lines import Numbered
from importers.parts.questions import ASKS, ENDS
from importers.patterns import match
from importers.recipes import LONGEST_HEADING, Recipe
from importers.records import Lines, Problem, Severity

# What of a pattern is optional: the "[TAG ]" of "[TAG ]NAME (NUMBER)"
OPTIONAL = re.compile(r"\[[^\[\]]*\]")
# A pattern with one of these tells an entry from any other line.
TELLING = re.compile(r"NUMBER|SECTION|CODE|SET|LABEL")
# Prose has so many words, and ends as a sentence does.
FEWEST_WORDS = 5
SENTENCE = re.compile(r"[.!:;][\"”’'*)\]]*$")


def keep_front(lines: Sequence[Numbered], recipe: Recipe, draft: Draft, *, medium: str) -> None:
    """Keep the title and the preface as headings, and leave what can be a ruling, with a warning."""
    unread = set(_unread(lines, recipe, medium))
    for one in lines:
        place = Lines(one.number, one.number)
        if one.number in unread:
            draft.leave(one.text, place)
        else:
            draft.add_heading(one.text, place)
    if unread:
        count = "1 line" if len(unread) == 1 else f"{len(unread)} lines"
        draft.problems.append(
            Problem(
                min(unread),
                f"{count} before the first part of the recipe {'is' if len(unread) == 1 else 'are'} read by nothing.",
                "If there are rulings among them, give the recipe a part that begins above them.",
                Severity.WARNING,
            )
        )


def _unread(lines: Sequence[Numbered], recipe: Recipe, medium: str) -> Iterator[int]:
    """The numbers of lines that can be of a ruling: entries, questions, and prose below a heading of its own."""
    is_title, is_headed = True, False
    for place, one in enumerate(lines):
        is_entry = place > 0 and (bool(ASKS.match(one.text)) or _heads_entry(one, recipe, medium))
        if is_entry or _is_heading(one):
            is_title = is_title and not is_entry
            is_headed = not is_title
        elif is_title:
            is_title = not _is_prose(one)
        if is_entry or (is_headed and _is_prose(one)):
            yield one.number


def _heads_entry(one: Numbered, recipe: Recipe, medium: str) -> bool:
    """Whether a line looks like the head of an entry that some part of the recipe has, and is not the version."""
    if any(pattern and re.search(pattern, one.text, re.IGNORECASE) for pattern in (recipe.edition, recipe.date)):
        return False
    for part in recipe.parts:
        telling = tuple(pattern for pattern in part.entry if TELLING.search(OPTIONAL.sub("", pattern)))
        if telling and part.entry_look.fits(one.line, medium=medium) and match(telling, one.text):
            return True
    return False


def _is_heading(one: Numbered) -> bool:
    line = one.line
    stands_out = line.level > 0 or line.is_all("bold") or line.is_all("sloped") or is_shouted(line.text)
    return stands_out and len(line.text) <= LONGEST_HEADING and not line.marker


def _is_prose(one: Numbered) -> bool:
    is_sentence = bool(SENTENCE.search(one.text.strip()) or ENDS.search(one.text))
    return not _is_heading(one) and is_sentence and len(one.text.split()) >= FEWEST_WORDS
