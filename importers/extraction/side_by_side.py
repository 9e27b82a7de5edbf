"""Texts whose columns stand side by side, line by line, as a program leaves them that keeps the look of a page."""

import re

from importers.sources import UnreadableSourceError

# "card’s text applies to all      phase in which it was played"
GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
# A column of prose has lines of so many words, of so many letters at the least.
FEWEST_WORDS, SHORTEST = 3, 14
# So many lines, and so much of a text, stand next to others.
FEWEST, SHARE = 12, 0.1
# So many of them begin within a sentence.
WITHIN = 0.2


def refuse_side_by_side(text: str, name: str) -> None:
    """Raise UnreadableSourceError for a text in which sentences go on below, and others stand next to them."""
    lines = [line for line in text.split("\n") if line.strip()]
    split = [_pieces(line) for line in lines]
    count = sum(bool(pieces) for pieces in split)
    if count < FEWEST or count < SHARE * len(lines):
        return
    # In prose, many lines begin within a sentence, in each of the columns; in a table, none.
    starts = [one[:1].islower() for pieces in split for one in pieces[:2]]
    if sum(starts) >= WITHIN * len(starts):
        raise UnreadableSourceError(
            f"{name} has columns side by side, which a sentence cannot be followed in: import the PDF itself, or "
            "extract its text without keeping its layout (pdftotext without -layout)."
        )


def _pieces(line: str) -> list[str]:
    """The pieces of a line that stand side by side, if at least two of them are prose."""
    pieces = GAP.split(line.strip())
    prose = [one for one in pieces if len(one) >= SHORTEST and len(one.split()) >= FEWEST_WORDS]
    return pieces if len(prose) > 1 else []
