"""What an editor sees of a draft before it is published: alarms first, then each change, and what was decided.

The review of a draft is worked out once and kept with its manuscript, until the draft, what is in force or the
catalogue changes; to decide something costs no reading.
"""

import json
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulings.models import Edition, Manuscript, Verdict
from rulings.read_model.changes import SHOWN_KINDS
from rulings.read_model.state import site_state
from rulings.services import manuscripts
from rulings.services.comparing import work_out
from rulings.services.doubts import MISTAKE

# Counts the shapes of a stored review: one of another release is worked out again.
SHAPE = 2


@dataclass
class Decidable:
    """Something to decide, and what was decided about it."""

    key: str
    mark: str
    said: str
    # What was decided about what is seen now, if anything was.
    verdict: Verdict | None = None
    # What was decided in an earlier edition, where the source said the same.
    remembered: Verdict | None = None

    @property
    def is_decided(self) -> bool:
        return self.verdict is not None

    @property
    def is_rejected(self) -> bool:
        return self.verdict is not None and self.verdict.act == Verdict.Act.REJECTED

    @property
    def decision(self) -> Verdict | None:
        """The decision to show, and to undo."""
        return self.verdict


@dataclass
class Item(Decidable):
    """One change of a draft."""

    kind: str = ""
    title: str = ""
    # As readers would see it.
    record: Any = None
    # Its place in the draft, its first line in the source, and the page; none of a removal.
    index: int | None = None
    line: int | None = None
    page: int | None = None
    # Of an added ruling: the removed ones that it could continue.
    candidates: Sequence[dict[str, str]] = ()
    # What we would show in its place, word by word; none if that is what the source prints.
    ours: dict[str, Any] | None = None

    is_alarm = False

    @property
    def our_reason(self) -> str:
        """Why it is not shown as the source prints it."""
        return self.verdict.reason if self.verdict and self.is_rejected else (self.ours or {}).get("reason", "")

    @property
    def name(self) -> str:
        return self.title


@dataclass
class ShownAlarm(Decidable):
    """Something that could do harm, with the changes that it is about."""

    kind: str = ""
    message: str = ""
    changes: Sequence[str] = ()
    meant: dict[str, str] = field(default_factory=dict)
    # Where it is to be seen: the place of a ruling in the draft, and its first line in the source.
    index: int | None = None
    line: int | None = None
    items: list[Item] = field(default_factory=list)

    is_alarm = True

    @property
    def name(self) -> str:
        return self.message

    @property
    def is_mistake(self) -> bool:
        """Whether it is put right, and not decided."""
        return self.kind == MISTAKE

    @property
    def is_decided(self) -> bool:
        return self.verdict is not None or (bool(self.items) and all(item.is_decided for item in self.items))

    @property
    def decision(self) -> Verdict | None:
        return self.verdict or next((item.verdict for item in self.items if item.verdict), None)


@dataclass
class ShownGroup:
    """Changes that are one decision."""

    title: str
    items: list[Item]

    @property
    def is_decided(self) -> bool:
        return all(item.is_decided for item in self.items)

    @property
    def seen(self) -> str:
        """What is accepted with it: each change as it is seen now."""
        return "\t".join(f"{item.key}#{item.mark}" for item in self.items)


