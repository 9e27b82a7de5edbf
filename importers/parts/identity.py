"""Which edition a document is, and of which day, as it says itself."""

import datetime
import re

from importers.extraction.layout import Layout, Line
from importers.recipes import Recipe

# So many lines at the start say which edition this is.
FIRST_LINES, LAST_LINES = 60, 20
SHORT = 120
# "01/13/2020", "13.1.2020", "2020-01-13", "January 13, 2020"
SLASHED = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b")
ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
WRITTEN = re.compile(rf"\b({'|'.join(MONTHS)})\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b", re.IGNORECASE)
WRITTEN_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+({'|'.join(MONTHS)}),?\s+(\d{{4}})\b", re.IGNORECASE)


def edition_of(layout: Layout, recipe: Recipe) -> str:
    """The version that the document prints."""
    pattern = re.compile(recipe.edition, re.IGNORECASE) if recipe.edition else None
    # It may stand at the end, or in a footer.
    others = (line.text for line in (*reversed(layout.lines[-LAST_LINES:]), *layout.lines) if len(line.text) < SHORT)
    for line in (*_first_lines(layout), *others):
        found = pattern.search(" ".join(line.split())) if pattern else None
        if found:
            label = found[1] if found.groups() else found[0]
            is_torn = recipe.dotless and re.fullmatch(r"\d\d", label)
            return f"{label[0]}.{label[1]}" if is_torn else label
    return ""


def date_of(layout: Layout, recipe: Recipe) -> datetime.date | None:
    """The date that the document prints, where the recipe says so."""
    if not recipe.date:
        return None
    pattern = re.compile(recipe.date, re.IGNORECASE)
    for line in _first_lines(layout):
        if found := pattern.search(" ".join(line.split())):
            return parse_date(found[1] if found.groups() else found[0])
    return None


def _first_lines(layout: Layout) -> list[str]:
    return [layout.title, *(line.text for line in _text_lines(layout)[:FIRST_LINES])]


def _text_lines(layout: Layout) -> list[Line]:
    return [line for line in layout.lines if not line.aside]


def parse_date(text: str) -> datetime.date | None:
    """A date as documents print it; in the American order, unless only the other one can be meant."""
    if found := ISO.search(text):
        year, month, day = map(int, found.groups())
    elif found := SLASHED.search(text):
        month, day, year = map(int, found.groups())
        if month > 12 >= day:
            month, day = day, month
    elif found := WRITTEN.search(text):
        month, day, year = MONTHS.index(found[1].lower()) + 1, int(found[2]), int(found[3])
    elif found := WRITTEN_FIRST.search(text):
        day, month, year = int(found[1]), MONTHS.index(found[2].lower()) + 1, int(found[3])
    else:
        return None
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
