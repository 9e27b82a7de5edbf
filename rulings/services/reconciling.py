"""Compares a parsed document with the edition in force: what would publishing it do to each ruling?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from importers.folding import fold, fold_title
from importers.records import ChangeKind, ParsedDocument, ParsedRuling
from importers.resolving import SetName
from rulings.diffing.pairing import IndexPair, pair
from rulings.diffing.similarity import classify
from rulings.models import Change, Document, Edition, Revision, Ruling
from rulings.read_model.known import record_of, set_names

# What a correction of ours may put right in a ruling.
WORDING = ("title", "text")
CORRECTABLE = (*WORDING, "cards", "version_tag")


class DecisionError(Exception):
    """A decision about a pair names a ruling that is not there."""


@dataclass(frozen=True)
class Decision:
    """An editor's word on a pair: the old ruling's slug, the new one's first line, and whether they are one."""

    old: str
    line: int
    same: bool


@dataclass(frozen=True)
class PlannedChange:
    """What publishing would do to one ruling."""

    kind: ChangeKind
    new: ParsedRuling | None
    # The ruling it continues, with the wording in force; none when it is new.
    ruling: Ruling | None = None
    previous: Revision | None = None
    # The address that a new one had elsewhere, and is to have here.
    slug: str = ""


@dataclass(frozen=True)
class Plan:
    """What publishing would do, in the order of the new document; removals come last."""

    changes: tuple[PlannedChange, ...]
    # Whether it has the label of the edition in force: what its source marks as new is new since the one before.
    is_again: bool = False

    @property
    def counts(self) -> Counter[ChangeKind]:
        return Counter(change.kind for change in self.changes)

    @property
    def changes_nothing(self) -> bool:
        return set(self.counts) <= {ChangeKind.SAME}

    @property
    def unmarked(self) -> list[str]:
        """What changes although the source does not mark it, in a source that marks changes."""
        news = (ChangeKind.ADDED, ChangeKind.REWORDED)
        changed = [change.new for change in self.changes if change.kind in news and change.new]
        return [_named(new) for new in changed if not new.is_marked] if self._has_marks else []

    @property
    def only_marked(self) -> list[str]:
        """What the source marks as changed although it says what it said before."""
        same = [change.new for change in self.changes if change.kind is ChangeKind.SAME and change.new]
        return [_named(new) for new in same if new.is_marked] if not self.is_again else []

    @property
    def _has_marks(self) -> bool:
        is_next = any(change.previous for change in self.changes)
        return is_next and not self.is_again and any(change.new and change.new.is_marked for change in self.changes)

    def __str__(self) -> str:
        return ", ".join(f"{self.counts[kind]} {kind}" for kind in ChangeKind if self.counts[kind]) or "no rulings"


def _named(ruling: ParsedRuling) -> str:
    return f"{ruling.key} {ruling.title}".strip()


def reconcile(
    document: Document | None,
    parsed: ParsedDocument,
    *,
    decisions: Sequence[Decision] = (),
    is_correction: bool = False,
) -> Plan:
    """Pair the parsed rulings with those in force, and with those that were there before and may return.

    Where the publisher says what it said before, a correction of ours stands, unless this is a correction itself.
    """
    standing = _standing(document.current if document else None)
    old = [record_of(change.revision, change.ruling) for change in standing if change.revision]
    forced, forbidden = _read_decisions(decisions, standing, parsed)
    continued = {new: index for index, new in pair(old, parsed.rulings, forced=forced, forbidden=forbidden)}
    uncorrected = {} if is_correction else _uncorrected(standing)
    returning = _find_returning(document, parsed, continued)
    names = set_names(document.game) if document else {}
    changes = []
    for place, new in enumerate(parsed.rulings):
        if place in continued:
            change, before = standing[continued[place]], old[continued[place]]
            kept = _as_corrected(new, before, uncorrected.get(change.ruling_id))
            kind = classify(_as_called(before, names), _as_called(kept, names), exactly=is_correction)
            changes.append(PlannedChange(kind, kept, change.ruling, change.revision))
        else:
            changes.append(PlannedChange(ChangeKind.ADDED, new, returning.get(place)))
    staying = set(continued.values())
    changes += [
        PlannedChange(ChangeKind.REMOVED, None, change.ruling, change.revision)
        for index, change in enumerate(standing)
        if index not in staying
    ]
    current = document.current if document else None
    return Plan(tuple(changes), is_again=current is not None and current.label == parsed.edition)


def _as_called(ruling: ParsedRuling, names: Mapping[str, SetName]) -> ParsedRuling:
    """A ruling with its sets as they are called now: that we have renamed one is not the publisher's change."""
    cards = []
    for card in ruling.cards:
        place = names.get(fold_title(card.pack or card.set))
        cards.append(replace(card, set=place.set, pack=place.pack) if place else card)
    places = [names.get(fold_title(heading)) for heading in ruling.heading_path]
    path = tuple(
        (place.pack or place.set) if place else heading
        for heading, place in zip(ruling.heading_path, places, strict=True)
    )
    return replace(ruling, cards=tuple(cards), heading_path=path)


def continue_at(document: Document, parsed: ParsedDocument, addresses: Sequence[str]) -> Plan:
    """What publishing does if it is known which address each of the parsed rulings has."""
    if len(addresses) != len(parsed.rulings):
        raise DecisionError(f"There are {len(parsed.rulings)} rulings, but {len(addresses)} addresses.")
    standing = {change.ruling.slug: change for change in _standing(document.current)}
    known = {ruling.slug: ruling for ruling in document.rulings.select_related("document")}
    changes = []
    for slug, new in zip(addresses, parsed.rulings, strict=True):
        before = standing.pop(slug, None)
        if before and before.revision:
            kind = classify(record_of(before.revision, before.ruling), new)
            changes.append(PlannedChange(kind, new, before.ruling, before.revision))
        else:
            changes.append(PlannedChange(ChangeKind.ADDED, new, known.get(slug), slug=slug))
    changes += [PlannedChange(ChangeKind.REMOVED, None, change.ruling, change.revision) for change in standing.values()]
    return Plan(tuple(changes))


