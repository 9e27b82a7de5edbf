"""Finds what an erratum quotes, and leaves the rest of it as a sentence with numbered gaps."""

import re
from dataclasses import dataclass

# A quotation mark that opens: behind a space or a bracket, before a word.
OPENS = re.compile(r"(?:(?<=[\s(\[:,—–-])|^)[\"“”](?=\S)|“")
CLOSES = re.compile(r"(?<=\S)[\"”](?=[\s.,;:!?)\]—–]|$)|”")
# 'played'; an apostrophe within a word does not count.
SINGLE = re.compile(r"(?<!\w)['‘]((?:[^'’\n]|(?<=\w)['’](?=\w)){1,200}?)[,.]?['’](?!\w)")
# **Forced Response**, where no quotation marks are used
BOLD = re.compile(r"(?:(?<=not )|(?<=instead of )|(?<=rather than ))\*\*([^*\n]{1,80})\*\*")
GAP = "⟦{}⟧"
LONGEST = 3000


@dataclass(frozen=True)
class Quoted:
    """An erratum with gaps in the place of what it quotes, and the quotations."""

    skeleton: str
    words: tuple[str, ...]


def take_apart(text: str) -> Quoted:
    """The quotations of a text, the outer one where one is within another."""
    found: list[str] = []
    skeleton, place = "", 0
    while opening := OPENS.search(text, place):
        end = _end_of(text, opening.end())
        words = text[opening.end() : end]
        skeleton += text[place : opening.start()] + GAP.format(len(found))
        found.append(words.strip())
        place = min(end + 1, len(text))
        if text[place - 2 : place - 1] in ".!?" and re.match(r"\s+[A-Z]|\s*$", text[place:]):
            # The full stop within the quotation ends the sentence as well.
            skeleton += "."
    skeleton += text[place:]
    for pattern in (SINGLE, BOLD):
        skeleton = pattern.sub(lambda match: _gap(match[1], found), skeleton)
    return Quoted(skeleton, tuple(found))


def _gap(words: str, found: list[str]) -> str:
    found.append(words.strip())
    return GAP.format(len(found) - 1)


def _end_of(text: str, start: int) -> int:
    """Where a quotation ends that begins here; quotations within it are part of it."""
    depth, place = 1, start
    while place < min(len(text), start + LONGEST):
        opening, closing = OPENS.search(text, place), CLOSES.search(text, place)
        if closing is None:
            # It was never closed, and ends with its paragraph.
            end = text.find("\n\n", start)
            return end if end >= 0 else len(text)
        if opening and opening.start() < closing.start():
            depth, place = depth + 1, opening.end()
            continue
        depth, place = depth - 1, closing.end()
        # “A … with the text “B.” has two marks that open and one that closes: it ends with the paragraph.
        if depth == 0 or (depth == 1 and not CLOSES.search(text, place) and _ends_here(text, place)):
            return closing.start() if depth == 0 else closing.end()
    return min(len(text), start + LONGEST)


def _ends_here(text: str, place: int) -> bool:
    return not text[place:].strip()
