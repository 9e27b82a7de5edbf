"""What changed, entry by entry, newest first, for feeds."""

from dataclasses import dataclass
from datetime import datetime

import orjson

from rulings.models import Change, ReleaseNote, ShownEdition
from rulings.read_model import addresses
from rulings.read_model.changes import Comparison, change_record, with_wordings
from rulings.read_model.records.documents import EditionRecord
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.wording import labelled
from rulings.selectors.documents.reading import editions

PAGE_SIZE = 50


@dataclass(frozen=True)
class Entry:
    """What an edition did to one ruling; or that the first edition of a document was published."""

    edition: EditionRecord
    updated: datetime
    change: ChangeRecord | None = None
    # The release note of an edition that is not the first.
    note: str = ""

    @property
    def title(self) -> str:
        name = f"{self.edition['game_name']} {self.edition['title']}"
        if self.change is None and self.edition["compare_url"] is not None:
            counts = ", ".join(f"{count} {kind}" for kind, count in self.edition["changes"].items() if count)
            return f"{name}{' (our correction)' if self.edition['corrects'] else ''}: {counts}"
        if self.change is None:
            count = self.edition["rulings"]
            return f"{name}: first published here, with {count} ruling{'' if count == 1 else 's'}"
        done = "corrected by us" if self.edition["corrects"] else self.change["kind"]
        return f"{name}: {done}: {labelled(self.change['ruling']['key'], self.change['ruling']['title'])}"

    @property
    def url(self) -> str:
        if self.change is None and self.edition["compare_url"] is not None:
            return f"{self.edition['url']}release-note/"
        return self.change["ruling"]["url"] if self.change else self.edition["url"]

    @property
    def author(self) -> str:
        """The document that says it: "FAQ" of "FAQ 3.2"."""
        document = self.edition["title"].removesuffix(self.edition["version"]).strip()
        return f"{self.edition['game_name']} {document}"

    @property
    def category(self) -> str:
        return str(self.change["kind"]) if self.change else "published"

    @property
    def id(self) -> str:
        """The path that no other entry has, now or later."""
        if self.change is None:
            return self.edition["url"]
        slug = self.change["ruling"]["id"].rsplit("/", 1)[-1]
        return f"{self.edition['url']}{addresses.path(slug)[1:]}"


@dataclass(frozen=True)
class FeedPage:
    """Some entries, and whether there are more."""

    entries: list[Entry]
    has_more: bool


def edition_feed(*, game: str = "", document: str = "", number: int = 1) -> FeedPage:
    """A page of what was published in a document, in a game, or anywhere: one entry for each edition."""
    first = (number - 1) * PAGE_SIZE
    rows = editions(game=game, document=document).select_related("edition")
    some = list(rows[first : first + PAGE_SIZE + 1])
    notes = dict(ReleaseNote.objects.filter(edition__in=[row.pk for row in some]).values_list("edition", "text"))
    entries = []
    for row in some[:PAGE_SIZE]:
        record: EditionRecord = orjson.loads(row.record)
        updated = row.edition.published_at or row.edition.imported_at
        entries.append(Entry(record, updated, note=notes.get(row.pk) or record["reason"] or ""))
    return FeedPage(entries, has_more=len(some) > PAGE_SIZE)


def feed_page(*, game: str = "", document: str = "", number: int = 1) -> FeedPage:
    """A page of what changed in a document, in a game, or anywhere: one entry for each ruling."""
    wanted = slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)
    entries: list[Entry] = []
    place = 0
    for row in editions(game=game, document=document).select_related("edition"):
        record: EditionRecord = orjson.loads(row.record)
        is_first = record["compare_url"] is None
        size = 1 if is_first else sum(record["changes"].values())
        first, last = max(wanted.start - place, 0), min(wanted.stop - place, size)
        if first < last:
            updated = row.edition.published_at or row.edition.imported_at
            entries += [Entry(record, updated)] if is_first else _changes(row, record, updated, first, last)
        place += size
    return FeedPage(entries, has_more=place > wanted.stop)


def _changes(row: ShownEdition, record: EditionRecord, updated: datetime, first: int, last: int) -> list[Entry]:
    changes = with_wordings(Change.objects.news().filter(edition=row.pk)).order_by("position")[first:last]
    return [
        Entry(record, updated, change_record(Comparison.of(one), one.edition, reason=one.reason)) for one in changes
    ]