def still_apply(decisions: Sequence[Decision], document: Document | None, parsed: ParsedDocument) -> list[Decision]:
    """The decisions about rulings that are still there; what was decided about others is void."""
    olds = {change.ruling.slug for change in _standing(document.current if document else None)}
    lines = {ruling.lines.first for ruling in parsed.rulings if ruling.lines}
    return [decision for decision in decisions if decision.old in olds and decision.line in lines]


def find_decision(document: Document | None, parsed: ParsedDocument, *, old: str, new: str, same: bool) -> Decision:
    """The decision about the old ruling of that label or address and the new one of that label or title."""
    standing = _standing(document.current if document else None)
    olds = [change for change in standing if change.revision and change.revision.key == old]
    olds = olds or [change for change in standing if change.ruling.slug == old]
    news = [ruling for ruling in parsed.rulings if ruling.key == new]
    news = news or [ruling for ruling in parsed.rulings if fold(ruling.title) == fold(new)]
    if len(olds) != 1:
        raise DecisionError(f"{old!r} is the label or address of {len(olds)} rulings in force, not of one.")
    if len(news) != 1 or news[0].lines is None:
        raise DecisionError(f"{new!r} is the label or title of {len(news)} rulings in the new edition, not of one.")
    before, after = olds[0].ruling, news[0]
    nature = (after.kind, after.scope or "", after.list_name or "", after.play_format)
    if same and (before.kind, before.scope, before.list_name, before.format) != nature:
        raise DecisionError(f"{old!r} is a {before.kind} and {new!r} a {after.kind}: they cannot be one ruling.")
    return Decision(old=before.slug, line=news[0].lines.first, same=same)


def _standing(edition: Edition | None) -> list[Change]:
    if edition is None:
        return []
    return list(edition.changes.standing().select_related("revision__edition", "ruling__document").order_by("position"))


def _uncorrected(standing: Sequence[Change]) -> dict[int, ParsedRuling]:
    """What the publisher said of the rulings that stand as we corrected them, in whichever edition that was."""
    said: dict[int, ParsedRuling] = {}
    roots = _roots(standing)
    while roots:
        # A correction may have been of a wording that had been corrected before.
        changes = Change.objects.standing().filter(edition__in=set(roots.values()), ruling__in=roots)
        before = [
            change
            for change in changes.select_related("revision__edition", "ruling")
            if change.edition_id == roots[change.ruling_id]
        ]
        said |= {change.ruling_id: record_of(change.revision, change.ruling) for change in before if change.revision}
        roots = _roots(before)
    return said


def _as_corrected(new: ParsedRuling, corrected: ParsedRuling, said: ParsedRuling | None) -> ParsedRuling:
    """A ruling with what we corrected, wherever the publisher says what it said before.

    Our words stand only for the wording that they corrected: next to new words of the publisher's they would pass for
    the publisher's.
    """
    if said is None:
        return new
    same = [name for name in CORRECTABLE if getattr(new, name) == getattr(said, name)]
    if not set(WORDING) <= set(same):
        same = [name for name in same if name not in WORDING]
    return replace(new, **{name: getattr(corrected, name) for name in same})


def _roots(changes: Sequence[Change]) -> dict[int, int]:
    """By ruling, the edition whose wording we corrected."""
    corrected = ((change.ruling_id, change.revision.edition.corrects_id) for change in changes if change.revision)
    return {ruling: root for ruling, root in corrected if root}


def _read_decisions(
    decisions: Sequence[Decision], standing: list[Change], parsed: ParsedDocument
) -> tuple[list[IndexPair], list[IndexPair]]:
    olds = {change.ruling.slug: index for index, change in enumerate(standing)}
    news = {ruling.lines.first: index for index, ruling in enumerate(parsed.rulings) if ruling.lines}
    forced: list[IndexPair] = []
    forbidden: list[IndexPair] = []
    for decision in decisions:
        if decision.old not in olds or decision.line not in news:
            raise DecisionError(
                f"The decision about {decision.old!r} and line {decision.line} no longer applies: decide again."
            )
        (forced if decision.same else forbidden).append((olds[decision.old], news[decision.line]))
    for side in zip(*forced, strict=True):
        if len(set(side)) < len(side):
            raise DecisionError("Two decisions pair the same ruling: keep one of them.")
    if set(forced) & set(forbidden):
        raise DecisionError("One decision joins what another one splits: keep one of them.")
    return forced, forbidden


def _find_returning(document: Document | None, parsed: ParsedDocument, continued: dict[int, int]) -> dict[int, Ruling]:
    """New rulings that were there in an earlier or withdrawn edition: they get their old address back."""
    open_new = [index for index in range(len(parsed.rulings)) if index not in continued]
    if document is None or not open_new:
        return {}
    in_force = document.current.changes.standing() if document.current else Change.objects.none()
    absent = Revision.objects.filter(ruling__document=document).exclude(ruling__in=in_force.values("ruling"))
    last_wordings: dict[int, Revision] = {
        revision.ruling_id: revision
        for revision in absent.select_related("ruling__document", "edition").order_by("edition__position")
    }
    wordings = list(last_wordings.values())
    old = [record_of(revision, revision.ruling) for revision in wordings]
    pairs = pair(old, [parsed.rulings[index] for index in open_new], by_label_alone=False)
    return {open_new[new]: wordings[index].ruling for index, new in pairs}
