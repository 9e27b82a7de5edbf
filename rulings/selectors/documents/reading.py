"""Documents and their editions, as they stand or as they stood."""

from collections.abc import Sequence
from dataclasses import dataclass

import orjson
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from importers.records import Authority
from rulings.models import Change, Document, Edition, Finding, ShownDocument, ShownEdition, ShownRuling
from rulings.read_model import addresses
from rulings.read_model.addresses import SOURCE_LINES
from rulings.read_model.changes import Comparison, change_record, with_wordings
from rulings.read_model.editions import Chapter, finding_record, from_data, repair_counts
from rulings.read_model.records.documents import (
    DocumentRecord,
    EditionRecord,
    FindingRecord,
    RepairCount,
    RepairsRecord,
    ShownDocumentRecord,
    SourceRecord,
    TagsRecord,
)
from rulings.read_model.records.rulings import ChangeRecord, ShownRecord
from rulings.read_model.stored import as_brief, rulings_in
from rulings.selectors.site.finding import find_documents, find_edition
from rulings.selectors.site.frames import document_frame

# Rulings on a page of version tags.
TAGGED = 400


@dataclass(frozen=True)
class Reading:
    """A document, and the edition it is read in."""

    document: ShownDocumentRecord
    edition: EditionRecord
    outline: list[Chapter]
    repairs: list[RepairCount]
    # The edition that was asked for; none: today's.
    at: Edition | None

    @property
    def is_past(self) -> bool:
        return not self.edition["in_force"]

    @property
    def has_timing(self) -> bool:
        return self.document["has_timing"]


def read_document(game: str, *, slug: str, edition: str = "") -> Reading:
    """The document of an address, today or in an edition."""
    if edition:
        return read_edition(find_edition(game, document=slug, slug=edition))
    document = document_frame(game, slug) if "\x00" not in game + slug else None
    if document is None:
        # It says why.
        find_documents(game, slug=slug)
        raise AssertionError(f"{game}/{slug} is in force, but not in the read model")
    row = ShownEdition.objects.get(pk=document["current_pk"])
    return Reading(document, document["current"], from_data(orjson.loads(row.outline)), document["repairs"], None)


def read_edition(edition: Edition) -> Reading:
    """An edition as it stood."""
    row = ShownEdition.objects.get(pk=edition.pk)
    document = document_frame(edition.document.game.slug, edition.document.slug)
    if document is None or document["pk"] != edition.document_id:
        document = _hidden_digest(edition, document)
    return Reading(
        document, orjson.loads(row.record), from_data(orjson.loads(row.outline)), repair_counts(edition), edition
    )


def documents(*, game: str = "", authority: str = "") -> QuerySet[ShownDocument]:
    """The documents that are shown."""
    shown = ShownDocument.objects.order_by("game__name", "document__title", "pk")
    if game:
        shown = shown.filter(game__slug=game)
    return shown.filter(document__authority=authority) if authority else shown


def document_records(found: QuerySet[ShownDocument]) -> list[DocumentRecord]:
    """Documents with their editions, newest first."""
    return [as_document(orjson.loads(row.record)) for row in found]


def as_document(shown: ShownDocumentRecord) -> DocumentRecord:
    """A document as the API has it."""
    return {key: shown[key] for key in DocumentRecord.__annotations__}  # type: ignore[literal-required,return-value]


def editions(*, game: str = "", document: str = "") -> QuerySet[ShownEdition]:
    """The published editions of what is shown, the last one published first."""
    shown = ShownEdition.objects.filter(document__in=Document.objects.shown())
    if game:
        shown = shown.filter(game__slug=game)
    if document:
        shown = shown.filter(document__slug=document)
    return shown.order_by("-edition__published_at", "-pk")


def edition_summaries(found: QuerySet[ShownEdition]) -> list[EditionRecord]:
    """Editions with what each of them did."""
    return [orjson.loads(record) for record in found.values_list("record", flat=True)]


def editions_of(document: ShownDocumentRecord) -> list[EditionRecord]:
    """The published editions of a document, newest first."""
    return edition_summaries(ShownEdition.objects.filter(document=document["pk"]).order_by("-position"))


def tagged_page(document: ShownDocumentRecord, *, number: int = 1) -> Page[int]:
    """A page of the rulings that bear a version tag, the newest tag first."""
    rows = ShownRuling.objects.filter(document=document["pk"]).exclude(tag="").order_by("position")
    tagged = sorted(rows.values_list("pk", "tag", "position"), key=lambda row: _newest_first(row[1], row[2]))
    return Paginator([pk for pk, _, _ in tagged], TAGGED).get_page(number)


