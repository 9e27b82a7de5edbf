"""Where a page's wording comes from: the lines of the source, and what was found or repaired in reading them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse

from rulings.models import Change, Edition, Finding
from rulings.selectors.paging import Paging, paging

# Lines on a page of a source.
LINES = 400


@dataclass(frozen=True)
class FoundKind:
    """How many findings of a kind an edition has."""

    name: str
    count: int
    url: str


@dataclass(frozen=True)
class SourceLine:
    number: int
    text: str
    findings: Sequence[Finding] = ()


@dataclass(frozen=True)
class SourcePage:
    """Some lines of a source, with what was found in them."""

    lines: list[SourceLine]
    paging: Paging


def source_address(edition: Edition, line: int | None = None) -> str:
    """The address of an edition's source, at a line of it."""
    document = edition.document
    url = reverse("source", args=[document.game.slug, document.slug, edition.slug])
    if not line:
        return url
    number = (line - 1) // LINES + 1
    return f"{url}?page={number}#L{line}" if number > 1 else f"{url}#L{line}"


def source_page(edition: Edition, *, number: int) -> SourcePage:
    """A page of the text that an edition was read from."""
    lines = edition.source.text.split("\n")
    shown = paging(len(lines), size=LINES, number=number)
    found: dict[int, list[Finding]] = {}
    for finding in edition.findings.filter(first_line__gt=shown.first, first_line__lte=shown.first + LINES):
        found.setdefault(finding.first_line, []).append(finding)
    numbered = enumerate(shown.of(lines), shown.first + 1)
    return SourcePage([SourceLine(place, line, found.get(place, ())) for place, line in numbered], shown)


def found_kinds(edition: Edition) -> list[FoundKind]:
    """What was repaired, left over or doubtful in reading an edition, counted."""
    document = edition.document
    url = reverse("repairs", args=[document.game.slug, document.slug, edition.slug])
    counted = edition.findings.order_by().values_list("kind").annotate(Count("pk"))
    counts = dict(counted.values_list("kind", "pk__count"))
    return [
        FoundKind(kind.label, counts[kind.value], f"{url}#{kind.name.lower()}")
        for kind in Finding.Kind
        if kind.value in counts
    ]


def findings_by_kind(edition: Edition) -> list[tuple[Finding.Kind, list[Finding]]]:
    """The findings of an edition, kind by kind, each kind in the order of the source."""
    findings = list(edition.findings.all())
    grouped = ((kind, [one for one in findings if one.kind == kind]) for kind in Finding.Kind)
    return [(kind, found) for kind, found in grouped if found]


def findings_in(change: Change) -> list[Finding]:
    """What was found in the lines of a ruling."""
    if change.first_line is None:
        return []
    lines = change.edition.findings.filter(first_line__lte=change.last_line, last_line__gte=change.first_line)
    return list(lines.exclude(kind=Finding.Kind.WARNING))
