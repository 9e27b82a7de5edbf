"""What an editor sees of a draft before it is published: the report, and each change with what can be done about it."""

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction

from importers.records import ChangeKind, ParsedRuling
from importers.reporting import Report, report_on
from rulings.models import Edition, Manuscript, Ruling
from rulings.read_model.changes import Comparison, change_record
from rulings.read_model.known import load_catalogue, record_of
from rulings.read_model.records.rulings import ChangeRecord
from rulings.services import accounts, manuscripts, publishing
from rulings.services.facts import known_facts
from rulings.services.manuscripts import EditError
from rulings.services.reconciling import Decision, DecisionError, Plan, PlannedChange
from rulings.services.stopping import Stop, stops

SHOWN = (ChangeKind.ADDED, ChangeKind.REWORDED, ChangeKind.MOVED, ChangeKind.REMOVED)


@dataclass(frozen=True)
class Item:
    """One change of a draft."""

    key: str
    edition: Edition
    change: PlannedChange
    comparison: Comparison
    # Its place in the draft, and its first line in the source; none of a removal.
    index: int | None
    line: int | None
    is_accepted: bool
    # Of an added ruling: the removed ones that it could continue.
    candidates: tuple["Item", ...] = ()

    @property
    def kind(self) -> ChangeKind:
        return self.change.kind

    @property
    def record(self) -> ChangeRecord:
        """The change as readers would see it."""
        return change_record(self.comparison, self.edition)

    @property
    def title(self) -> str:
        shown = self.comparison.shown
        return str(shown) if shown else ""


