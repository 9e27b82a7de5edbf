"""Documents, their editions and what these changed, as data."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from rulings.models import Change, Document, Edition, Finding
from rulings.selectors.cards import ListPage
from rulings.selectors.chapters import Chapter, ChapterPage
from rulings.selectors.data.rulings import Record, brief_record, cards_of, ruling_records
from rulings.selectors.documents import EditionSummary, Reading, summaries_of
from rulings.selectors.history import Comparison
from rulings.selectors.plain import plain_text
from rulings.selectors.provenance import SourcePage, source_address
from rulings.selectors.rulings import RulingPage
from rulings.selectors.timing import ActionTable, Chart
from rulings.selectors.wording import render_text


def documents(*, game: str = "", authority: str = "") -> QuerySet[Document]:
    """The documents that are shown."""
    shown = Document.objects.shown().select_related("game", "current").order_by("game__name", "title", "pk")
    if game:
        shown = shown.filter(game__slug=game)
    return shown.filter(authority=authority) if authority else shown


def document_records(found: Iterable[Document]) -> list[Record]:
    """Documents with their editions, newest first; our corrections are no editions of their own."""
    listed = list(found)
    labels: dict[int, list[str]] = {document.pk: [] for document in listed}
    published = Edition.objects.published().filter(document__in=listed, corrects=None).order_by("-position")
    for document_id, label in published.values_list("document", "label"):
        labels[document_id].append(label)
    return [_document_record(document, labels[document.pk]) for document in listed]


def _document_record(document: Document, labels: list[str]) -> Record:
    return {
        "id": document_id_of(document),
        "game": document.game.slug,
        "title": document.title,
        "authority": document.authority,
        "edition": document.current.label if document.current else None,
        "editions": labels,
        "url": document.get_absolute_url(),
    }


def document_detail(reading: Reading, chapters: Iterable[Chapter]) -> Record:
    """A document with the contents of its edition in force."""
    (record,) = document_records([reading.document])
    return {**record, "chapters": [_chapter_record(chapter) for chapter in chapters]}


def editions(*, game: str = "", document: str = "") -> QuerySet[Edition]:
    """The published editions of what is shown, the last one published first."""
    shown = Edition.objects.published().filter(document__in=Document.objects.shown())
    if game:
        shown = shown.filter(document__game__slug=game)
    if document:
        shown = shown.filter(document__slug=document)
    return _with_document(shown).order_by("-published_at", "-pk")


def _with_document(found: QuerySet[Edition]) -> QuerySet[Edition]:
    return found.select_related("document__game", "document__current", "corrects")


def edition_records(found: QuerySet[Edition]) -> list[Record]:
    """Editions with what each of them did."""
    return [_edition_record(summary) for summary in summaries_of(found)]


def edition_record(edition: Edition) -> Record:
    """One edition."""
    return edition_records(_with_document(Edition.objects.filter(pk=edition.pk)))[0]


def edition_detail(edition: Edition, chapters: Iterable[Chapter]) -> Record:
    """An edition with its contents."""
    return {**edition_record(edition), "chapters": [_chapter_record(chapter) for chapter in chapters]}


def change_record(comparison: Comparison, edition: Edition) -> Record:
    """What an edition did to a ruling, with the difference in words."""
    return {
        "kind": comparison.kind.value,
        "also_reworded": comparison.is_also_reworded,
        "ruling": brief_record(comparison.ruling, comparison.shown),
        "edition": edition.label,
        "edition_id": edition_id_of(edition),
        "date": edition.date,
        "published": edition.published_at,
        "is_our_correction": edition.corrects_id is not None,
        "old": _wording(comparison.old),
        "new": _wording(comparison.new),
        "difference": [{"operation": span.operation.value, "text": span.text} for span in comparison.text],
        "marks": [{"what": what, "before": before, "after": after} for what, before, after in comparison.marks],
    }


def latest_changes(*, game: str = "", document: str = "", kind: str = "") -> QuerySet[Change]:
    """What editions did to rulings, the last one published first; a first edition adds everything, and that is no
    change."""
    again = Edition.objects.published().filter(document__in=Document.objects.shown(), changes__previous__isnull=False)
    found = Change.objects.news().filter(edition__in=again.values("pk"))
    if game:
        found = found.filter(ruling__document__game__slug=game)
    if document:
        found = found.filter(ruling__document__slug=document)
    if kind:
        found = found.filter(kind=kind)
    return found.select_related("revision", "previous", "edition__document__game", "ruling__document__game").order_by(
        "-edition__published_at", "-edition__position", "position", "pk"
    )


def latest_change_records(changes: Iterable[Change]) -> list[Record]:
    """The records of some of the latest changes."""
    return [change_record(Comparison.of(change), change.edition) for change in changes]


def list_record(game: str, list_name: str, page: ListPage) -> Record:
    """A restricted or banned list with its dates."""
    return {
        "id": f"{game}/{list_name}",
        "game": game,
        "list": list_name,
        "notes": [plain_text(note.revision.text) for note in page.notes if note.revision],
        "cards": [_listing_record(change) for change in page.listings],
        "left": [
            {
                "ruling": brief_record(change.ruling, change.previous),
                "edition": change.edition.label,
                "date": change.edition.date,
            }
            for change in page.left
        ],
        "url": reverse("list", args=[game, list_name]),
    }


def timing_record(reading: Reading, charts: Iterable[Chart], tables: Iterable[ActionTable]) -> Record:
    """The timing charts and action tables of an edition."""
    at = reading.at
    return {
        "document": document_id_of(reading.document),
        "edition": reading.edition.label,
        "charts": [_chart_record(chart, at) for chart in charts],
        "actions": [
            {
                "title": table.title,
                "actions": [
                    {
                        **brief_record(action.change.ruling, action.change.revision, at=at),
                        "text": action.change.revision.text if action.change.revision else "",
                        "provokes_attacks_of_opportunity": {"yes": True, "no": False}.get(action.provokes),
                    }
                    for action in table.actions
                ],
            }
            for table in tables
        ],
    }


def chapter_record(reading: Reading, page: ChapterPage) -> Record:
    """A page of a chapter with its rulings in full."""
    return {
        "document": document_id_of(reading.document),
        "edition": reading.edition.label,
        "title": page.chapter.title,
        "total": page.chapter.count,
        "page": page.number,
        "pages": page.pages,
        "results": ruling_records(page.changes, at=reading.at),
    }


def ruling_detail(page: RulingPage, record: Record) -> Record:
    """A ruling with who cites it and what became of it."""
    return {
        **record,
        "html": render_text(page.change, at=page.at),
        "plain": plain_text(page.revision.text),
        "in_force": not (page.is_past or page.is_removed),
        "namesake": brief_record(page.namesake.ruling, page.namesake.revision, at=page.at) if page.namesake else None,
        "cited_by": [brief_record(change.ruling, change.revision, at=page.at) for change in page.cited_by],
        "history": [change_record(event.comparison, event.edition) for event in page.life],
    }


def tags_record(reading: Reading, tags: Iterable[tuple[str, list[Change]]]) -> Record:
    """The rulings of a document by the version tags that it prints."""
    return {
        "document": document_id_of(reading.document),
        "edition": reading.edition.label,
        "tags": [
            {"tag": tag, "rulings": [brief_record(change.ruling, change.revision) for change in changes]}
            for tag, changes in tags
        ],
    }


def source_record(edition: Edition, page: SourcePage) -> Record:
    """Some lines of the text that an edition was read from."""
    return {
        "edition_id": edition_id_of(edition),
        "file": edition.source.name,
        "sha256": edition.source.sha256,
        "total": page.paging.total,
        "page": page.paging.number,
        "pages": page.paging.pages,
        "lines": [{"number": line.number, "text": line.text} for line in page.lines],
    }


def repairs_record(edition: Edition, groups: Iterable[tuple[Finding.Kind, list[Finding]]]) -> Record:
    """What was repaired, corrected or left over when an edition was read."""
    return {
        "edition_id": edition_id_of(edition),
        "findings": [
            {
                "kind": kind.label,
                "first_line": finding.first_line,
                "last_line": finding.last_line,
                "before": finding.before,
                "after": finding.after,
                "source_url": source_address(edition, finding.first_line),
            }
            for kind, findings in groups
            for finding in findings
        ],
    }


def document_id_of(document: Document) -> str:
    return f"{document.game.slug}/{document.slug}"


def edition_id_of(edition: Edition) -> str:
    return f"{document_id_of(edition.document)}/{edition.slug}"


def _edition_record(summary: EditionSummary) -> Record:
    edition = summary.edition
    return {
        "id": edition_id_of(edition),
        "game": edition.document.game.slug,
        "document": edition.document.slug,
        "title": edition.title,
        "label": edition.label,
        "date": edition.date,
        "published": edition.published_at,
        "authority": edition.document.authority,
        "in_force": edition.document.current_id == edition.pk,
        "corrects": edition.corrects.label if edition.corrects else None,
        "reason": edition.reason or None,
        "origin": edition.origin or None,
        "rulings": summary.total,
        "changes": summary.counts,
        "url": edition.get_absolute_url(),
        "compare_url": summary.compare_url or None,
    }


def _chapter_record(chapter: Chapter) -> Record:
    return {
        "id": chapter.slug,
        "title": chapter.title,
        "url": chapter.url,
        "sections": [
            {
                "title": section.title,
                "level": section.level,
                "rulings": [
                    brief_record(entry.change.ruling, entry.change.revision) | {"url": entry.url}
                    for entry in (*section.notes, *section.entries)
                ],
            }
            for section in chapter.sections
        ],
    }


def _chart_record(chart: Chart, at: Edition | None) -> Record:
    return {
        "title": chart.title,
        "heading_path": list(chart.path),
        "above": [plain_text(change.revision.text) for change in chart.above if change.revision],
        "steps": [
            {
                **brief_record(step.change.ruling, step.change.revision, at=at),
                "text": step.change.revision.text,
                "depth": step.change.revision.depth,
                "window_after": step.change.revision.window_after or None,
                "cited_by": [brief_record(change.ruling, change.revision, at=at) for change in step.cited_by],
            }
            for step in chart.steps
            if step.change.revision
        ],
        "below": [plain_text(change.revision.text) for change in chart.below if change.revision],
    }


def _listing_record(change: Change) -> Record:
    return {
        "cards": cards_of(change),
        "text": change.revision.text if change.revision else "",
        "ruling": brief_record(change.ruling, change.revision),
        "document": document_id_of(change.ruling.document),
        "since": change.since,  # type: ignore[attr-defined]
        "since_date": change.since_date,  # type: ignore[attr-defined]
        "edition": change.edition.label,
    }


def _wording(revision: Any) -> Record | None:
    return {"key": revision.key or None, "title": revision.title, "text": revision.text} if revision else None
