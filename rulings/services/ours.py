"""What is ours in a draft: wording that its source does not print, and what editors left out or rejected; with reasons.

The publisher's words stay apart from ours. A draft is published as its source prints it, and what is ours as a
correction on top of it, with its reason.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import User

from importers.folding import fold
from importers.records import ChangeKind, ParsedDocument, ParsedRuling
from rulings.models import Edition, Verdict
from rulings.read_model.known import record_of
from rulings.services import manuscripts
from rulings.services.manuscripts import EditError
from rulings.services.reconciling import Plan, PlannedChange
from rulings.services.telling_apart import Parts, split

# What the verdict on an edited ruling is known by.
EDIT = "edit:"
# What readers are told where nobody said why.
NO_REASON = "Edited at the desk."


@dataclass(frozen=True)
class Corrections:
    """What is shown in place of the publisher's words: the whole document, and why each ruling differs."""

    document: ParsedDocument
    reasons: Mapping[str, str] = field(default_factory=dict)

    def reason_for(self, change: PlannedChange) -> str:
        """Why a ruling differs from what the source prints."""
        rulings = [change.new, record_of(change.previous, change.ruling) if change.previous and change.ruling else None]
        keys = [identity_of(ruling) for ruling in rulings if ruling]
        return next((self.reasons[key] for key in keys if key in self.reasons), NO_REASON)


def parts_of(edition: Edition) -> Parts:
    """A draft with what is the publisher's and what is ours."""
    original, edited = manuscripts.readings_of(edition)
    if original is edited:
        return Parts.untouched(edited.document)
    return split(original.document, edited.document, source=edited.source)


class ReasonNeededError(EditError):
    """Wording of ours without a reason."""


def keep_reasons(edition: Edition, *, reason: str, user: User | None, known: Mapping[str, str] | None = None) -> None:
    """Remember why an editor's wording differs from the source; refused where nobody says why.

    `known` has the reasons that were given before, by what the source says.
    """
    before = known or {}
    parts = parts_of(edition)
    if parts.edited.errors:
        return
    kept = dict(edition.verdicts.filter(act=Verdict.Act.EDITED).values_list("key", "mark"))
    for ruling, theirs in _differing(parts):
        key, seen = f"{EDIT}{identity_of(ruling)}", mark(_words(ruling))
        if kept.get(key) == seen:
            continue
        said = said_of(theirs) if theirs else ""
        why = reason.strip() or before.get(said, "")
        if not why and key not in kept:
            raise ReasonNeededError(
                f"The source does not print “{ruling.title[:60]}” so, or not there: say why you change it. "
                "Readers see your reason."
            )
        values = {"act": Verdict.Act.EDITED, "mark": seen, "said": said, "user": user}
        values |= {"reason": why} if why else {}
        Verdict.objects.update_or_create(edition=edition, key=key, defaults=values)


def reason_of_edit(edition: Edition, ruling: ParsedRuling) -> str:
    """Why editors show a ruling so, or leave it out."""
    kept = edition.verdicts.filter(key=f"{EDIT}{identity_of(ruling)}").first()
    return kept.reason if kept else NO_REASON


def _differing(parts: Parts) -> list[tuple[ParsedRuling, ParsedRuling | None]]:
    """The rulings of a draft that are not as the source prints them, changed, written by hand or left out; and what
    the source prints."""
    theirs = {at: parts.publishers.rulings[place] for place, at in enumerate(parts.places) if at is not None}
    edited = [(one, theirs.get(at)) for at, one in enumerate(parts.edited.rulings)]
    left_out = [parts.publishers.rulings[place] for place, at in enumerate(parts.places) if at is None]
    own = [(one, printed) for one, printed in edited if printed is None or not _is_as(one, printed)]
    return [*own, *((one, one) for one in left_out)]


def _is_as(one: ParsedRuling, other: ParsedRuling) -> bool:
    """Whether two rulings are the same but for the lines that they stand in."""
    return _bare(one) == _bare(other)


def _bare(ruling: ParsedRuling) -> ParsedRuling:
    return replace(ruling, lines=None, elsewhere=(), is_marked=False)


