"""Rulings that rest on what has changed since: they cite another ruling, and nobody has looked at them again."""

from collections.abc import Iterable
from dataclasses import dataclass

from importers.records import ChangeKind
from rulings.models import Change, Confirmation, Document, Reference
from rulings.read_model.changes import Comparison, brief, change_record, with_wordings
from rulings.read_model.records.rulings import ChangeRecord, RulingBrief

CHANGED = (ChangeKind.REWORDED, ChangeKind.MOVED)
# So many are shown at once.
MOST = 100


@dataclass(frozen=True)
class Resting:
    """A ruling in force, and the change of one that it cites."""

    ruling: RulingBrief
    ruling_id: int
    cited_id: int
    change: ChangeRecord


def resting(*, ruling_ids: Iterable[int] | None = None) -> list[Resting]:
    """The rulings in force that cite one which changed after they were worded, and that nobody has confirmed."""
    worded = {change.pk: change for change in _in_force(ruling_ids)}
    # By their keys alone: a page costs the same however large the site is.
    references = (
        Reference.objects.filter(change__in=list(worded)) if ruling_ids is not None else Reference.objects.all()
    )
    found = references.filter(ruling__isnull=False).values_list("change", "ruling").distinct()
    pairs = [(worded[change], ruling) for change, ruling in found if change in worded and ruling]
    cited = _reworded({ruling for _, ruling in pairs})
    confirmed = set(
        Confirmation.objects.filter(ruling__in={change.ruling_id for change, _ in pairs}).values_list("ruling", "cited")
    )
    open_ones = [
        (change, cited[ruling])
        for change, ruling in pairs
        if ruling in cited
        and ruling != change.ruling_id
        and _is_newer(cited[ruling], change)
        and (change.ruling_id, cited[ruling].revision_id) not in confirmed
    ]
    return [
        Resting(
            brief(change.ruling, change.revision),
            change.ruling_id,
            target.revision_id or 0,
            change_record(Comparison.of(target), target.edition),
        )
        for change, target in open_ones[:MOST]
    ]


def _in_force(ruling_ids: Iterable[int] | None) -> list[Change]:
    """The changes by which some rulings, or all, stand now."""
    current = set(Document.objects.values_list("current", flat=True))
    if ruling_ids is None:
        changes = Change.objects.filter(edition__in=[pk for pk in current if pk])
    else:
        changes = Change.objects.filter(ruling__in=list(ruling_ids))
    fetched = changes.select_related("revision__edition", "ruling__document__game")
    return [change for change in fetched if change.edition_id in current and change.revision]


def _reworded(ruling_ids: Iterable[int]) -> dict[int, Change]:
    """Of some rulings, those that were reworded or moved, with the change that brought the wording in force."""
    wordings = {change.revision_id for change in _in_force(ruling_ids)}
    # A correction of ours gives a ruling back what it said, or says whose it is.
    news = with_wordings(Change.objects.filter(ruling__in=list(ruling_ids), kind__in=CHANGED, edition__corrects=None))
    return {
        change.ruling_id: change
        for change in news
        if change.revision_id in wordings and change.revision and change.revision.edition_id == change.edition_id
    }


def _is_newer(cited: Change, change: Change) -> bool:
    own = change.revision.edition.published_at if change.revision else None
    return bool(own and cited.edition.published_at and cited.edition.published_at > own)