def by_tag(page: Page[int]) -> list[tuple[str, list[ShownRecord]]]:
    """The rulings of a page by their version tags."""
    keys = list(page.object_list)
    found = {row["id"]: row for row in rulings_in(ShownRuling.objects.filter(pk__in=keys).order_by("position"))}
    tags: dict[str, list[ShownRecord]] = {}
    for ruling in found.values():
        tags.setdefault(ruling["version_tag"] or "", []).append(ruling)
    return sorted(tags.items(), key=lambda item: _newest_first(item[0], 0))


def tags_record(reading: Reading, page: Page[int]) -> TagsRecord:
    """The rulings of a document by the version tags that it prints, as data."""
    return {
        "document": reading.document["id"],
        "edition": reading.edition["label"],
        "tags": [{"tag": tag, "rulings": [as_brief(one) for one in rulings]} for tag, rulings in by_tag(page)],
    }


def _newest_first(tag: str, position: int) -> tuple[list[int], int]:
    """By the numbers of "v1.10", the largest first."""
    return [-int(part) for part in "".join(sign if sign.isdigit() else " " for sign in tag).split()] or [0], position


def _hidden_digest(edition: Edition, document: ShownDocumentRecord | None) -> ShownDocumentRecord:
    """The document of an edition of a digest whose document is here itself."""
    own = edition.document
    if document is None:
        raise AssertionError(f"{own} is in force, but not in the read model")
    return {
        **document,
        "pk": own.pk,
        "name": str(own),
        "authority": Authority(own.authority),
        "is_digest": own.is_digest,
        "has_tags": False,
    }


@dataclass(frozen=True)
class SourceLine:
    number: int
    text: str
    findings: Sequence[Finding] = ()


@dataclass(frozen=True)
class SourcePage:
    """Some lines of a source, with what was found in them."""

    edition: Edition
    lines: list[SourceLine]
    paging: Page[str]


def source_page(edition: Edition, *, number: int) -> SourcePage:
    """A page of the text that an edition was read from."""
    page = Paginator(edition.source.text.split("\n"), SOURCE_LINES).get_page(number)
    first = page.start_index()
    found: dict[int, list[Finding]] = {}
    for finding in edition.findings.filter(first_line__gte=first, first_line__lt=first + SOURCE_LINES):
        found.setdefault(finding.first_line, []).append(finding)
    numbered = enumerate(page.object_list, first)
    return SourcePage(edition, [SourceLine(place, line, found.get(place, ())) for place, line in numbered], page)


def findings_by_kind(edition: Edition) -> list[tuple[Finding.Kind, list[FindingRecord]]]:
    """The findings of an edition, kind by kind, each kind in the order of the source."""
    findings = [finding_record(one, edition) for one in edition.findings.all()]
    grouped = ((kind, [one for one in findings if one["kind"] == kind]) for kind in Finding.Kind)
    return [(kind, found) for kind, found in grouped if found]


def source_record(page: SourcePage) -> SourceRecord:
    """Some lines of the text that an edition was read from, as data."""
    edition, paging = page.edition, page.paging
    return {
        "edition_id": addresses.edition_id(edition),
        "file": edition.source.name,
        "sha256": edition.source.sha256,
        "total": paging.paginator.count,
        "page": paging.number,
        "pages": paging.paginator.num_pages,
        "lines": [{"number": line.number, "text": line.text} for line in page.lines],
    }


def our_corrections(edition: Edition) -> list[ChangeRecord]:
    """What we show in place of what the source prints, or leave out, each with its reason: of an edition with all our
    corrections of it, or of one correction."""
    own = [edition.pk] if edition.corrects_id else edition.corrections.published().values_list("pk", flat=True)
    changes = with_wordings(Change.objects.in_published_editions().news().filter(edition__in=own))
    listed = changes.order_by("edition__position", "position")
    return [change_record(Comparison.of(one), one.edition, reason=one.reason) for one in listed]


def repairs_record(edition: Edition) -> RepairsRecord:
    """What was repaired, corrected or left over when an edition was read, as data."""
    return {
        "edition_id": addresses.edition_id(edition),
        "checked": edition.gates.get("sentences", []),
        "findings": [
            {**finding, "kind": kind.label} for kind, findings in findings_by_kind(edition) for finding in findings
        ],
        "corrections": our_corrections(edition),
    }
