"""Texts without their markup: for comparisons, snippets, citations and descriptions."""

import re
from collections.abc import Iterable

from importers.paragraphs import ICON
from importers.references import shown_text
from rulings.models import Change

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


def questions_of(changes: Iterable[Change]) -> list[tuple[str, str]]:
    """The questions among some rulings with their answers."""
    revisions = [change.revision for change in changes if change.ruling.kind == "question"]
    return [(plain_title(one.title), plain_text(one.text)) for one in revisions if one]
