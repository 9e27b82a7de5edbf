"""How to cite a ruling, in plain text and in Markdown."""

import re
from dataclasses import dataclass

from rulings.models import Change
from rulings.selectors.plain import plain_title

LONGEST_TITLE = 120
# What Markdown would read as more than itself.
SPECIAL = re.compile(r"([\\`*_\[\]<>])")


@dataclass(frozen=True)
class Citation:
    """One citation in two notations."""

    plain: str
    markdown: str


def cite(change: Change, *, url: str) -> Citation:
    """The citation of a ruling as it is read in an edition, at an absolute address."""
    words = f"{source_name(change)}, {ruling_name(change)}"
    escaped = SPECIAL.sub(r"\\\1", words)
    return Citation(f"{words}. {url}", f"[{escaped}]({url})")


def source_name(change: Change) -> str:
    """The document and edition: "Call of Cthulhu FAQ 3.2"."""
    document = change.ruling.document
    name = f"{document.game.name} {document.title} {change.edition.version}".strip()
    return f"{name} (digest)" if document.is_digest else name


def ruling_name(change: Change) -> str:
    """What a ruling is called: "2.11 Searching", "erratum on Hound of Tindalos (Core Set F110)", "“Can I …?”"."""
    revision, ruling = change.revision, change.ruling
    if revision is None:
        return ""
    title = plain_title(revision.title).rstrip(".")
    if len(title) > LONGEST_TITLE:
        title = f"{title[:LONGEST_TITLE].rsplit(' ', 1)[0]} …"
    if ruling.kind == "listing" or ruling.scope == "card":
        place = _place(revision.cards)
        return f"{ruling.list_name} list: {title}{place}" if ruling.list_name else f"erratum on {title}{place}"
    words = f"“{title}”" if ruling.kind == "question" else title
    return f"{revision.key} {words}".strip()


def _place(cards: list[dict[str, str]]) -> str:
    """Where the one card of a ruling is printed: " (Core Set F110)"."""
    words = " ".join(filter(None, (cards[0]["set"], cards[0]["number"]))) if len(cards) == 1 else ""
    return f" ({words})" if words else ""
