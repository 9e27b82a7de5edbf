"""Documents and their contents, as they stand or as they stood."""

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.text import slugify

from rulings.models import Change, Document, Edition, Game
from rulings.selectors.finding import MissingError, find_document, find_edition
from rulings.selectors.history import SHOWN_KINDS
from rulings.selectors.plain import plain_title
from rulings.selectors.wording import address_at


@dataclass(frozen=True)
class Entry:
    """A line of a table of contents."""

    label: str
    title: str
    kind: str
    url: str
    depth: int
    change: Change


@dataclass(frozen=True)
class Section:
    """A heading with the rulings right under it."""

    title: str
    level: int
    anchor: str
    path: tuple[str, ...]
    # What is said right under the heading, before the rulings.
    notes: list[Entry] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True)
class Reading:
    """A document, and the edition it is read in."""

    document: Document
    edition: Edition
    # The edition that was asked for; none: today's.
    at: Edition | None

    @property
    def is_past(self) -> bool:
        return self.edition != self.document.current


@dataclass(frozen=True)
class EditionSummary:
    """An edition with what it did: how many rulings it added, reworded and so on."""

    edition: Edition
    counts: dict[str, int]
    total: int
    compare_url: str


def shown_games() -> QuerySet[Game]:
    """The games of the home page."""
    return Game.objects.shown()


def editions_of(game: Game) -> list[Edition]:
    """The editions in force in a game."""
    shown = Document.objects.shown().filter(game=game).values("current")
    return list(Edition.objects.filter(pk__in=shown).select_related("document__game").order_by("document__title"))


def read_document(game: str, *, slug: str, edition: str = "") -> Reading:
    """The document of an address, today or in an edition."""
    if edition:
        read_in = find_edition(game, document=slug, slug=edition)
        return Reading(read_in.document, read_in, read_in)
    document = find_document(game, slug=slug)
    if document.current is None:
        raise MissingError
    document.current.document = document
    return Reading(document, document.current, None)


def contents(edition: Edition, *, as_it_stood: bool = False) -> list[Section]:
    """The headings of an edition and the rulings under them, in order."""
    changes = edition.changes.standing().with_ruling().defer("revision__text").order_by("position")
    sections: list[Section] = []
    anchors = Counter[str]()
    open_path: tuple[str, ...] = ()
    for change in changes:
        revision = change.revision
        if revision is None:
            continue
        path = tuple(revision.heading_path)
        if path != open_path:
            sections += _headings(open_path, path, anchors)
            open_path = path
        url = address_at(change.ruling, edition if as_it_stood else None)
        title = plain_title(revision.title)
        entry = Entry(revision.key, title, change.ruling.kind, url, revision.depth, change)
        section = sections[-1]
        # What is said right under a heading; a ruling that only bears its name may come later.
        is_note = entry.kind == "clarification" and not entry.label and revision.title == path[-1]
        (section.notes if is_note and not section.entries else section.entries).append(entry)
    return sections


def has_steps(sections: list[Section]) -> bool:
    """Whether there is a timing chart among the contents."""
    return any(entry.kind == "step" for section in sections for entry in section.entries)


def edition_summaries(document: Document) -> list[EditionSummary]:
    """The published editions of a document, newest first, with their counts."""
    return summaries_of(document.editions.published().select_related("document__game").order_by("-position"))


def summary_of(edition: Edition) -> EditionSummary:
    """An edition with its counts."""
    return summaries_of(Edition.objects.filter(pk=edition.pk).select_related("document__game"))[0]


def summaries_of(editions: QuerySet[Edition]) -> list[EditionSummary]:
    """Some editions, in their order, with their counts and the way to what they changed."""
    before = (
        Edition.objects.published()
        .filter(document=OuterRef("document"), position__lt=OuterRef("position"))
        .order_by("-position")
    )
    kinds = {kind: Count("changes", filter=Q(changes__kind=kind)) for kind in Change.Kind.values}
    return [_summary(edition) for edition in editions.annotate(before=Subquery(before.values("slug")[:1]), **kinds)]


def _summary(edition: Edition) -> EditionSummary:
    counts = {kind: getattr(edition, kind) for kind in Change.Kind.values}
    before = edition.before  # type: ignore[attr-defined]
    # A first edition has added everything: that is no change.
    shown = {kind: counts[kind] for kind in SHOWN_KINDS if counts[kind]} if before else {}
    url = compare_address(edition.document, old=before, new=edition.slug) if before else ""
    return EditionSummary(edition, shown, sum(counts.values()) - counts["removed"], url)


def compare_address(document: Document, *, old: str, new: str) -> str:
    """The address of the comparison of two editions, by their slugs."""
    return reverse("compare", args=[document.game.slug, document.slug, old, new])


def _headings(before: tuple[str, ...], path: tuple[str, ...], anchors: Counter[str]) -> list[Section]:
    """The headings that open between two rulings; the anchors so far are counted."""
    shared = 0
    while shared < min(len(before), len(path) - 1) and before[shared] == path[shared]:
        shared += 1
    sections = []
    for level in range(shared + 1, len(path) + 1):
        sections.append(Section(path[level - 1], level, _free_anchor(path[level - 1], anchors), path[:level]))
    return sections


def _free_anchor(title: str, anchors: Counter[str]) -> str:
    base = anchor = f"part-{slugify(title, allow_unicode=True)[:60]}"
    while anchors[anchor]:
        anchors[base] += 1
        anchor = f"{base}-{anchors[base]}"
    anchors[anchor] += 1
    return anchor
