"""A document as a book: its chapters, each to be read in one go or a few pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models.functions import Length
from django.urls import reverse
from django.utils.text import slugify

from rulings.models import Change, Document, Edition
from rulings.selectors.backlinks import citing
from rulings.selectors.documents import Entry, Section
from rulings.selectors.finding import MissingError
from rulings.selectors.rulings import with_wording

# A page of a chapter ends when its text is longer than this; each ruling counts for its frame, too.
LONGEST_PAGE = 36_000
FRAME = 500

# A section on a page: whether its heading opens there, and which of its entries are there.
Stretch = tuple[Section, bool, list[Entry]]


@dataclass(frozen=True)
class Chapter:
    """What stands under one top heading."""

    slug: str
    title: str
    url: str
    sections: list[Section]

    @property
    def entries(self) -> list[Entry]:
        return [entry for section in self.sections for entry in (*section.notes, *section.entries)]

    @property
    def count(self) -> int:
        return len(self.entries)


@dataclass(frozen=True)
class Item:
    """A ruling in full, and those that cite it."""

    change: Change
    cited_by: list[Change]


@dataclass(frozen=True)
class Passage:
    """A heading of a chapter with the full wording of the rulings right under it."""

    section: Section
    # Whether the heading itself opens here, or the page goes on with what stands under it.
    opens: bool
    items: list[Item]


@dataclass(frozen=True)
class ChapterPage:
    """One page of a chapter, with the way on and back."""

    chapter: Chapter
    passages: list[Passage]
    number: int
    pages: int
    before: tuple[str, str] | None
    after: tuple[str, str] | None

    @property
    def changes(self) -> list[Change]:
        return [item.change for passage in self.passages for item in passage.items]


def chapters_of(document: Document, sections: Sequence[Section], edition: Edition | None = None) -> list[Chapter]:
    """The chapters of a table of contents, today's or that of an edition."""
    chapters: list[Chapter] = []
    taken: set[str] = set()
    for title, group in groupby(sections, key=lambda section: section.path[0]):
        base = slugify(title, allow_unicode=True)[:60].strip("-") or "part"
        slug, number = base, 2
        while slug in taken:
            slug, number = f"{base}-{number}", number + 1
        taken.add(slug)
        chapters.append(Chapter(slug, title, _address(document, slug, edition), list(group)))
    return chapters


def chapter_page(chapters: Sequence[Chapter], slug: str, *, number: int, at: Edition | None = None) -> ChapterPage:
    """A page of the chapter of that address; cited by today's rulings, or by those of a past edition."""
    place = next((place for place, chapter in enumerate(chapters) if chapter.slug == slug), None)
    if place is None:
        raise MissingError
    chapter = chapters[place]
    pages = list(_cut(chapter, _weights(chapter)))
    number = min(max(number, 1), len(pages))
    return ChapterPage(
        chapter=chapter,
        passages=_in_full(pages[number - 1], at),
        number=number,
        pages=len(pages),
        before=_before(chapters, place, number),
        after=_after(chapters, place, number, len(pages)),
    )


def _weights(chapter: Chapter) -> dict[int, int]:
    """How long each ruling of a chapter is, with its summary; all of them are not fetched for that."""
    first, last = chapter.entries[0].change, chapter.entries[-1].change
    within = Change.objects.filter(edition=first.edition_id, position__range=(first.position, last.position))
    short = Length("revision__summary__digest__revision__text")
    lengths = within.values_list("pk", Length("revision__text"), short)
    return {pk: FRAME + (text or 0) + (summary or 0) for pk, text, summary in lengths}


def _cut(chapter: Chapter, weights: Mapping[int, int]) -> Iterator[list[Stretch]]:
    """A chapter in pages: on each, some sections with some of their entries, and whether their heading opens there."""
    page: list[Stretch] = []
    weight = 0
    for section in chapter.sections:
        entries: list[Entry] = []
        page.append((section, True, entries))
        for entry in (*section.notes, *section.entries):
            weight += weights[entry.change.pk]
            if weight > LONGEST_PAGE and any(shown for _, _, shown in page):
                opens = not entries
                if opens:
                    page.pop()
                yield page
                entries = []
                page, weight = [(section, opens, entries)], weights[entry.change.pk]
            entries.append(entry)
    yield page


def _in_full(page: Sequence[Stretch], at: Edition | None) -> list[Passage]:
    """The sections of a page with the wording of their rulings."""
    ids = [entry.change.pk for _, _, entries in page for entry in entries]
    changes = with_wording(Change.objects.filter(pk__in=ids)).in_bulk()
    cited_by = citing([change.ruling_id for change in changes.values()], at=at)
    return [
        Passage(
            section,
            opens,
            [Item(changes[entry.change.pk], cited_by.get(entry.change.ruling_id, [])) for entry in entries],
        )
        for section, opens, entries in page
    ]


def _before(chapters: Sequence[Chapter], place: int, number: int) -> tuple[str, str] | None:
    if number > 1:
        return f"{chapters[place].title}, page {number - 1}", _page_address(chapters[place], number - 1)
    return (chapters[place - 1].title, chapters[place - 1].url) if place else None


def _after(chapters: Sequence[Chapter], place: int, number: int, pages: int) -> tuple[str, str] | None:
    if number < pages:
        return f"{chapters[place].title}, page {number + 1}", _page_address(chapters[place], number + 1)
    following = chapters[place + 1] if place + 1 < len(chapters) else None
    return (following.title, following.url) if following else None


def _page_address(chapter: Chapter, number: int) -> str:
    return f"{chapter.url}?page={number}" if number > 1 else chapter.url


def _address(document: Document, slug: str, edition: Edition | None) -> str:
    if edition is None:
        return reverse("chapter", args=[document.game.slug, document.slug, slug])
    return reverse("chapter-at", args=[document.game.slug, document.slug, edition.slug, slug])