@dataclass(frozen=True)
class Review:
    """A draft with all that was found in it and all that it would do."""

    edition: Edition
    manuscript: Manuscript
    report: Report
    plan: Plan
    items: list[Item]

    @property
    def rulings(self) -> Sequence[ParsedRuling]:
        return self.report.reading.document.rulings

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many changes there are of each kind."""
        counted = Counter(item.kind for item in self.items)
        return [(kind.value, counted[kind]) for kind in SHOWN if counted[kind]]

    @property
    def accepted(self) -> int:
        return sum(item.is_accepted for item in self.items)


def review(edition: Edition) -> Review:
    """A draft, compared with what is in force now."""
    reading = manuscripts.reading_of(edition)
    manuscript = manuscripts.manuscript_of(edition)
    report = report_on(reading, catalogue=load_catalogue(edition.document.game))
    plan = publishing.plan(edition)
    accepted = set(manuscript.accepted)
    seen: Counter[str] = Counter()
    items = []
    for index, change in enumerate(plan.changes):
        if change.kind in SHOWN:
            key = _key(change)
            seen[key] += 1
            key = f"{key}-{seen[key]}" if seen[key] > 1 else key
            items.append(_item(change, edition, key=key, index=index if change.new else None, accepted=accepted))
    removed = [item for item in items if item.kind is ChangeKind.REMOVED]
    items = [_with_candidates(item, removed) if item.kind is ChangeKind.ADDED else item for item in items]
    return Review(edition, manuscript, report, plan, items)


def stops_of(edition: Edition) -> list[Stop]:
    """What somebody must confirm before a draft is published."""
    parsed = manuscripts.read_edition(edition)
    document = edition.document
    named = known_facts().recognise(edition.source.text)
    return stops(parsed, publishing.plan(edition), game=document.game, document=document, named_game=named)


@transaction.atomic
def reject(edition: Edition, key: str, *, version: int, user: User | None) -> None:
    """Take a change back: what is in force stays as it is."""
    edition = manuscripts.locked_draft(edition)
    found = _find(review(edition), key)
    change = found.change
    # What was decided about this pair is settled by the rejection.
    slug = change.ruling.slug if change.ruling else ""
    edition.decisions = [one for one in edition.decisions if slug != one["old"] and found.line != one["line"]]
    edition.save(update_fields=["decisions"])
    old = record_of(change.previous, change.ruling) if change.previous and change.ruling else None
    note = f"rejected: {change.kind} {found.title}"
    if old is not None and found.index is not None:
        _require_free_label(edition, old, found.index)
    if found.index is not None:
        news = [old] if old else []
        manuscripts.replace_rulings(edition, found.index, news, version=version, user=user, note=note)
    elif old is not None and change.ruling is not None:
        _put_back(edition, old, place=_place_after(edition, change.ruling), version=version, user=user, note=note)


def _require_free_label(edition: Edition, old: ParsedRuling, index: int) -> None:
    """Refuse to give a ruling its old label back while another one bears it."""
    for place, other in enumerate(manuscripts.read_edition(edition).rulings):
        if place != index and old.key and (other.kind, other.key) == (old.kind, old.key):
            raise EditError(f"Its old label {old.key} is that of “{other.title}” now: reject that change first.")


def _put_back(edition: Edition, old: ParsedRuling, *, place: int, version: int, user: User | None, note: str) -> None:
    """Put a ruling back where it stood, or in the place of the one that has taken its label."""

    def edit(rulings: list[ParsedRuling]) -> None:
        labels = [(one.kind, one.key) if one.key else None for one in rulings]
        if old.key and (old.kind, old.key) in labels:
            rulings[labels.index((old.kind, old.key))] = old
        else:
            rulings.insert(place, old)

    manuscripts.edit_rulings(edition, edit, version=version, user=user, note=note)


def accept(edition: Edition, key: str, *, user: User | None) -> None:
    """Remember that a change was looked at and is right, as long as it is worded so."""
    found = _find(review(edition), key)
    manuscripts.accept(edition, _mark(key, found.change))
    accounts.note(user, edition, f"accepted: {found.kind} {found.title}")


@transaction.atomic
def join(edition: Edition, *, old: str, key: str, user: User | None) -> None:
    """Say that an added ruling continues one that would be removed."""
    edition = manuscripts.locked_draft(edition)
    added = _find(review(edition), key)
    if old not in [item.change.ruling.slug for item in added.candidates if item.change.ruling]:
        raise EditError(f"{old} cannot be continued by {added.title}: it is of another kind, or not removed.")
    _decide(edition, Decision(old=old, line=_line_of(added), same=True), user, f"joined {old} and {added.title}")


@transaction.atomic
def split(edition: Edition, key: str, *, user: User | None) -> None:
    """Say that a ruling is another than the one it seems to continue."""
    edition = manuscripts.locked_draft(edition)
    found = _find(review(edition), key)
    if found.change.ruling is None:
        raise EditError("This ruling continues no other: there is nothing to split.")
    decision = Decision(old=found.change.ruling.slug, line=_line_of(found), same=False)
    _decide(edition, decision, user, f"split {found.title} from {decision.old}")


def _decide(edition: Edition, decision: Decision, user: User | None, note: str) -> None:
    other = [one for one in edition.decisions if (one["old"], one["line"]) != (decision.old, decision.line)]
    edition.decisions = [*other, vars(decision)]
    try:
        publishing.plan(edition)
    except DecisionError as error:
        raise EditError(str(error)) from None
    edition.save(update_fields=["decisions"])
    accounts.note(user, edition, note)


def _item(change: PlannedChange, edition: Edition, *, key: str, index: int | None, accepted: set[str]) -> Item:
    new = change.new
    ruling = change.ruling or Ruling(document=edition.document)
    if new is not None and change.ruling is None:
        ruling.kind, ruling.scope, ruling.list_name = new.kind.value, new.scope or "", new.list_name or ""
        ruling.format = new.play_format
    revision = publishing.revision_of(new, ruling, edition) if new else None
    line = new.lines.first if new and new.lines else None
    comparison = Comparison(change.kind, ruling, change.previous, revision)
    return Item(key, edition, change, comparison, index, line, is_accepted=_mark(key, change) in accepted)


def _key(change: PlannedChange) -> str:
    """What a change is known by, whatever else is edited."""
    if change.ruling:
        return f"{change.kind}-{change.ruling.slug}"
    return f"{change.kind}-{change.new.key}-{change.new.title}" if change.new else str(change.kind)


def _mark(key: str, change: PlannedChange) -> str:
    """What an acceptance holds for: the change with this very wording."""
    wording = f"{change.new.title}\n{change.new.text}" if change.new else ""
    return f"{key}#{zlib.crc32(wording.encode()):08x}"


def _with_candidates(added: Item, removed: Sequence[Item]) -> Item:
    ruling = added.comparison.ruling
    nature = (ruling.kind, ruling.scope, ruling.list_name, ruling.format)
    others = [(item, item.comparison.ruling) for item in removed]
    return replace(
        added,
        candidates=tuple(
            item for item, other in others if (other.kind, other.scope, other.list_name, other.format) == nature
        ),
    )


def _find(found: Review, key: str) -> Item:
    item = next((item for item in found.items if item.key == key), None)
    if item is None:
        raise EditError("This change is no longer there: look at the comparison again.")
    return item


def _line_of(item: Item) -> int:
    if item.line is None:
        raise EditError("This ruling was written by hand: give it the label of the old one instead.")
    return item.line


def _place_after(edition: Edition, ruling: Ruling) -> int:
    """Where a ruling that would be removed belongs in the draft: behind what it stood behind."""
    plan = publishing.plan(edition)
    places = {change.ruling.pk: place for place, change in enumerate(plan.changes) if change.ruling and change.new}
    current = edition.document.current
    before = list(current.changes.standing().order_by("-position").values_list("ruling", "position")) if current else []
    position = next((position for pk, position in before if pk == ruling.pk), 0)
    return next((places[pk] + 1 for pk, place in before if place < position and pk in places), 0)
