"""How entries are headed, in words that an editor can write: "NAME (SET, NUMBER)" is a pattern like any other."""

import re
from functools import cache

from rapidfuzz import fuzz, process

# What the words of a pattern stand for.
WORDS = {
    "NAME": r"(?P<name>\S.{0,90}?)",
    "NUMBER": r"#?(?P<number>[A-Z]{0,3} ?\d{1,4}[A-Za-z]?)",
    "SET": r"(?P<set>[^()]{2,60}?)",
    "PACK": r"(?P<pack>[^()]{2,60}?)",
    # "FM-047", "TNB 22": a set's letters and a number in one
    "CODE": r"(?P<set>[A-Z][A-Z0-9]{1,4})[- ]?(?P<number>\d{1,4}[a-z]?)",
    "TAG": r"\(?(?P<tag>[vV](?:er)?\.? ?\d+(?:\.\d+)*)\)?",
    "LABEL": r"(?P<label>\d{1,2}(?:\.\d{1,3})*[a-z]?|[A-Z]{1,3}\.?\d+(?:\.\d+)*|[A-Z]|[IVX]{1,5})",
    "SECTION": r"(?P<label>\d{1,3}(?:\.\d{1,3})+[a-z]?|[A-Z]{1,3}\.\d+(?:\.\d+)*)",
    "TITLE": r"(?P<title>\S.*?)",
}
# In hundredths: how alike a misspelt word of a pattern is to the one that is meant.
MISSPELT = 75
TOKEN = re.compile(r"[A-Z]{3,}|\s+|\[|\]|.")


class PatternError(ValueError):
    """A pattern that cannot be read; the message says why."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern as a regular expression; what stands in square brackets may be missing."""
    parts, used, depth = [], set(), 0
    if pattern.count("(") != pattern.count(")"):
        raise PatternError(f"{pattern!r} has a round bracket that is not closed.")
    for piece in TOKEN.findall(pattern.strip()):
        meant = (
            process.extractOne(piece, tuple(WORDS), scorer=fuzz.ratio, score_cutoff=MISSPELT)
            if len(piece) > 2
            else None
        )
        if meant and meant[0] != piece:
            raise PatternError(f"{piece} in {pattern!r} is not a word of patterns: is {meant[0]} meant?")
        if piece in WORDS:
            if piece == "TAG" and pattern.count("TAG") == 2 and piece in used:
                # A tag may stand before a name or behind it.
                parts.append(WORDS[piece].replace("<tag>", "<second_tag>"))
                continue
            if piece in used:
                raise PatternError(f"{piece} stands twice in {pattern!r}.")
            used.add(piece)
            parts.append(WORDS[piece])
        elif piece == "[":
            depth += 1
            parts.append("(?:")
        elif piece == "]" and depth:
            depth -= 1
            parts.append(")?")
        else:
            parts.append(r"\s+" if piece.isspace() else re.escape(piece))
    if depth or not used:
        known = ", ".join(WORDS)
        raise PatternError(f"{pattern!r} is not a pattern: it needs one of {known}, and closed square brackets.")
    try:
        return re.compile("".join(parts) + r"\s*:?$")
    except re.error:
        raise PatternError(f"{pattern!r} is not a pattern: LABEL and SECTION are one and the same.") from None


def match(patterns: tuple[str, ...], text: str, *, barred: str = "") -> dict[str, str] | None:
    """What the first pattern that fits a text finds in it; `barred` is the text with a bar where its look changes."""
    for pattern in patterns:
        if found := compiled(pattern).match(barred if "|" in pattern else text):
            values = {name: " ".join(value.split()) for name, value in found.groupdict(default="").items()}
            second = values.pop("second_tag", "")
            return {**values, "tag": values["tag"] or second} if "tag" in values else values
    return None
