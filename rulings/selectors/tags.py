"""The rulings of a document by the version tags that it prints beside them."""

import re

from rulings.models import Change, Document, Edition

# The numbers of "v1.10"
NUMBERS = re.compile(r"\d+")


def has_tags(document: Document) -> bool:
    """Whether a document prints version tags."""
    current = document.current
    return current is not None and current.changes.standing().exclude(revision__version_tag="").exists()


def rulings_by_tag(edition: Edition) -> list[tuple[str, list[Change]]]:
    """The tagged rulings of an edition, the newest tag first."""
    tags: dict[str, list[Change]] = {}
    tagged = edition.changes.standing().exclude(revision__version_tag="").with_ruling().order_by("position")
    for change in tagged:
        if change.revision:
            tags.setdefault(change.revision.version_tag, []).append(change)
    return sorted(tags.items(), key=lambda item: [int(part) for part in NUMBERS.findall(item[0])], reverse=True)
