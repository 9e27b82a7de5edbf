"""Release notes: what an edition brought, for players; drafted from its changes, or as an editor wrote it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from importers.folding import fold
from importers.records import ChangeKind, Kind
from rulings.diffing.answers import reversal
from rulings.models import Change, Edition, ReleaseNote
from rulings.read_model.changes import Comparison, change_record, with_wordings
from rulings.read_model.records.rulings import ChangeRecord, Span
from rulings.read_model.wording import labelled

OUR_CORRECTIONS = "## Corrections of ours"
# A note is to be read at a glance: so many entries of a kind, and so many letters of each.
MOST, LONGEST = 8, 160


@dataclass(frozen=True)
class NotePage:
    """A release note, and whether somebody has written it."""

    text: str
    is_written: bool


def release_note(edition: Edition) -> NotePage:
    """What an edition brought."""
    written = ReleaseNote.objects.filter(edition=edition).first()
    return NotePage(written.text, is_written=True) if written else NotePage(drafted_note(edition), is_written=False)


def drafted_note(edition: Edition) -> str:
    """A note made of the changes of a published edition, and of our corrections of it."""
    if edition.corrects_id:
        return note_of([], _records([edition]))
    corrections = edition.corrections.published()
    ours = _records(corrections)
    corrected = {one["ruling"]["id"] for one in ours}
    # What the publisher prints there is not what holds here.
    return note_of([one for one in _records([edition]) if one["ruling"]["id"] not in corrected], ours)


def _records(editions: Iterable[Edition]) -> list[ChangeRecord]:
    changes = with_wordings(Change.objects.news().filter(edition__in=editions)).order_by(
        "edition__position", "position"
    )
    return [change_record(Comparison.of(one), one.edition, reason=one.reason) for one in changes]


def note_of(changes: Sequence[ChangeRecord], ours: Sequence[ChangeRecord] = ()) -> str:
    """The note of some changes, in Markdown."""
    listed = [one for one in changes if one["list"]]
    rest = [one for one in changes if not one["list"]]
    reversed_ = [one for one in rest if _is_reversed(one)]
    errata = [one for one in rest if one["ruling"]["kind"] == Kind.ERRATUM]
    others = [one for one in rest if one not in errata and one not in reversed_]
    sections = [
        ("Lists", _lists(listed)),
        ("Answers that are reversed", [f"{_name(one)} {_was_now(one)}" for one in reversed_]),
        ("New errata", [_name(one) for one in errata if one["kind"] == ChangeKind.ADDED]),
        ("Changed errata", [f"{_name(one)}: {_was_now(one)}" for one in errata if _is_reworded(one)]),
        ("New rulings", [_name(one) for one in others if one["kind"] == ChangeKind.ADDED]),
        ("Reworded", [f"{_name(one)}: {_was_now(one)}" for one in others if _is_reworded(one)]),
        ("Renumbered", _renumbered(rest)),
        ("Under another heading", [_name(one) for one in rest if _is_only_moved(one)]),
        ("Removed", [_name(one) for one in rest if one["kind"] == ChangeKind.REMOVED]),
        (OUR_CORRECTIONS.removeprefix("## "), [f"{_name(one)}: {one['reason']}" for one in ours]),
    ]
    return (
        "\n\n".join(f"## {title}\n\n{_listed(entries)}" for title, entries in sections if entries) or "Nothing changed."
    )


def _listed(entries: Sequence[str]) -> str:
    shown = [f"- {entry}" for entry in entries[:MOST]]
    return "\n".join([*shown, *([f"- and {len(entries) - MOST} more"] if len(entries) > MOST else [])])


def _name(change: ChangeRecord) -> str:
    return labelled(change["ruling"]["key"], change["ruling"]["title"])[:LONGEST]


def _is_reworded(change: ChangeRecord) -> bool:
    return change["kind"] == ChangeKind.REWORDED or change["also_reworded"]


def _is_only_moved(change: ChangeRecord) -> bool:
    marks = {mark["what"] for mark in change["marks"]}
    return change["kind"] == ChangeKind.MOVED and not change["also_reworded"] and "label" not in marks


def _is_reversed(change: ChangeRecord) -> bool:
    old, new = change["old"], change["new"]
    is_asked = change["ruling"]["kind"] == Kind.QUESTION and old is not None and new is not None
    return is_asked and bool(old and new and reversal(old["text"], new["text"]))


def _was_now(change: ChangeRecord) -> str:
    """The words that changed, the old ones struck out and the new ones bold."""
    spans = change["difference"] or change["title_difference"]
    parts = [_marked(span) for span in spans]
    changed = [place for place, span in enumerate(spans) if span["operation"] != "equal"]
    near = parts[max(0, changed[0] - 1) : changed[-1] + 2] if changed else parts
    text = "".join(near).strip()
    return text if len(text) <= 2 * LONGEST else f"{text[: 2 * LONGEST]} …"


def _marked(span: Span) -> str:
    text = " ".join(span["text"].split())
    if span["operation"] == "equal":
        return f" … {text[-40:].partition(' ')[2]} " if len(text) > 40 else f" {text} "
    return f"~~{text}~~" if span["operation"] == "delete" else f"**{text}**"


def _lists(changes: Sequence[ChangeRecord]) -> list[str]:
    """Who comes on a list, who leaves one, and who changes from one to another."""
    gone = [one for one in changes if one["kind"] == ChangeKind.REMOVED]
    found = []
    for one in changes:
        if one["kind"] == ChangeKind.REMOVED:
            continue
        before = next((old for old in gone if _is_same_card(old, one)), None)
        if before is not None:
            gone.remove(before)
            found.append(f"{one['ruling']['title']}: {_list(before)} → {_list(one)}")
        elif one["kind"] == ChangeKind.ADDED:
            found.append(f"{one['ruling']['title']}: now {_list(one)}")
        else:
            found.append(f"{one['ruling']['title']}: {_list(one)}, {_was_now(one) or one['kind']}")
    return [*found, *(f"{one['ruling']['title']}: no longer {_list(one)}" for one in gone)]


def _is_same_card(one: ChangeRecord, other: ChangeRecord) -> bool:
    """Whether a card leaves one list for another, in the same way of playing."""
    ways = {_list(change).rpartition(" ")[0] for change in (one, other)}
    return fold(one["ruling"]["title"]) == fold(other["ruling"]["title"]) and len(ways) == 1


def _list(change: ChangeRecord) -> str:
    """The list of a change with its way of playing: "joust restricted"."""
    return change["ruling_kind"].removeprefix("listing on the ").removesuffix(" list")


def _renumbered(changes: Sequence[ChangeRecord]) -> list[str]:
    marks = [mark for one in changes for mark in one["marks"] if mark["what"] == "label"]
    moved = [f"{mark['before']} → {mark['after']}" for mark in marks]
    return [", ".join(moved)] if moved else []
