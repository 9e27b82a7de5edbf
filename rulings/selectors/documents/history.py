"""Any two editions compared, and the latest changes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from importers.records import ChangeKind
from rulings.models import Change, Document, Edition, Revision, Ruling
from rulings.read_model.changes import SHOWN_KINDS, Comparison, change_record, newest_first, with_wordings
from rulings.read_model.records.rulings import ChangeRecord

PAGE_SIZE = 40
MOVED_AND_REWORDED = "moved and reworded"
GROUPS = ("added", "reworded", MOVED_AND_REWORDED, "moved", "removed")


@dataclass(frozen=True)
class EditionComparison:
    """Two editions, ruling by ruling, grouped by the kind of change."""

    old: Edition
    new: Edition
    groups: dict[str, list[Comparison]]
    same: int

    @property
    def total(self) -> int:
        return sum(map(len, self.groups.values()))

    def load(self, kind: str = "") -> list[Comparison]:
        """The changes of one kind, or all of them, in their groups."""
        return [one for found in self.only(kind).values() for one in found]

    def choices(self, chosen: str) -> list[tuple[str, int, bool]]:
        """The kinds of change with their counts, and whether each was chosen; what moved may be reworded, too."""
        counts = {kind.value: len(self.load(kind)) for kind in SHOWN_KINDS}
        return [(kind, count, kind == chosen) for kind, count in counts.items() if count]

    @property
    def counts_twice(self) -> bool:
        """Whether something moved and was reworded, and so is counted under both."""
        return any(" and " in name for name in self.groups)

    def bar(self, url: str) -> dict[str, Any]:
        """What a change bar shows, each ruling once, where it moved as moved; at the address of the comparison."""
        counts = Counter({kind.value: 0 for kind in SHOWN_KINDS})
        for name, found in self.groups.items():
            counts[name.split(" and ")[0]] += len(found)
        left = self.same + self.total - counts[ChangeKind.REMOVED.value]
        return {"title": self.new.title, "rulings": left, "changes": counts, "compare_url": url, "url": url}

    def only(self, kind: str) -> dict[str, list[Comparison]]:
        """The changes of one kind, or all of them."""
        return {name: found for name, found in self.groups.items() if not kind or kind in name.split(" and ")}


@dataclass(frozen=True)
class ComparedPage:
    """Some of the changes between two editions, in their groups."""

    kind: str
    groups: list[tuple[str, Sequence[ChangeRecord]]]
    paging: Page[tuple[str, Comparison]]


def compared_page(comparison: EditionComparison, *, kind: str, number: int) -> ComparedPage:
    """A page of a comparison: of all changes, or of one kind of them."""
    kind = kind if comparison.only(kind) else ""
    named = [(name, one) for name, found in comparison.only(kind).items() for one in found]
    page = Paginator(named, PAGE_SIZE).get_page(number)
    groups = [
        (name, [change_record(one, comparison.new) for _, one in group])
        for name, group in groupby(page.object_list, key=itemgetter(0))
    ]
    return ComparedPage(kind, list(groups), page)


def compare_editions(old: Edition, new: Edition) -> EditionComparison:
    """What became of each ruling from one edition to another, however many lie between them."""
    before, after = _standing(old), _standing(new)
    order = [*after, *(ruling for ruling in before if ruling not in after)]
    differing = [ruling for ruling in order if before.get(ruling) != after.get(ruling)]
    pairs = {ruling: (before.get(ruling), after.get(ruling)) for ruling in differing}
    groups: dict[str, list[Comparison]] = {name: [] for name in GROUPS}
    same = len(order) - len(differing)
    for comparison in _compared(pairs):
        if comparison.kind is ChangeKind.SAME:
            same += 1
        else:
            groups[MOVED_AND_REWORDED if comparison.is_also_reworded else comparison.kind.value].append(comparison)
    return EditionComparison(old, new, {name: found for name, found in groups.items() if found}, same)


def latest_changes(*, game: str = "", document: str = "", kind: str = "") -> QuerySet[Change]:
    """What editions did to rulings, the last one published first; that a first edition adds everything is not a
    change."""
    again = Edition.objects.published().filter(document__in=Document.objects.shown(), changes__previous__isnull=False)
    found = Change.objects.news().filter(edition__in=again.values("pk"))
    if game:
        found = found.filter(ruling__document__game__slug=game)
    if document:
        found = found.filter(ruling__document__slug=document)
    if kind:
        found = found.filter(kind=kind)
    return newest_first(with_wordings(found))


def latest_change_records(changes: Iterable[Change]) -> list[ChangeRecord]:
    """The records of some of the latest changes."""
    return [change_record(Comparison.of(change), change.edition, reason=change.reason) for change in changes]


def _standing(edition: Edition) -> dict[int, int]:
    """The rulings of an edition in order, each with its wording."""
    return dict(edition.changes.standing().order_by("position").values_list("ruling", "revision"))


def _compared(pairs: dict[int, tuple[int | None, int | None]]) -> Iterable[Comparison]:
    """Rulings that do not have the same wording any more, compared."""
    rulings = Ruling.objects.select_related("document__game").in_bulk(pairs)
    revisions = Revision.objects.in_bulk([key for pair in pairs.values() for key in pair if key])
    for ruling, (old, new) in pairs.items():
        yield Comparison.between(rulings[ruling], revisions.get(old or 0), revisions.get(new or 0))
