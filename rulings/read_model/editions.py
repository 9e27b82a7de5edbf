"""An edition as readers see it: its record, and the outline of its chapters."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Case, Count, When
from django.db.models.functions import Length
from django.utils.text import slugify

from importers.records import Authority, ChangeKind, Kind
from rulings.models import Change, Document, Edition, Finding
from rulings.read_model import addresses
from rulings.read_model.changes import SHOWN_KINDS
from rulings.read_model.records.documents import DocumentRecord, EditionRecord, FindingRecord, RepairCount
from rulings.read_model.wording import day, moment

Counts = Mapping[str, int]
# A page of a chapter ends when its text is longer than this; each ruling counts for its frame, too.
LONGEST_PAGE = 36_000
FRAME = 500
LONGEST_ANCHOR = 60


def edition_records(editions: Iterable[Edition]) -> list[EditionRecord]:
    """Published editions with what each of them did, in their order; they come with their document and game."""
    listed = list(editions)
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    counted = Change.objects.filter(edition__in=[one.pk for one in listed]).order_by()
    for edition, kind, count in counted.values_list("edition", "kind").annotate(Count("pk")):
        counts[edition][kind] = count
    documents = {edition.document_id for edition in listed}
    slugs: dict[int, list[tuple[int, str]]] = defaultdict(list)
    published = Edition.objects.published().filter(document__in=documents).order_by("position")
    for document, position, slug in published.values_list("document", "position", "slug"):
        slugs[document].append((position or 0, slug))
    return [_record(one, counts[one.pk], _before(one, slugs[one.document_id])) for one in listed]


def document_record(document: Document, labels: list[str]) -> DocumentRecord:
    """A document with the labels of its editions, newest first; our corrections are not editions of their own."""
    return {
        "id": addresses.document_id(document),
        "game": document.game.slug,
        "title": document.title,
        "authority": Authority(document.authority),
        "edition": document.current.label if document.current else None,
        "editions": labels,
        "url": addresses.of_document(document),
    }


def repair_counts(edition: Edition) -> list[RepairCount]:
    """What was repaired, left over or doubtful in reading an edition, counted."""
    counted = edition.findings.order_by().values_list("kind").annotate(Count("pk"))
    counts = dict(counted.values_list("kind", "pk__count"))
    url = addresses.of_edition(edition, "repairs")
    return [
        {"name": kind.label, "count": counts[kind.value], "url": f"{url}#{kind.name.lower()}"}
        for kind in Finding.Kind
        if kind.value in counts
    ]


def finding_record(finding: Finding, edition: Edition) -> FindingRecord:
    """Something that reading the source came upon."""
    return {
        "kind": finding.kind,
        "first_line": finding.first_line,
        "last_line": finding.last_line,
        "before": finding.before,
        "after": finding.after,
        "source_url": addresses.of_source(edition, finding.first_line),
    }


def _before(edition: Edition, published: list[tuple[int, str]]) -> str:
    """The slug of the published edition before one; empty if there is none."""
    return next((slug for position, slug in reversed(published) if position < (edition.position or 0)), "")


def _record(edition: Edition, counts: Counts, before: str) -> EditionRecord:
    document = edition.document
    # A first edition has added everything: that is not a change.
    shown = {kind.value: counts[kind] for kind in SHOWN_KINDS if counts.get(kind)} if before else {}
    url = addresses.of_comparison(document, old=before, new=edition.slug) if before else None
    return {
        "id": addresses.edition_id(edition),
        "game": document.game.slug,
        "game_name": document.game.name,
        "document": document.slug,
        "title": edition.title,
        "label": edition.label,
        "slug": edition.slug,
        "version": edition.version,
        "date": day(edition.date),
        "published": moment(edition.published_at),
        "authority": Authority(document.authority),
        "in_force": document.current_id == edition.pk,
        "corrects": edition.corrects.label if edition.corrects else None,
        "reason": edition.reason or None,
        "origin": edition.origin or None,
        "rulings": sum(counts.values()) - counts.get(ChangeKind.REMOVED, 0),
        "changes": shown,
        "url": addresses.of_edition(edition),
        "compare_url": url,
        "source_url": addresses.of_source(edition),
        "repairs_url": addresses.of_edition(edition, "repairs"),
    }


@dataclass(frozen=True)
class Entry:
    """What the outline needs to know of a ruling."""

    path: tuple[str, ...]
    # Whether it is what is said right under a heading, and bears its name.
    is_note: bool
    weight: int
    is_step: bool = False
    # Whether it may say that an action provokes something.
    may_provoke: bool = False


@dataclass
class Section:
    """A heading with the rulings right under it: from one place to another."""

    title: str
    level: int
    anchor: str
    first: int
    notes: int = 0
    entries: int = 0
    has_steps: bool = False
    has_actions: bool = False

    @property
    def end(self) -> int:
        return self.first + self.notes + self.entries


@dataclass
class Chapter:
    """What stands under one top heading, and where its pages begin."""

    slug: str
    title: str
    sections: list[Section] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    @property
    def first(self) -> int:
        return self.sections[0].first

    @property
    def end(self) -> int:
        return self.sections[-1].end

    @property
    def count(self) -> int:
        return self.end - self.first

    def page(self, number: int) -> tuple[int, int]:
        """From which place to which a page goes."""
        return self.starts[number - 1], self.starts[number] if number < len(self.starts) else self.end


def entries_of(edition: Edition) -> list[Entry]:
    """The rulings of an edition, in order."""
    columns = ("revision__heading_path", "revision__title", "revision__key", "ruling__kind", "length", "provokes")
    provokes = Case(When(revision__text__icontains="provoke", then=True), default=False)
    standing = edition.changes.standing().order_by("position")
    rows = standing.annotate(length=Length("revision__text"), provokes=provokes).values_list(*columns)
    return [
        Entry(
            tuple(path),
            is_note=kind == Kind.CLARIFICATION and not key and title == path[-1],
            weight=FRAME + (length or 0),
            is_step=kind == Kind.STEP,
            may_provoke=kind == Kind.CLARIFICATION and provokes,
        )
        for path, title, key, kind, length, provokes in rows
    ]


def outline(entries: Sequence[Entry]) -> list[Chapter]:
    """The chapters of an edition."""
    chapters: list[Chapter] = []
    taken: set[str] = set()
    for title, group in groupby(_sections(entries), key=lambda pair: pair[0][0]):
        base = slugify(title, allow_unicode=True)[:LONGEST_ANCHOR].strip("-") or "part"
        slug, number = base, 2
        while slug in taken:
            slug, number = f"{base}-{number}", number + 1
        taken.add(slug)
        chapter = Chapter(slug, title, [section for _, section in group])
        chapter.starts = _page_starts(chapter, entries)
        chapters.append(chapter)
    return chapters


def as_data(chapters: Iterable[Chapter]) -> list[dict[str, Any]]:
    """An outline as it is stored."""
    return [asdict(chapter) for chapter in chapters]


def from_data(stored: Iterable[dict[str, Any]]) -> list[Chapter]:
    """A stored outline."""
    return [Chapter(**{**one, "sections": [Section(**section) for section in one["sections"]]}) for one in stored]


def _sections(entries: Sequence[Entry]) -> Iterable[tuple[tuple[str, ...], Section]]:
    """The headings in order, each with its path."""
    found: list[tuple[tuple[str, ...], Section]] = []
    anchors = Counter[str]()
    open_path: tuple[str, ...] = ()
    for place, entry in enumerate(entries):
        if entry.path != open_path:
            for level in range(_shared(open_path, entry.path) + 1, len(entry.path) + 1):
                title = entry.path[level - 1]
                found.append((entry.path[:level], Section(title, level, _free_anchor(title, anchors), place)))
            open_path = entry.path
        section = found[-1][1]
        section.has_steps |= entry.is_step
        section.has_actions |= entry.may_provoke
        # A ruling that only bears the name of its heading may come later, too.
        if entry.is_note and not section.entries:
            section.notes += 1
        else:
            section.entries += 1
    return found


def _shared(before: tuple[str, ...], path: tuple[str, ...]) -> int:
    """How many headings stay open between two rulings."""
    shared = 0
    while shared < min(len(before), len(path) - 1) and before[shared] == path[shared]:
        shared += 1
    return shared


def _free_anchor(title: str, anchors: Counter[str]) -> str:
    base = anchor = f"part-{slugify(title, allow_unicode=True)[:LONGEST_ANCHOR]}"
    while anchors[anchor]:
        anchors[base] += 1
        anchor = f"{base}-{anchors[base]}"
    anchors[anchor] += 1
    return anchor


def _page_starts(chapter: Chapter, entries: Sequence[Entry]) -> list[int]:
    starts, weight = [chapter.first], 0
    for place in range(chapter.first, chapter.end):
        weight += entries[place].weight
        if weight > LONGEST_PAGE and place > starts[-1]:
            starts.append(place)
            weight = entries[place].weight
    return starts
