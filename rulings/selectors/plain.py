"""Texts without their markup: for comparisons, snippets, citations and descriptions."""

import re

from importers.paragraphs import ICON
from importers.references import shown_text

# The "**" of "**Forced Response**"; the "\" of "\*"
EMPHASIS = re.compile(r"(?<!\\)\*+|\\(?=[*_\[\]#>-])")
# The "- " of a list, the "# " of a heading, the "> " of a quotation
LINE_START = re.compile(r"(?m)^(\s*)(?:[-*+]|#+|>)\s+")
# The "[note](https://…)" of a link
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")


def plain_text(text: str) -> str:
    """A text as it reads, line by line: list items begin with a dot, a lost icon is a box."""
    text = LINE_START.sub(r"\1• ", shown_text(text))
    return EMPHASIS.sub("", LINK.sub(r"\1", text)).replace(ICON, "▢")


def one_line(text: str, *, length: int) -> str:
    """The beginning of a text in one line, cut between two words."""
    line = " ".join(plain_text(text).replace("• ", "").split())
    return line if len(line) <= length else f"{line[:length].rsplit(' ', 1)[0]} …"
