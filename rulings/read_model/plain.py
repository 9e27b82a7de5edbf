"""Texts without their markup, and dates as records have them."""

import re
from datetime import date, datetime

from importers.paragraphs import ICON
from importers.references import shown_text

# The "**" of "**Forced Response**"; the "\" of "\*"
EMPHASIS = re.compile(r"(?<!\\)\*+|\\(?=[*_\[\]#>-])")
# The "- " of a list, the "# " of a heading, the "> " of a quotation
LINE_START = re.compile(r"(?m)^(\s*)(?:[-*+]|#+|>)\s+")
# The "[note](https://…)" of a link
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
# What stands for a lost icon where it cannot be explained.
LOST = "▢"


def plain_title(title: str) -> str:
    """A title as it reads; it has references, but no other markup."""
    return shown_text(title).replace(ICON, LOST)


def plain_text(text: str) -> str:
    """A text as it reads, line by line: list items begin with a dot, a lost icon is a box."""
    text = LINE_START.sub(r"\1• ", plain_title(text))
    return EMPHASIS.sub("", LINK.sub(r"\1", text))


def one_line(text: str, *, length: int) -> str:
    """The beginning of a text in one line, cut between two words."""
    line = " ".join(plain_text(text).replace("• ", "").split())
    return line if len(line) <= length else f"{line[:length].rsplit(' ', 1)[0]} …"


def moment(when: datetime | None) -> str | None:
    """A point in time, as records have it: "2020-03-01T12:00:00.000Z"."""
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z") if when else None


def day(when: date | None) -> str | None:
    """A day, as records have it: "2020-03-01"."""
    return when.isoformat() if when else None


def labelled(key: str | None, title: str) -> str:
    """A label with the title behind it: "2.11 Searching"."""
    return f"{key or ''} {title}".strip()
