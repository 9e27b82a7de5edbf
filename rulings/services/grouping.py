"""Which changes of a draft are one decision: a run of sections that moved on, cards that move with their heading."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from importers.records import ChangeKind
from rulings.read_model.records.rulings import ChangeRecord

# So many changes of one kind make a group.
FEWEST = 2
LONGEST = 60


@dataclass(frozen=True)
class Grouped:
    """Changes that are accepted as one, and what they have in common."""

    title: str
    keys: tuple[str, ...]


def group(changes: Sequence[tuple[str, ChangeRecord]], *, is_first: bool) -> list[Grouped]:
    """The groups of some changes; whatever hides among them, reworded, say, is in none."""
    if is_first and len(changes) >= FEWEST:
        return [Grouped(f"All {len(changes)} rulings of the first edition", tuple(key for key, _ in changes))]
    found: list[Grouped] = []
    for what, title in (("label", _renumbered), ("heading", _under_another)):
        moved = [(key, record) for key, record in changes if _only_moved(record, what)]
        for _, run in groupby(enumerate(moved), key=lambda pair, what=what: _step(pair[0], pair[1][1], what)):  # type: ignore[misc]
            members = [one for _, one in run]
            if len(members) >= FEWEST:
                found.append(Grouped(title([record for _, record in members]), tuple(key for key, _ in members)))
    return found


def _only_moved(record: ChangeRecord, what: str) -> bool:
    """Whether nothing has changed but one mark."""
    is_moved = record["kind"] == ChangeKind.MOVED and not record["also_reworded"]
    return is_moved and [mark["what"] for mark in record["marks"]] == [what]


def _mark(record: ChangeRecord) -> tuple[str, str]:
    return record["marks"][0]["before"], record["marks"][0]["after"]


def _step(place: int, record: ChangeRecord, what: str) -> object:
    """What the changes of one group share: the chapter and by how much their numbers moved, or both headings."""
    before, after = _mark(record)
    if what == "heading":
        return before, after
    (old_chapter, _, old), (new_chapter, _, new) = before.rpartition("."), after.rpartition(".")
    shift = int(new) - int(old) if old.isdecimal() and new.isdecimal() else place
    return old_chapter, new_chapter, shift


def _renumbered(records: Sequence[ChangeRecord]) -> str:
    before, after = zip(*map(_mark, records), strict=True)
    return f"{len(records)} sections renumbered: {_in_runs(before)} → {_in_runs(after)}"


def _in_runs(labels: Sequence[str]) -> str:
    """Labels, those that follow each other as one: "1.1–1.4, 1.6"."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and _number(label) == _number(runs[-1][-1]) + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _number(label: str) -> int:
    """The last number of a label."""
    number = label.rpartition(".")[2]
    return int(number) if number.isdecimal() else -1


def _under_another(records: Sequence[ChangeRecord]) -> str:
    before, after = _mark(records[0])
    names = ", ".join(record["ruling"]["title"] for record in records)
    shown = names if len(names) <= LONGEST else f"{names[:LONGEST]} …"
    return f"{len(records)} rulings move from “{before}” to “{after}”: {shown}"
