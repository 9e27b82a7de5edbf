"""One living example of a game for the front page: a card whose printed words turn into today's, or a ruling with its
change."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from importers.records import ChangeKind
from rulings.models import Change, ShownCard
from rulings.read_model.changes import brief
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.wording import labelled

# In characters: what fits on the first screen of a phone.
LONGEST, SHORTEST = 260, 30
LONGEST_RULING = 520
# "<del>one</del>"
TAG = re.compile(r"<[^>]+>")

Events = Mapping[int, Sequence[tuple[Change, ChangeRecord]]]


def live_example(cards: Iterable[ShownCard], changes: Iterable[Change], events: Events) -> dict[str, Any] | None:
    """The card of the newest erratum that fits, else the newest ruling that was reworded; none where nothing was."""
    return _card(cards) or _ruling(changes, events)


def _card(cards: Iterable[ShownCard]) -> dict[str, Any] | None:
    corrected = ((row, orjson.loads(row.record)) for row in cards if row.has_errata)
    fitting = [(row, card) for row, card in corrected if _is_good(card)]
    # The last one changed; one that takes words out and puts others in; one that is on a list, too.
    best = max(
        fitting,
        key=lambda pair: (_newest(pair[0]), _turns(pair[1]["html"]["difference"]), len(pair[1]["statuses"])),
        default=None,
    )
    if best is None:
        return None
    row, card = best
    erratum = card["effective"]["errata"][0]
    return {
        "title": card["name"],
        "url": card["url"],
        "source": erratum["edition_title"],
        "source_url": erratum["url"],
        "date": _newest(row),
        "html": {"difference": card["html"]["difference"]},
        "difference": [],
    }


def _is_good(card: Any) -> bool:
    """Whether the words of a card were surely changed, and are few."""
    effective, difference = card["effective"], card["html"].get("difference") or ""
    if not effective or effective["outcome"] != "applied" or not difference:
        return False
    return SHORTEST <= len(TAG.sub("", difference)) <= LONGEST


def _turns(difference: str) -> bool:
    return "<del>" in difference and "<ins>" in difference


def _newest(row: ShownCard) -> str:
    """The day of the last edition that did something to a card, as printed."""
    return max((event["date"] or "" for event in orjson.loads(row.history)), default="")


def _ruling(changes: Iterable[Change], events: Events) -> dict[str, Any] | None:
    reworded = [
        (change, event)
        for change in changes
        for _, event in events.get(change.ruling_id, ())
        if event["kind"] == ChangeKind.REWORDED and not event["is_our_correction"] and _is_short(event)
    ]
    best = max(reworded, key=lambda pair: pair[1]["date"] or "", default=None)
    if best is None:
        return None
    change, event = best
    ruling = brief(change.ruling, change.revision)
    return {
        "title": labelled(ruling["key"] or "", ruling["title"]),
        "url": ruling["url"],
        "source": event["edition_title"],
        "source_url": event["edition_url"],
        "date": event["date"] or "",
        "html": {},
        "difference": event["difference"],
    }


def _is_short(event: ChangeRecord) -> bool:
    return 0 < sum(len(span["text"]) for span in event["difference"]) <= LONGEST_RULING
