"""What rests on a ruling that has changed since, and that nobody has looked at again.

Rulings that cite it, the entry of a digest that sums it up, and the phrasings by which players find it.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from importers.records import ChangeKind
from rulings.models import Change, Confirmation, Document, Phrasing, Reference, Summary
from rulings.read_model.changes import Comparison, brief, change_record, with_wordings
from rulings.read_model.records.rulings import ChangeRecord, RulingBrief

CHANGED = (ChangeKind.REWORDED, ChangeKind.MOVED)
# So many are shown at once.
MOST = 100


class Because(StrEnum):
    """Why something rests on a ruling."""

    CITES = "cites"
    SUMS_UP = "sums up"
    FINDS = "finds"


@dataclass(frozen=True)
class Resting:
    """A ruling, or what is said of it elsewhere, and the change of the one that it rests on."""

    ruling: RulingBrief
    ruling_id: int
    cited_id: int
    change: ChangeRecord
    because: Because = Because.CITES
    # What was written for the wording before: a digest's entry, or players' phrasings.
    written: tuple[str, ...] = ()


def consequences() -> list[Resting]:
    """Everything that somebody should look at again."""
    return [*resting(), *_resting_words()][:MOST]


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


def _resting_words() -> list[Resting]:
    """Of the rulings in force that were reworded: digests' entries and phrasings that were written before that."""
    current = Document.objects.shown().values("current")
    news = Change.objects.filter(edition__in=current, kind__in=CHANGED).values_list("ruling", flat=True)
    older = Change.objects.filter(revision__changes__edition__in=current, kind__in=CHANGED)
    reworded = {
        ruling: change
        for ruling, change in _reworded({*news, *older.values_list("ruling", flat=True)}).items()
        if not _is_only_moved(change)
    }
    summaries = _summaries(reworded)
    found = [
        _resting_summary(reworded[ruling], digest) for ruling, (digest, is_of_now) in summaries.items() if not is_of_now
    ]
    asked = _asked(reworded, {digest.ruling_id: ruling for ruling, (digest, _) in summaries.items()})
    found += [
        Resting(
            brief(change.ruling, change.revision),
            ruling_id,
            change.revision_id or 0,
            change_record(Comparison.of(change), change.edition),
            Because.FINDS,
            tuple(asked[ruling_id]),
        )
        for ruling_id, change in reworded.items()
        if ruling_id in asked
    ]
    confirmed = set(
        Confirmation.objects.filter(cited__in=[one.cited_id for one in found]).values_list("ruling", "cited")
    )
    return [one for one in found if (one.ruling_id, one.cited_id) not in confirmed]


def _is_only_moved(change: Change) -> bool:
    return change.kind == ChangeKind.MOVED and not Comparison.of(change).is_also_reworded


def _summaries(reworded: dict[int, Change]) -> dict[int, tuple[Change, bool]]:
    """By ruling, the digest's entry that sums up one of its wordings, and whether that is the one in force."""
    fetched = Summary.objects.filter(revision__ruling__in=list(reworded))
    entries = fetched.select_related("revision", "digest__revision", "digest__ruling__document__game").order_by("pk")
    found: dict[int, tuple[Change, bool]] = {}
    for entry in entries:
        ruling = entry.revision.ruling_id
        is_of_now = entry.revision_id == reworded[ruling].revision_id
        if is_of_now or ruling not in found:
            found[ruling] = (entry.digest, is_of_now)
    return found


def _resting_summary(change: Change, digest: Change) -> Resting:
    return Resting(
        brief(digest.ruling, digest.revision),
        digest.ruling_id,
        change.revision_id or 0,
        change_record(Comparison.of(change), change.edition),
        Because.SUMS_UP,
        (digest.revision.text,) if digest.revision else (),
    )


def _asked(reworded: Iterable[int], digests: dict[int, int]) -> dict[int, list[str]]:
    """By ruling, the phrasings that lead to it: its own, and those of the digest's entry that sums it up."""
    asked: dict[int, list[str]] = defaultdict(list)
    for ruling_id, words in Phrasing.objects.filter(ruling__in=[*reworded, *digests]).values_list("ruling", "words"):
        asked[digests.get(ruling_id, ruling_id)].append(words)
    return asked


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


def last_review(ruling_id: int) -> Confirmation | None:
    """The last time that somebody looked at a ruling because something that it rests on had changed."""
    return (
        Confirmation.objects.filter(ruling=ruling_id)
        .select_related("cited__edition__document__game")
        .order_by("-at", "-pk")
        .first()
    )


def _is_newer(cited: Change, change: Change) -> bool:
    own = change.revision.edition.published_at if change.revision else None
    return bool(own and cited.edition.published_at and cited.edition.published_at > own)
