"""What in a draft could do harm: one rule, one function named by a sentence, one plain message.

Each alarm is decided by somebody before the draft is published.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from rapidfuzz import fuzz, process

from importers.folding import fold, fold_title
from importers.records import CardCitation, ChangeKind, Kind, ParsedRuling
from importers.resolving import Catalogue, SetName, Status
from rulings.diffing.answers import reversal
from rulings.diffing.similarity import words_of
from rulings.models import Edition
from rulings.read_model.known import record_of
from rulings.services.ours import keys_of
from rulings.services.reconciling import Plan, PlannedChange
from rulings.services.stopping import Stop
from rulings.services.telling_apart import Parts

# "(2.l5 Resource Match": a heading whose number was misread, at the start of a paragraph
TORN_LABEL = re.compile(r"^\\?\(?(?=[^)\s]*\d)(?=[^)\s]*[lIOoSs|])\d{1,2}\.[\dlIOoSs|]{1,3}\)?\s+[A-Z]", re.MULTILINE)
# A name that is so alike, in hundredths, is likely a misprint.
ALIKE = 80
MOST_NAMED = 12
NUMBERED = re.compile(r"^(\d{1,3})\.(\d{1,3})$")


@dataclass(frozen=True)
class Alarm:
    """One thing to decide."""

    kind: str
    # What it is known by within its kind.
    about: str
    message: str
    # The changes that it is about: to decide them is to decide it.
    changes: Sequence[str] = ()
    # What a misprinted name most likely means: of a card, set or pack.
    meant: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"alarm:{self.kind}:{self.about}"[:300]


@dataclass(frozen=True)
class Doubtful:
    """What the rules look at."""

    edition: Edition
    parts: Parts
    plan: Plan
    catalogue: Catalogue
    sets: dict[str, SetName]
    stops: Sequence[Stop]

    @cached_property
    def _keys(self) -> dict[int, str]:
        return {id(change): key for key, change in zip(keys_of(self.plan), self.plan.changes, strict=True)}

    def key_of(self, change: PlannedChange) -> str:
        """What a change is known by."""
        return self._keys[id(change)]


def find_alarms(draft: Doubtful) -> list[Alarm]:
    """All that somebody must decide, the most serious first."""
    rules = (
        _whole_document,
        _names_that_are_new,
        _names_that_are_misspelt,
        _cards_that_change_lists,
        _answers_that_are_reversed,
        _headings_that_were_misread,
        _labels_that_are_missing_or_repeated,
        _rulings_that_are_removed,
        _changes_that_are_not_marked,
    )
    found: dict[str, Alarm] = {}
    for alarm in (alarm for rule in rules for alarm in rule(draft)):
        same = sum(one.about.rpartition(" #")[0] == alarm.about for one in found.values() if one.kind == alarm.kind)
        named = replace(alarm, about=f"{alarm.about} #{same + 1}") if alarm.key in found else alarm
        found[named.key] = named
    return list(found.values())


def _whole_document(draft: Doubtful) -> Iterator[Alarm]:
    """It is another game's, removes much, or carries another weight."""
    for stop in draft.stops:
        if stop.kind != "new sets":
            yield Alarm(stop.kind, stop.message[:80], stop.message)


