"""Whether a recipe is for a document: by what its title and first lines name, and by its headings."""

import re
from collections.abc import Iterator
from itertools import pairwise

from importers.folding import fold, fold_text
from importers.proposing.naming import names_in_title
from importers.recipes import LONGEST_HEADING, Recipe
from importers.sources import Claim, SourceText

# So many lines at the start name the game; and a heading has so many lines.
FIRST_LINES, MOST_LINES = 60, 3
# "… questions for the Call of Cthulhu Living Card Game": a sentence that says what a document is about
OF_A_GAME = r"(?: the)?(?: (?:living|collectible|trading|deck ?building))? (?:card game|lcg|ccg|tcg) "
SENTENCE = re.compile(r"[.;,!][\"”’')]?$")


def claim_by_recipe(recipe: Recipe, source: SourceText) -> Claim:
    """Whether a recipe is for a document, and why."""
    if not recipe.names and not recipe.says:
        return Claim.no("the recipe does not say how to know its document")
    if recipe.names and not any(_is_named(name, source) for name in recipe.names):
        return Claim.no(f"its title and first headings do not name {' or '.join(recipe.names)}")
    if recipe.names and (other := _other_game(recipe, source)):
        return Claim.no(f"its title names {other}")
    headings = set(_headings(source))
    heads = [f" {fold(one)} " for one in (*_heads(source), *_marked_headings(source))]
    missing = [
        one
        for one in recipe.says
        if _closed_up(one) not in headings and not any(f" {fold(one)} " in head for head in heads)
    ]
    if missing:
        return Claim.no(f"no heading in it says “{missing[0]}”")
    named = f"names {recipe.names[0]}, and " if recipe.names else ""
    return Claim.yes(f"it {named}says {', '.join(f'“{one}”' for one in recipe.says)}")


def _is_named(name: str, source: SourceText) -> bool:
    """Whether a game is named in the title or a heading at the start, or a sentence there calls it a card game."""
    folded = fold(name)
    if any(f" {folded} " in f" {fold(one)} " or _closed_up(one) == _closed_up(name) for one in _heads(source)):
        return True
    front = f" {fold_text(' '.join(_first_lines(source)))} "
    return bool(re.search(f" {re.escape(folded)}{OF_A_GAME}", front))


def _other_game(recipe: Recipe, source: SourceText) -> str:
    """The name in the title that the document speaks of more than of the recipe's game."""
    own = [fold(name) for name in recipe.names]
    text = f" {fold_text(source.text)} "
    most = max(text.count(f" {name} ") for name in own)
    names = [fold(name) for title in _titles(source) for name in names_in_title(title)]
    if any(one in name or name in one or _closed_up(one) in _closed_up(name) for one in own for name in names):
        return ""
    return next((name.title() for name in names if text.count(f" {name} ") > most), "")


def _titles(source: SourceText) -> list[str]:
    """The title that a file bears, and the one that is printed."""
    lines = source.layout.lines if source.layout else ()
    printed = next((line.text for line in lines if line.level == 1 and not line.aside), "")
    return [one for one in (source.layout.title if source.layout else "", printed or _first_lines(source)[0]) if one]


def _heads(source: SourceText) -> list[str]:
    """The titles, and the short lines at the start that are not sentences; a heading may take two of them."""
    first = [one if _is_short(one) else "" for one in _first_lines(source)]
    both = (f"{one} {after}" for one, after in pairwise(first) if one and after)
    return [*_titles(source), *filter(None, first), *both]


def _is_short(line: str) -> bool:
    return len(line) <= LONGEST_HEADING and not SENTENCE.search(line)


def _first_lines(source: SourceText) -> list[str]:
    return _lines(source)[:FIRST_LINES]


def _lines(source: SourceText) -> list[str]:
    """The lines that are read, without the blank ones."""
    lines = [line.text for line in source.layout.lines if not line.aside] if source.layout else source.lines
    return [" ".join(line.split()) for line in lines if line.strip()]


def _headings(source: SourceText) -> Iterator[str]:
    """What can be a heading, without its spaces: each line that is short enough, and a few of them in a row."""
    lines = _lines(source)
    for place in range(len(lines)):
        words = ""
        for line in lines[place : place + MOST_LINES]:
            words = f"{words} {line}"
            if len(words) > LONGEST_HEADING:
                break
            yield _closed_up(words)


def _marked_headings(source: SourceText) -> list[str]:
    """What a page marks as a heading, or a PDF sets larger; "Appendix I: Timing" says "Timing"."""
    return [line.text for line in source.layout.lines if line.level and not line.aside] if source.layout else []


def _closed_up(words: str) -> str:
    """The letters of a heading, whatever spaces its setting tore into it: "Def initions"."""
    return fold_text(words).replace(" ", "")
