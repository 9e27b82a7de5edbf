"""The contents of an edition, and its chapters to be read, a page at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from rulings.models import Change, ShownRuling
from rulings.read_model import addresses
from rulings.read_model.changes import brief
from rulings.read_model.editions import Chapter, Section
from rulings.read_model.records.documents import ChapterContents, ChapterRecord
from rulings.read_model.records.rulings import RulingBrief
from rulings.read_model.rulings import shown_wordings, with_wording
from rulings.read_model.stored import as_ruling, rulings_in
from rulings.read_model.wording import one_line, plain_text
from rulings.selectors.documents.reading import Reading
from rulings.selectors.site.finding import MissingError

# Rulings on a page of contents.
LISTED = 600
# Of the words by which rulings of one name are told apart.
BEGINNING = 60


@dataclass(frozen=True)
class ListedSection:
    """A heading with those of its rulings that are listed on a page."""

    section: Section
    notes: list[Any]
    entries: list[Any]


@dataclass(frozen=True)
class ListedChapter:
    """A chapter with those of its headings that are on a page."""

    chapter: Chapter
    url: str
    sections: list[ListedSection]


@dataclass(frozen=True)
class ContentsPage:
    """A page of the contents of an edition."""

    chapters: list[ListedChapter]
    number: int
    pages: int


@dataclass(frozen=True)
class Passage:
    """A heading of a chapter with the full wording of the rulings right under it."""

    section: Section
    # Whether the heading itself opens here, or the page goes on with what stands under it.
    opens: bool
    rulings: list[Any]


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
    def rulings(self) -> list[Any]:
        return [ruling for passage in self.passages for ruling in passage.rulings]


def contents_page(reading: Reading, *, number: int = 1) -> ContentsPage:
    """A page of the table of contents."""
    total = reading.outline[-1].end if reading.outline else 0
    pages = max(1, -(-total // LISTED))
    number = min(max(number, 1), pages)
    first, end = (number - 1) * LISTED, min(number * LISTED, total)
    briefs = dict(enumerate(_briefs(reading, first, end), first))
    _tell_apart(reading, briefs)
    chapters = [
        ListedChapter(
            chapter,
            chapter_address(reading, chapter.slug),
            [_listed(section, briefs) for section in _on_page(chapter, first, end)],
        )
        for chapter in reading.outline
        if chapter.first < end and chapter.end > first
    ]
    return ContentsPage(chapters, number, pages)


def contents_records(page: ContentsPage) -> list[ChapterContents]:
    """The contents of an edition as data."""
    return [
        {
            "id": one.chapter.slug,
            "title": one.chapter.title,
            "url": one.url,
            "sections": [
                {
                    "title": listed.section.title,
                    "level": listed.section.level,
                    "rulings": [_without_depth(entry) for entry in (*listed.notes, *listed.entries)],
                }
                for listed in one.sections
            ],
        }
        for one in page.chapters
    ]


def chapter_page(reading: Reading, slug: str, *, number: int) -> ChapterPage:
    """A page of the chapter of that address."""
    place = next((place for place, chapter in enumerate(reading.outline) if chapter.slug == slug), None)
    if place is None:
        raise MissingError
    chapter = reading.outline[place]
    number = min(max(number, 1), len(chapter.starts))
    first, end = chapter.page(number)
    rulings = dict(enumerate(rulings_between(reading, first, end), first))
    return ChapterPage(
        chapter=chapter,
        passages=[
            Passage(
                section,
                section.first >= first,
                [rulings[one] for one in range(max(section.first, first), min(section.end, end))],
            )
            for section in _on_page(chapter, first, end)
        ],
        number=number,
        pages=len(chapter.starts),
        before=_before(reading, place, number),
        after=_after(reading, place, number),
    )


def chapter_record(reading: Reading, page: ChapterPage) -> ChapterRecord:
    """A page of a chapter with its rulings in full, as data."""
    return {
        "document": reading.document["id"],
        "edition": reading.edition["label"],
        "title": page.chapter.title,
        "total": page.chapter.count,
        "page": page.number,
        "pages": page.pages,
        "results": [as_ruling(ruling) for ruling in page.rulings],
    }


def chapter_address(reading: Reading, slug: str, number: int = 1) -> str:
    """The address of a page of a chapter."""
    if reading.at:
        url = addresses.of_edition(reading.at, "chapters", slug)
    else:
        url = addresses.path(reading.document["id"], "chapters", slug)
    return f"{url}?page={number}" if number > 1 else url


def _on_page(chapter: Chapter, first: int, end: int) -> Iterator[Section]:
    """The headings of a chapter that open on a page, or have rulings on it."""
    for section in chapter.sections:
        if first <= section.first < end or (section.first < first < section.end):
            yield section


def _listed(section: Section, briefs: dict[int, Any]) -> ListedSection:
    split = section.first + section.notes
    return ListedSection(
        section,
        [briefs[place] for place in range(section.first, split) if place in briefs],
        [briefs[place] for place in range(split, section.end) if place in briefs],
    )


def _briefs(reading: Reading, first: int, end: int) -> list[dict[str, Any]]:
    """The rulings from one place to another by their names, with how deep they are nested."""
    changes = _changes(reading, first, end).select_related("revision", "ruling__document__game")
    return [
        {**brief(one.ruling, one.revision, at=reading.at), "depth": one.revision.depth if one.revision else 0}
        for one in changes.defer("revision__text", "revision__cards")
    ]


def _tell_apart(reading: Reading, briefs: dict[int, dict[str, Any]]) -> None:
    """Give rulings that follow each other under the same name the beginning of their words."""
    places = [place for place in briefs if _name(briefs, place) in (_name(briefs, place - 1), _name(briefs, place + 1))]
    if places:
        texts = _changes(reading, min(places), max(places) + 1).values_list("position", "revision__text")
        for place, text in texts:
            if place in places and text:
                briefs[place]["begins"] = one_line(plain_text(text), length=BEGINNING)


def _name(briefs: dict[int, dict[str, Any]], place: int) -> tuple[str | None, str] | None:
    return (briefs[place]["key"], briefs[place]["title"]) if place in briefs else None


def _without_depth(entry: dict[str, Any]) -> RulingBrief:
    return {key: value for key, value in entry.items() if key not in ("depth", "begins")}  # type: ignore[return-value]


def rulings_between(reading: Reading, first: int, end: int) -> list[Any]:
    """The rulings from one place to another in full."""
    if reading.at is None:
        rows = ShownRuling.objects.filter(document=reading.document["pk"], position__gte=first, position__lt=end)
        return rulings_in(rows.order_by("position"))
    return list(shown_wordings(with_wording(_changes(reading, first, end)), at=reading.at))


def _changes(reading: Reading, first: int, end: int) -> Any:
    edition = reading.at.pk if reading.at else reading.document["current_pk"]
    within = Change.objects.standing().filter(edition=edition, position__gte=first, position__lt=end)
    return within.order_by("position")


def _before(reading: Reading, place: int, number: int) -> tuple[str, str] | None:
    chapters = reading.outline
    if number > 1:
        chapter = chapters[place]
        return gettext("%(title)s, page %(number)s") % {"title": chapter.title, "number": number - 1}, chapter_address(
            reading, chapter.slug, number - 1
        )
    return (chapters[place - 1].title, chapter_address(reading, chapters[place - 1].slug)) if place else None


def _after(reading: Reading, place: int, number: int) -> tuple[str, str] | None:
    chapters = reading.outline
    chapter = chapters[place]
    if number < len(chapter.starts):
        return gettext("%(title)s, page %(number)s") % {"title": chapter.title, "number": number + 1}, chapter_address(
            reading, chapter.slug, number + 1
        )
    following = chapters[place + 1] if place + 1 < len(chapters) else None
    return (following.title, chapter_address(reading, following.slug)) if following else None
