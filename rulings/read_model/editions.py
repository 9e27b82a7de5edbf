"""Documents and editions as records, and what was repaired in reading them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Count

from importers.records import Authority, ChangeKind
from rulings.models import Change, Document, Edition, Finding
from rulings.read_model import addresses
from rulings.read_model.changes import SHOWN_KINDS
from rulings.read_model.plain import day, moment
from rulings.read_model.records import DocumentRecord, EditionRecord, FindingRecord, RepairCount

Counts = Mapping[str, int]


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