@dataclass
class Review:
    """A draft with all that was found in it, all that it would do, and what was decided."""

    edition: Edition
    version: int
    edited_by: str
    plan: str
    rulings: Sequence[str]
    report: dict[str, Any]
    items: list[Item]
    alarms: list[ShownAlarm]
    groups: list[ShownGroup]

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many changes there are of each kind."""
        counted = Counter(item.kind for item in self.items)
        return [(kind.value, counted[kind]) for kind in SHOWN_KINDS if counted[kind]]

    @property
    def singles(self) -> list[Item]:
        """The changes that are in no group and no alarm."""
        grouped = {item.key for one in self.groups for item in one.items}
        alarmed = {key for alarm in self.alarms for key in alarm.changes}
        return [item for item in self.items if item.key not in grouped | alarmed]

    @property
    def accepted(self) -> int:
        return sum(item.is_decided and not item.is_rejected for item in self.items)

    @property
    def decided(self) -> int:
        """How many alarms and changes are decided."""
        return sum(one.is_decided for one in self.alarms) + sum(one.is_decided for one in self._own_items)

    @property
    def total(self) -> int:
        return len(self.alarms) + len(self._own_items)

    @property
    def _own_items(self) -> list[Item]:
        """The changes that are not decided with an alarm."""
        alarmed = {key for alarm in self.alarms for key in alarm.changes}
        return [item for item in self.items if item.key not in alarmed]

    @property
    def left(self) -> int:
        """How many decisions are missing before it can be published."""
        return self.total - self.decided

    @property
    def remembered(self) -> int:
        """How many open decisions were made before, where the source said the same."""
        return sum(one.remembered is not None and not one.is_decided for one in self.offered)

    @property
    def offered(self) -> list[Decidable]:
        """What can be decided as before: changes, and alarms that are not about a change."""
        return [*self.items, *(alarm for alarm in self.alarms if not alarm.items)]


def review(edition: Edition) -> Review:
    """A draft, compared with what is in force now."""
    manuscript = _kept(edition)
    data: dict[str, Any] = manuscript.review or {}
    verdicts = {one.key: one for one in edition.verdicts.select_related("user")}
    before, edits = _remembered(edition), _edited_before(edition)
    items = [Item(**one) for one in data["items"]]
    alarms = [ShownAlarm(**one) for one in data["alarms"]]
    for one in (*items, *alarms):
        verdict, earlier = verdicts.get(one.key), before.get(one.key)
        one.verdict = verdict if verdict and verdict.mark == one.mark else None
        one.remembered = earlier if earlier and earlier.said == one.said else None
    for item in items:
        if item.index is not None and item.ours is None:
            item.remembered = item.remembered or edits.get(item.said)
    by_key = {item.key: item for item in items}
    for alarm in alarms:
        alarm.items = [by_key[key] for key in alarm.changes if key in by_key]
        if alarm.items:
            alarm.remembered = alarm.items[0].remembered
    return Review(
        edition=edition,
        version=manuscript.version,
        edited_by=str(manuscript.edited_by or ""),
        plan=data["plan"],
        rulings=data["rulings"],
        report=data["report"],
        items=items,
        alarms=alarms,
        groups=[ShownGroup(one["title"], [by_key[key] for key in one["keys"]]) for one in data["groups"]],
    )


def marks_of(edition: Edition) -> dict[str, list[str]]:
    """By its key, what is seen of each change and alarm now, and what the source says of it; without reading more."""
    kept = Manuscript.objects.filter(edition=edition).only("basis", "marks").first()
    if kept is None or kept.basis != _basis(edition):
        return dict(_kept(edition).marks)
    return dict(kept.marks)


def _marks(review: dict[str, Any]) -> dict[str, list[str]]:
    """By key: what is seen, what the source says, and the alarm that a change is decided with."""
    owners = {key: alarm["key"] for alarm in review["alarms"] for key in alarm["changes"]}
    return {
        one["key"]: [one["mark"], one["said"], owners.get(one["key"], "")]
        for one in (*review["items"], *review["alarms"])
    }


def progress_of(edition: Edition) -> tuple[int, int]:
    """How many decisions were made, and how many there are to make; without reading more than that."""
    marks = marks_of(edition)
    verdicts = dict(edition.verdicts.values_list("key", "mark"))
    decided = {key for key, (seen, _, _) in marks.items() if verdicts.get(key) == seen}
    owned: dict[str, list[str]] = {}
    for key, (_, _, owner) in marks.items():
        if owner:
            owned.setdefault(owner, []).append(key)
    own = [key for key, (_, _, owner) in marks.items() if not owner]
    done = sum(key in decided or (key in owned and set(owned[key]) <= decided) for key in own)
    return done, len(own)


def _remembered(edition: Edition) -> dict[str, Verdict]:
    """What was decided last about the things of earlier editions of the document."""
    others = Verdict.objects.filter(edition__document=edition.document_id).exclude(edition=edition)
    return {one.key: one for one in others.select_related("edition", "user").order_by("at")}


def _edited_before(edition: Edition) -> dict[str, Verdict]:
    """By what the source says, how editors changed that in earlier editions of the document."""
    others = Verdict.objects.filter(edition__document=edition.document_id, act=Verdict.Act.EDITED)
    listed = others.exclude(edition=edition).exclude(said="").select_related("edition", "user").order_by("at")
    return {one.said: one for one in listed}


def _basis(edition: Edition) -> str:
    """What a review rests on."""
    decided = zlib.crc32(json.dumps([edition.decisions, edition.recipe], sort_keys=True).encode())
    version = manuscripts.manuscript_of(edition).version
    return f"{SHAPE}:{version}:{edition.document.current_id}:{decided}:{site_state().key}"


def _kept(edition: Edition) -> Manuscript:
    """The manuscript with a review that holds now, worked out again if it has to be."""
    basis = _basis(edition)
    manuscript = Manuscript.objects.filter(edition=edition).select_related("edited_by").first()
    manuscript = manuscript or Manuscript(edition=edition)
    if manuscript.basis != basis or manuscript.review is None:
        manuscript.review = work_out(edition)
        manuscript.marks = _marks(manuscript.review)
        manuscript.basis = basis
        worked_out = {"review": manuscript.review, "marks": manuscript.marks, "basis": basis}
        Manuscript.objects.update_or_create(edition=edition, defaults=worked_out)
    return manuscript