def _names_that_are_new(draft: Doubtful) -> Iterator[Alarm]:
    """Cards, sets and packs that the catalogue does not have."""
    named: dict[CardCitation, ParsedRuling] = {}
    for ruling in draft.parts.edited.rulings:
        for card in ruling.cards:
            if card.set and draft.catalogue.resolve(card).status is Status.UNRESOLVED:
                named.setdefault(card, ruling)
    places = dict.fromkeys(name for card in named for name in (card.set, card.pack) if name)
    new = [name for name in places if fold_title(name) not in draft.sets]
    for name in new:
        count = sum(name in (card.set, card.pack) for card in named)
        near = _nearest(name, [one.pack or one.set for one in draft.sets.values()])
        said = f"“{name}” would be a new set, with {count} card{'' if count == 1 else 's'}."
        yield Alarm("new set", name, f"{said}{_perhaps(near)}", meant={"set": name, "as": near} if near else {})
    lone = [card for card in named if not {card.set, card.pack} & set(new)]
    for card in lone[:MOST_NAMED]:
        near = _nearest(card.name, draft.catalogue.names_in(draft.catalogue.place_of(card).set))
        said = f"“{card.name}” ({card.set}{f' {card.number}' if card.number else ''}) would be a new card."
        yield Alarm(
            "new card",
            f"{card.name} {card.set} {card.number}",
            f"{said}{_perhaps(near)}",
            meant={"card": card.name, "as": near} if near else {},
        )
    if len(lone) > MOST_NAMED:
        rest = ", ".join(card.name for card in lone[MOST_NAMED:])
        yield Alarm("new cards", rest[:80], f"{len(lone) - MOST_NAMED} more cards would be new: {rest}.")


def _names_that_are_misspelt(draft: Doubtful) -> Iterator[Alarm]:
    """Cards of a change that are known only because their names are nearly right."""
    for change in draft.plan.changes:
        new = change.new if change.kind is not ChangeKind.SAME else None
        for card in new.cards if new else ():
            is_known = draft.catalogue.resolve(card).status is Status.RESOLVED
            if not is_known or draft.catalogue.knows(card.name) or not _is_edited_so(draft, card):
                continue
            near = _nearest(card.name, draft.catalogue.names_in(draft.catalogue.place_of(card).set))
            said = f"“{card.name}” is read as “{near}”." if near else f"“{card.name}” is not spelt as in the catalogue."
            yield Alarm("spelling", card.name, said, meant={"card": card.name, "as": near} if near else {})


def _is_edited_so(draft: Doubtful, card: CardCitation) -> bool:
    """Whether editors have left a name as it is printed."""
    return any(card in ruling.cards for ruling in draft.parts.edited.rulings)


def _perhaps(near: str) -> str:
    return f" Is “{near}” meant?" if near else ""


def _nearest(name: str, names: Sequence[str]) -> str:
    found = process.extractOne(name, names, scorer=fuzz.ratio, processor=fold_title, score_cutoff=ALIKE)
    return str(found[0]) if found else ""


def _cards_that_change_lists(draft: Doubtful) -> Iterator[Alarm]:
    """A card that leaves one list for another, as one thing."""
    for removed, added in list_moves(draft.plan):
        name = _title(added)
        before, after = removed.ruling.list_name if removed.ruling else "", added.new.list_name if added.new else ""
        form = f" ({added.new.play_format})" if added.new and added.new.play_format else ""
        yield Alarm("list", name, f"{name}: {before} → {after}{form}.", (draft.key_of(removed), draft.key_of(added)))


def list_moves(plan: Plan) -> list[tuple[PlannedChange, PlannedChange]]:
    """Listings that are removed from one list and added to another."""
    gone = {
        (fold(change.previous.title), change.ruling.format): change
        for change in plan.changes
        if change.kind is ChangeKind.REMOVED and change.ruling and change.previous and change.ruling.list_name
    }
    come = [one for one in plan.changes if one.kind is ChangeKind.ADDED and one.new and one.new.kind is Kind.LISTING]
    return [
        (gone[place], one) for one in come if one.new and (place := (fold(one.new.title), one.new.play_format)) in gone
    ]


def _answers_that_are_reversed(draft: Doubtful) -> Iterator[Alarm]:
    """A question whose answer turns from Yes to No, or from No to Yes."""
    for change in draft.plan.changes:
        if change.new is None or change.previous is None or change.new.kind is not Kind.QUESTION:
            continue
        if turned := reversal(change.previous.text, change.new.text):
            said = f"The answer turns from {turned[0]} to {turned[1]}: {_title(change)}"
            yield Alarm("reversed", _title(change)[:120], said, (draft.key_of(change),))


