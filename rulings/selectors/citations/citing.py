"""How to cite a ruling, in plain text and in Markdown."""

import re
from dataclasses import dataclass
from typing import Any

from rulings.read_model.records import CitedCard

LONGEST_TITLE = 120
# What Markdown would read as more than itself.
SPECIAL = re.compile(r"([\\`*_\[\]<>])")


@dataclass(frozen=True)
class Citation:
    """One citation in two notations."""

    plain: str
    markdown: str


def cite(ruling: Any, *, site: str) -> Citation:
    """The citation of a ruling as it is read in an edition, on a site."""
    url = f"{site}{ruling['url']}"
    name = f"{ruling['game_name']} {ruling['edition_title']}"
    words = f"{name} (digest), {ruling_name(ruling)}" if ruling["is_digest"] else f"{name}, {ruling_name(ruling)}"
    return Citation(f"{words}. {url}", f"[{escape(words)}]({url})")


def escape(text: str) -> str:
    """A text in which Markdown sees nothing but words."""
    return SPECIAL.sub(r"\\\1", text)


def ruling_name(ruling: Any) -> str:
    """What a ruling is called: "2.11 Searching", "erratum on Hound of Tindalos (Core Set F110)", "“Can I …?”"."""
    title = ruling["plain_title"].rstrip(".")
    if len(title) > LONGEST_TITLE:
        title = f"{title[:LONGEST_TITLE].rsplit(' ', 1)[0]} …"
    if ruling["is_headed_by_cards"]:
        place = _place(ruling["cards"])
        return f"{ruling['list']} list: {title}{place}" if ruling["list"] else f"erratum on {title}{place}"
    words = f"“{title}”" if ruling["kind"] == "question" else title
    return f"{ruling['key'] or ''} {words}".strip()


def _place(cards: list[CitedCard]) -> str:
    """Where the one card of a ruling is printed: " (Core Set F110)"."""
    words = " ".join(filter(None, (cards[0]["set"], cards[0]["number"]))) if len(cards) == 1 else ""
    return f" ({words})" if words else ""
