"""Documents and their contents, as they stand or as they stood."""

from dataclasses import dataclass, field

from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse

from importers.references import shown_text
from rulings.models import Change, Document, Edition, Game
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
class EditionSummary:
    """An edition with what it did: how many rulings it added, reworded and so on."""

    edition: Edition
    counts: dict[str, int]
    total: int
    compare_url: str


def shown_games() -> QuerySet[Game]:
    """The games of the home page, with their published documents."""
    documents = Document.objects.shown().select_related("current", "game")
    return Game.objects.shown().prefetch_related(Prefetch("documents", queryset=documents, to_attr="published"))


def published_documents(game: Game) -> QuerySet[Document]:
    """The documents of a game that have an edition in force."""
    return Document.objects.shown().filter(game=game).select_related("game", "current")


def latest_editions(count: int = 10) -> QuerySet[Edition]:
    """The editions that were published last."""
    editions = Edition.objects.published().filter(document__in=Document.objects.shown())
    return editions.select_related("document__game").order_by("-published_at", "-pk")[:count]


def contents(edition: Edition, *, as_it_stood: bool = False) -> list[Section]:
    """The headings of an edition and the rulings under them, in order."""
    changes = edition.changes.standing().with_ruling().order_by("position")
    sections: list[Section] = []
    open_path: tuple[str, ...] = ()
    for change in changes:
        revision = change.revision
        if revision is None:
            continue
        path = tuple(revision.heading_path)
        if path != open_path:
            sections += _headings(open_path, path, count=len(sections))
            open_path = path
        url = address_at(change.ruling, edition if as_it_stood else None)
        title = shown_text(revision.title)
        entry = Entry(revision.key, title, change.ruling.kind, url, revision.depth, change)
        is_note = entry.kind == "clarification" and not entry.label and revision.title == path[-1]
        (sections[-1].notes if is_note else sections[-1].entries).append(entry)
    return sections


def has_steps(sections: list[Section]) -> bool:
    """Whether there is a timing chart among the contents."""
    return any(entry.kind == "step" for section in sections for entry in section.entries)


def edition_summaries(document: Document) -> list[EditionSummary]:
    """The published editions of a document, newest first, with their counts."""
    kinds = {kind: Count("changes", filter=Q(changes__kind=kind)) for kind in Change.Kind.values}
    editions = list(document.editions.published().annotate(**kinds).order_by("position"))
    summaries = []
    for before, edition in zip([None, *editions], editions, strict=False):
        counts = {kind: getattr(edition, kind) for kind in Change.Kind.values}
        url = compare_address(document, old=before, new=edition) if before else ""
        summaries.append(EditionSummary(edition, counts, sum(counts.values()) - counts["removed"], url))
    return summaries[::-1]


def compare_address(document: Document, *, old: Edition, new: Edition) -> str:
    """The address of the comparison of two editions."""
    return reverse("compare", args=[document.game.slug, document.slug, old.slug, new.slug])


def _headings(before: tuple[str, ...], path: tuple[str, ...], *, count: int) -> list[Section]:
    """The headings that open between two rulings."""
    shared = 0
    while shared < min(len(before), len(path) - 1) and before[shared] == path[shared]:
        shared += 1
    return [
        Section(path[level - 1], level, f"part-{count + level - shared}", path[:level])
        for level in range(shared + 1, len(path) + 1)
    ]