def _headings_that_were_misread(draft: Doubtful) -> Iterator[Alarm]:
    """A paragraph that looks like a section whose number was misread, within another ruling."""
    for ruling in draft.parts.edited.rulings:
        for found in TORN_LABEL.finditer(ruling.text):
            line = ruling.text[found.start() :].split("\n", 1)[0][:60].lstrip("\\")
            where = f"{ruling.key} {ruling.title}".strip()
            yield Alarm("misread", line, f"“{line}” in {where} looks like a heading that was not recognised.")


def _labels_that_are_missing_or_repeated(draft: Doubtful) -> Iterator[Alarm]:
    """Gaps and repeats in the numbers of sections that are not in the edition in force."""
    now = [one.key for one in draft.parts.edited.rulings if one.kind is Kind.CLARIFICATION and one.key]
    standing = [change for change in draft.plan.changes if change.previous and change.ruling]
    before = [record_of(one.previous, one.ruling) for one in standing if one.previous and one.ruling]
    was = [one.key for one in before if one.kind is Kind.CLARIFICATION and one.key]
    for label, count in Counter(now).items():
        if count > max(1, Counter(was)[label]):
            yield Alarm("repeated label", label, f"The label {label} stands {count} times.")
    gone = {one.previous.key for one in draft.plan.changes if one.kind is ChangeKind.REMOVED and one.previous}
    for label in gaps_in(now):
        # What is removed has an alarm of its own.
        if label not in gaps_in(was) and label not in gone:
            yield Alarm("missing label", label, f"There is no {label}, though there are labels before and behind it.")


def gaps_in(labels: Sequence[str]) -> list[str]:
    """The labels that are missing between others of the same chapter."""
    found: dict[int, list[int]] = {}
    for label in labels:
        if match := NUMBERED.match(label):
            found.setdefault(int(match[1]), []).append(int(match[2]))
    return [
        f"{chapter}.{number}"
        for chapter, numbers in found.items()
        for one, other in pairwise(sorted(set(numbers)))
        for number in range(one + 1, other)
    ]


def _rulings_that_are_removed(draft: Doubtful) -> Iterator[Alarm]:
    """Each ruling that the source does not have any more."""
    moved = {draft.key_of(removed) for removed, _ in list_moves(draft.plan)}
    for change in draft.plan.changes:
        if (
            change.kind is not ChangeKind.REMOVED
            or draft.key_of(change) in moved
            or not change.previous
            or not change.ruling
        ):
            continue
        lost = record_of(change.previous, change.ruling)
        where = _swallowing(lost, draft.parts.edited.rulings)
        said = f"Removed: {change.previous}."
        if where is not None:
            said += f" Its words stand in {f'{where.key} {where.title}'.strip()[:60]} now."
        elif change.ruling.list_name:
            said = f"Leaves the {change.ruling.list_name} list: {change.previous}."
        yield Alarm("removed", change.ruling.slug, said, (draft.key_of(change),))


def _swallowing(lost: ParsedRuling, rulings: Sequence[ParsedRuling]) -> ParsedRuling | None:
    """The ruling that has the words of a lost one in its own."""
    words = words_of(lost)
    if words.total() < MOST_NAMED:
        return None
    return next((one for one in rulings if (words_of(one) & words).total() >= 0.9 * words.total()), None)


def _changes_that_are_not_marked(draft: Doubtful) -> Iterator[Alarm]:
    """Where the source marks what is new: changes without a mark, and marks without a change."""
    if unmarked := draft.plan.unmarked:
        yield Alarm("unmarked", ", ".join(unmarked)[:120], f"Changed, though not marked as new: {_listed(unmarked)}.")
    if marked := draft.plan.only_marked if draft.edition.document.current else []:
        yield Alarm(
            "only marked", ", ".join(marked)[:120], f"Marked as new, though it says the same: {_listed(marked)}."
        )


def _listed(names: Sequence[str]) -> str:
    shown = "; ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown


def _title(change: PlannedChange) -> str:
    return change.new.title if change.new else str(change.previous or "")
