"""The outline of an edition: its chapters and headings, how many rulings stand under each, and where its pages end.

An edition's rulings are numbered from 0 in their order, so an outline only needs counts; which rulings they are is
asked for a page at a time.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Case, When
from django.db.models.functions import Length
from django.utils.text import slugify

from importers.records import Kind
from rulings.models import Edition

# A page of a chapter ends when its text is longer than this; each ruling counts for its frame, too.
LONGEST_PAGE = 36_000
FRAME = 500
LONGEST_ANCHOR = 60


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