def corrections_of(edition: Edition, parts: Parts, plan: Plan) -> Corrections | None:
    """What is to be shown in place of the publisher's words; none if that is nothing."""
    verdicts = {one.key: one for one in edition.verdicts.exclude(act=Verdict.Act.ACCEPTED)}
    shown: list[ParsedRuling | None] = list(parts.edited.rulings)
    kept: dict[int, list[ParsedRuling]] = {}
    edited = {f"{EDIT}{identity_of(one)}" for one, _ in _differing(parts)}
    reasons = {key.removeprefix(EDIT): one.reason for key, one in verdicts.items() if key in edited}
    for place in range(len(parts.places)):
        # What was put on another list is another ruling: the one that it leaves says why, too.
        if (own := parts.edited_at(place)) and (why := reasons.get(identity_of(own))):
            reasons.setdefault(identity_of(parts.publishers.rulings[place]), why)
    is_rejected = False
    for place, (key, change) in enumerate(zip(keys_of(plan), plan.changes, strict=True)):
        verdict = verdicts.get(key)
        if verdict is None or verdict.act != Verdict.Act.REJECTED or verdict.mark != mark_of(parts, place, change):
            continue
        is_rejected = True
        old = record_of(change.previous, change.ruling) if change.previous and change.ruling else None
        for ruling in filter(None, (old, change.new)):
            reasons[identity_of(ruling)] = verdict.reason
        if change.kind is ChangeKind.REMOVED and old is not None:
            kept.setdefault(_place_after(edition, plan, change, parts), []).append(old)
        elif (at := parts.places[place]) is not None:
            shown[at] = old if change.kind is not ChangeKind.ADDED else None
    if not is_rejected and not _differing(parts):
        return None
    rulings: list[ParsedRuling] = list(kept.get(-1, ()))
    for at, one in enumerate(shown):
        rulings += [one] if one else []
        rulings += kept.get(at, ())
    return Corrections(replace(parts.edited, rulings=tuple(rulings)), reasons)


def identity_of(ruling: ParsedRuling) -> str:
    """What a ruling of a draft is known by while its wording changes."""
    nature = "-".join(filter(None, (ruling.kind, ruling.scope, ruling.list_name, ruling.play_format)))
    return f"{nature}-{ruling.key}-{fold(ruling.title)}"[:200]


def keys_of(plan: Plan) -> list[str]:
    """What each change of a plan is known by, whatever else is edited; no two by the same."""
    seen: Counter[str] = Counter()
    keys = []
    for change in plan.changes:
        key = _key(change)
        seen[key] += 1
        keys.append(f"{key}-{seen[key]}" if seen[key] > 1 else key)
    return keys


def _key(change: PlannedChange) -> str:
    # What was added before and left out returns at its old address: it is still known by what it says.
    if change.ruling and change.kind is not ChangeKind.ADDED:
        return f"{change.kind}-{change.ruling.slug}"
    return f"{change.kind}-{identity_of(change.new)}" if change.new else str(change.kind)


def mark_of(parts: Parts, place: int, change: PlannedChange) -> str:
    """What somebody sees of a change: it is another one as soon as one of the wordings is, ours included."""
    seen = f"{change.previous.pk if change.previous else ''}\n{_words(change.new)}"
    if change.new and is_ours(parts, place):
        own = parts.edited_at(place)
        seen += f"\nours: {identity_of(own) if own else 'left out'}\n{_words(own)}"
    return mark(seen)


def is_ours(parts: Parts, place: int) -> bool:
    """Whether editors have changed what the publisher prints at a place, or left it out."""
    own = parts.edited_at(place)
    return own is None or not _is_as(own, parts.publishers.rulings[place])


def said_in(change: PlannedChange) -> str:
    """What the source says of a ruling, whatever was in force before."""
    return mark(_words(change.new))


def said_of(printed: ParsedRuling) -> str:
    """What the source says."""
    return mark(_words(printed))


def _words(new: ParsedRuling | None) -> str:
    return f"{new.key}\n{new.title}\n{new.text}\n{new.cards}\n{new.heading_path}" if new else ""


def mark(text: str) -> str:
    """A short name for what somebody has seen."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _place_after(edition: Edition, plan: Plan, removed: PlannedChange, parts: Parts) -> int:
    """Behind which place of the draft a ruling belongs that the source does not have: what it stood behind."""
    places = {change.ruling.pk: place for place, change in enumerate(plan.changes) if change.ruling and change.new}
    current = edition.document.current
    order = list(current.changes.standing().order_by("position").values_list("ruling", flat=True)) if current else []
    before = order[: order.index(removed.ruling.pk)] if removed.ruling and removed.ruling.pk in order else []
    found = (parts.places[places[pk]] for pk in reversed(before) if pk in places)
    return next((place for place in found if place is not None), -1)
