"""Where the wording of an edition comes from: the lines of its source, and what was repaired in reading them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from rulings.models import Edition, Finding
from rulings.read_model import addresses
from rulings.read_model.addresses import SOURCE_LINES
from rulings.read_model.editions import finding_record
from rulings.read_model.records import FindingRecord, RepairsRecord, SourceRecord


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


def repairs_record(edition: Edition) -> RepairsRecord:
    """What was repaired, corrected or left over when an edition was read, as data."""
    return {
        "edition_id": addresses.edition_id(edition),
        "findings": [
            {**finding, "kind": kind.label} for kind, findings in findings_by_kind(edition) for finding in findings
        ],
    }
