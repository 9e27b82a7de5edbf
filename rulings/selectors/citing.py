"""How to cite a ruling, in plain text and in Markdown."""

from dataclasses import dataclass

from rulings.models import Change
from rulings.selectors.plain import one_line

LONGEST_TITLE = 120


@dataclass(frozen=True)
class Citation:
    """One citation in two notations."""

    plain: str
    markdown: str


def cite(change: Change, *, url: str) -> Citation:
    """The citation of a ruling as it is read in an edition, at an absolute address."""
    words = f"{source_name(change)}, {ruling_name(change)}"
    escaped = words.replace("[", "\\[").replace("]", "\\]")
    return Citation(f"{words}. {url}", f"[{escaped}]({url})")


def source_name(change: Change) -> str:
    """The document and edition: "Call of Cthulhu FAQ 3.2"."""
    document = change.ruling.document
    name = f"{document.game.name} {document.title} {change.edition.version}".strip()
    return f"{name} (digest)" if document.is_digest else name


def ruling_name(change: Change) -> str:
    """What a ruling is called: "2.11 Searching", "erratum on Hound of Tindalos", "“Can I …?”"."""
    revision, ruling = change.revision, change.ruling
    title = one_line(revision.title, length=LONGEST_TITLE) if revision else ""
    key = f"{revision.key} " if revision and revision.key else ""
    if ruling.kind == "erratum" and ruling.scope == "card":
        return f"erratum on {title}"
    if ruling.kind == "listing":
        return f"{ruling.list_name} list: {title}"
    return f"{key}“{title}”" if ruling.kind == "question" else f"{key}{title}"
