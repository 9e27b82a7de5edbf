"""A document as a book: its chapters, each to be read in one go or a few pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.urls import reverse
from django.utils.text import slugify

from rulings.models import Change, Document, Edition
from rulings.selectors.cited import citing
from rulings.selectors.documents import Entry, Section
from rulings.selectors.finding import MissingError
from rulings.selectors.rulings import with_wording

# A page of a chapter ends when its text is longer than this; each ruling counts for its frame and for what cites it.
LONGEST_PAGE = 36_000
FRAME, CITED = 500, 150


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
    opens: bool = True
    items: list[Item] = field(default_factory=list)


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
        base = slugify(title)[:60].strip("-") or "part"
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
    ids = [entry.change.pk for entry in chapter.entries]
    changes = with_wording(Change.objects.filter(pk__in=ids)).in_bulk()
    cited_by = citing([change.ruling_id for change in changes.values()], at=at)
    items = {pk: Item(change, cited_by.get(change.ruling_id, [])) for pk, change in changes.items()}
    pages = list(_paged(chapter, items)) or [[]]
    number = min(max(number, 1), len(pages))
    return ChapterPage(
        chapter=chapter,
        passages=pages[number - 1],
        number=number,
        pages=len(pages),
        before=_before(chapters, place, number),
        after=_after(chapters, place, number, len(pages)),
    )


def _paged(chapter: Chapter, items: dict[int, Item]) -> Iterator[list[Passage]]:
    page: list[Passage] = []
    weight = 0
    for section in chapter.sections:
        passage = Passage(section)
        page.append(passage)
        for entry in (*section.notes, *section.entries):
            item = items[entry.change.pk]
            weight += _weigh(item)
            if weight > LONGEST_PAGE and any(one.items for one in page):
                if not passage.items:
                    page.pop()
                yield page
                passage = Passage(section, opens=not passage.items)
                page, weight = [passage], _weigh(item)
            passage.items.append(item)
    if page:
        yield page


def _weigh(item: Item) -> int:
    revision = item.change.revision
    summary = getattr(revision, "summary", None)
    short = summary.digest.revision.text if summary and summary.digest.revision else ""
    return FRAME + CITED * len(item.cited_by) + (len(revision.text) + len(short) if revision else 0)


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
