"""Works out what the review of a draft shows: alarms, groups, each change with its wording, and the report."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from importers.records import ChangeKind, ParsedRuling
from importers.reporting import report_on
from rulings.models import Edition, Revision, Ruling
from rulings.read_model.changes import SHOWN_KINDS, Comparison, change_record
from rulings.read_model.known import load_catalogue, set_names
from rulings.services import appending, manuscripts, publishing
from rulings.services.alarms import find_alarms
from rulings.services.doubts import Doubtful
from rulings.services.facts import known_facts
from rulings.services.grouping import group
from rulings.services.ours import is_ours, keys_of, mark, mark_of, parts_of, reason_of_edit, said_in
from rulings.services.reconciling import Plan, PlannedChange
from rulings.services.stopping import Stop, stops
from rulings.services.telling_apart import Parts


def work_out(edition: Edition) -> dict[str, Any]:
    """The review of a draft as data."""
    document = edition.document
    reading = manuscripts.reading_of(edition)
    parts = parts_of(edition)
    plan = publishing.plan(edition, parts)
    items = _items(edition, parts, plan)
    doubtful = Doubtful(
        edition, parts, plan, load_catalogue(document.game), set_names(document.game), stops_of(edition, parts)
    )
    alarms = find_alarms(doubtful)
    report = report_on(reading, catalogue=load_catalogue(document.game))
    alarmed = {key for alarm in alarms for key in alarm.changes}
    plain = [(item["key"], item["record"]) for item in items if item["key"] not in alarmed]
    read = reading.document
    return {
        "plan": str(plan),
        "rulings": [f"{one.key} {one.title}".strip() for one in read.rulings],
        "items": items,
        "alarms": [
            {
                "key": one.key,
                "mark": mark(one.message),
                "said": mark(one.message),
                "kind": one.kind,
                "message": one.message,
                "changes": list(one.changes),
                "meant": one.meant,
                "index": one.index,
                "line": _line_at(parts, one.index),
            }
            for one in alarms
        ],
        "groups": [asdict(one) for one in group(plain, is_first=document.current_id is None)],
        "report": {
            "problems": [{**vars(one), "severity": str(one.severity)} for one in read.problems],
            "leftovers": [{"line": one.lines.first, "text": one.text} for one in read.leftovers],
            "references": [{**vars(one), "status": str(one.status)} for one in report.open_references],
            "repairs": [{**vars(one), "kind": str(one.kind)} for one in read.repairs],
            "errors": [str(one) for one in read.errors],
        },
    }


def _line_at(parts: Parts, index: int | None) -> int | None:
    lines = parts.edited.rulings[index].lines if index is not None else None
    return lines.first if lines else None


def _items(edition: Edition, parts: Parts, plan: Plan) -> list[dict[str, Any]]:
    found = []
    removed = [one for one in plan.changes if one.kind is ChangeKind.REMOVED and one.ruling]
    pages = appending.pages_of(edition)
    for place, (key, change) in enumerate(zip(keys_of(plan), plan.changes, strict=True)):
        if change.kind not in SHOWN_KINDS:
            continue
        ruling = _ruling_of(change, edition)
        revision = appending.revision_of(change.new, ruling, edition) if change.new else None
        comparison = Comparison(change.kind, ruling, change.previous, revision)
        line = change.new.lines.first if change.new and change.new.lines else None
        found.append(
            {
                "key": key,
                "mark": mark_of(parts, place, change),
                "said": said_in(change),
                "kind": change.kind.value,
                "title": str(comparison.shown or ""),
                "record": change_record(comparison, edition),
                "index": parts.places[place] if change.new else None,
                "line": line,
                "page": pages[line - 1] if line and line <= len(pages) else None,
                "candidates": _candidates(ruling, removed) if change.kind is ChangeKind.ADDED else [],
                "ours": _ours(change, revision, parts, place, edition) if change.new else None,
            }
        )
    return found


def _ours(
    change: PlannedChange, printed: Revision | None, parts: Parts, place: int, edition: Edition
) -> dict[str, Any] | None:
    """What editors would show in place of what the source prints, word by word; none if that is the same."""
    own = parts.edited_at(place)
    if not is_ours(parts, place):
        return None
    reason = reason_of_edit(edition, own or parts.publishers.rulings[place])
    if own is None:
        return {"is_left_out": True, "reason": reason}
    ruling = _ruling_for(own, edition)
    corrected = Comparison(ChangeKind.REWORDED, ruling, printed, appending.revision_of(own, ruling, edition))
    record = change_record(corrected, edition)
    natures = [_nature(one) for one in (change.new, own) if one]
    marks = [{"what": "it is", "before": natures[0], "after": natures[1]}] if len(set(natures)) > 1 else []
    return {"record": {**record, "marks": [*marks, *record["marks"]]}, "reason": reason}


def _nature(ruling: ParsedRuling) -> str:
    """What a ruling is, as editors call it."""
    if ruling.list_name:
        return " ".join(filter(None, (ruling.list_name, f"({ruling.play_format})" if ruling.play_format else "")))
    return " ".join(filter(None, (ruling.scope, ruling.kind)))


def _ruling_of(change: PlannedChange, edition: Edition) -> Ruling:
    return change.ruling or _ruling_for(change.new, edition)


def _ruling_for(new: ParsedRuling | None, edition: Edition) -> Ruling:
    ruling = Ruling(document=edition.document)
    if new is not None:
        ruling.kind, ruling.scope, ruling.list_name = new.kind.value, new.scope or "", new.list_name or ""
        ruling.format = new.play_format
    return ruling


def _candidates(added: Ruling, removed: Sequence[PlannedChange]) -> list[dict[str, str]]:
    nature = (added.kind, added.scope, added.list_name, added.format)
    others = [(one, one.ruling) for one in removed if one.ruling]
    return [
        {"slug": other.slug, "title": str(one.previous or "")}
        for one, other in others
        if (other.kind, other.scope, other.list_name, other.format) == nature
    ]


def stops_of(edition: Edition, parts: Parts | None = None) -> list[Stop]:
    """What somebody must confirm before a draft is published."""
    parts, document = parts or parts_of(edition), edition.document
    named = known_facts().recognise(edition.source.text)
    plan = publishing.plan(edition, parts)
    # An importer may have read it as of the game that it knows, and somebody said that it is of another.
    parsed = replace(parts.edited, game=document.game.name)
    return stops(parsed, plan, game=document.game, document=document, named_game=named, gates=edition.gates)
