"""What in a draft could do harm: one rule, one function named by a sentence, one plain message.

Each alarm is decided by somebody before the draft is published.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from importers.folding import fold
from importers.records import ChangeKind, Kind, ParsedRuling
from rulings.diffing.answers import reversal
from rulings.diffing.similarity import words_of
from rulings.read_model.known import record_of
from rulings.services.doubtful_names import (
    MOST_NAMED,
    cards_that_are_new,
    names_that_are_misspelt,
    sets_that_are_unknown,
    words_of_another_game,
)
from rulings.services.doubts import MISTAKE, Alarm, Doubtful
from rulings.services.reconciling import Plan, PlannedChange

# "(2.l5 Resource Match": a heading whose number was misread, at the start of a paragraph
TORN_LABEL = re.compile(r"^\\?\(?(?=[^)\s]*\d)(?=[^)\s]*[lIOoSs|])\d{1,2}\.[\dlIOoSs|]{1,3}\)?\s+[A-Z]", re.MULTILINE)
NUMBERED = re.compile(r"^(\d{1,3})\.(\d{1,3})$")


def find_alarms(draft: Doubtful) -> list[Alarm]:
    """All that somebody must decide, the most serious first."""
    rules = (
        _mistakes,
        _whole_document,
        sets_that_are_unknown,
        cards_that_are_new,
        words_of_another_game,
        names_that_are_misspelt,
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


def _mistakes(draft: Doubtful) -> Iterator[Alarm]:
    """What is wrong in the text itself: it cannot be published so."""
    for problem in draft.parts.edited.errors:
        yield Alarm(MISTAKE, str(problem)[:120], f"The text has a mistake in {problem}")


def _whole_document(draft: Doubtful) -> Iterator[Alarm]:
    """It is another game's, removes much, or carries another weight."""
    for stop in draft.stops:
        if stop.kind != "new sets":
            yield Alarm(stop.kind, stop.message[:80], stop.message)


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
            said = f"“{line}” in {where} looks like a heading that was not recognised."
            yield Alarm("misread", line, said, index=draft.place_of(ruling))


def _labels_that_are_missing_or_repeated(draft: Doubtful) -> Iterator[Alarm]:
    """Gaps and repeats in the numbers of sections that are not in the edition in force."""
    rulings = draft.parts.edited.rulings
    # Of a label that is there twice, the second one.
    place_of = {one.key: place for place, one in enumerate(rulings) if one.kind is Kind.CLARIFICATION and one.key}
    now = [one.key for one in rulings if one.kind is Kind.CLARIFICATION and one.key]
    standing = [change for change in draft.plan.changes if change.previous and change.ruling]
    before = [record_of(one.previous, one.ruling) for one in standing if one.previous and one.ruling]
    was = [one.key for one in before if one.kind is Kind.CLARIFICATION and one.key]
    for label, count in Counter(now).items():
        if count > max(1, Counter(was)[label]):
            said = f"The label {label} stands {count} times."
            yield Alarm("repeated label", label, said, index=place_of[label])
    gone = {one.previous.key for one in draft.plan.changes if one.kind is ChangeKind.REMOVED and one.previous}
    for label in gaps_in(now):
        # What is removed has an alarm of its own.
        if label not in gaps_in(was) and label not in gone:
            said = f"There is no {label}, though there are labels before and behind it."
            yield Alarm("missing label", label, said, index=place_of[_before(label, now)])


def _before(label: str, labels: Sequence[str]) -> str:
    """The label before one that is missing."""
    chapter, _, number = label.partition(".")
    return next(found for at in range(int(number) - 1, -1, -1) if (found := f"{chapter}.{at}") in labels)


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
        place = draft.place_of(where) if where else None
        yield Alarm("removed", change.ruling.slug, said, (draft.key_of(change),), index=place)


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
