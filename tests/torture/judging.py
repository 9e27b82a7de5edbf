"""The judge: every answer by itself, against what the site may have shown while it was asked."""

from collections.abc import Sequence
from typing import Any

from tests.torture.faults import Window
from tests.torture.readers import Seen, by_kind
from tests.torture.timeline import State, Timeline

SLOWEST_HEALTH, SLOWEST_PAGE = 1.0, 2.0


def judge(seen: Sequence[Seen], timeline: Timeline, windows: Sequence[Window]) -> list[str]:
    """What no answer may be, in a sentence for each."""
    found = [sentence for one in seen if (sentence := _wrong(one, timeline, windows))]
    return found + _one_body_for_each_validator(seen)


def _wrong(one: Seen, timeline: Timeline, windows: Sequence[Window]) -> str:
    during = [window for window in windows if window.begins <= one.received and window.ends >= one.sent]
    when = f" ({', '.join(sorted({window.name for window in during})) or 'no fault'})"
    if one.status == 0:
        return "" if any(window.cuts for window in during) else f"{one.what}: {one.error}{when}"
    if one.error:
        return f"{one.what}: {one.error}{when}"
    if one.status >= 500:
        may_refuse = one.what == "download" or any(window.refuses for window in during)
        is_right = one.status == 503 and one.has_advice and may_refuse
        return "" if is_right else f"{one.what}: {one.status}{' without advice' * (not one.has_advice)}{when}"
    states = timeline.possible(one.sent, one.received)
    if one.status in (404, 410):
        is_right = one.what in ("ruling", "page") and any(_label(one) not in dict(state.rulings) for state in states)
        return "" if is_right else f"{one.what}: {one.status} for {one.asked}{when}"
    if one.status not in (200, 304):
        return f"{one.what}: {one.status}{when}"
    if one.shows is None or any(_shows(one, state) for state in states):
        return ""
    return f"{one.what}: shows a state that was not in force: {_short(one.shows)} of {len(states)} possible{when}"


def _label(one: Seen) -> str:
    return one.asked.rstrip("/").split("/")[-1]


def _shows(one: Seen, state: State) -> bool:
    """Whether an answer is what a state says."""
    if one.what == "rulings":
        return bool(one.shows == dict(state.rulings))
    if one.what == "cards":
        return bool(one.shows == state.cards)
    if one.what == "chapter":
        return bool(one.shows == state.marks)
    if one.what == "ruling":
        return bool(dict(state.rulings).get(one.asked) == one.shows)
    found, total = one.shows
    return set(found) == state.having(one.asked) and set(found.values()) <= {one.asked} and total == len(found)


def _short(shows: Any) -> str:
    return str(shows)[:150]


def _one_body_for_each_validator(seen: Sequence[Seen]) -> list[str]:
    bodies: dict[str, str] = {}
    found = []
    for one in seen:
        if one.etag and bodies.setdefault(one.etag, one.body) != one.body:
            found.append(f"{one.what}: one ETag, two bodies: {one.etag}")
    return found


def slow(seen: Sequence[Seen], windows: Sequence[Window]) -> dict[str, tuple[int, float, float, float]]:
    """Of each kind: how many, and the seconds of the middle, the 99th of a hundred, and the slowest."""
    rows = {}
    for kind, ones in sorted(by_kind([one for one in seen if one.status]).items()):
        times = sorted(one.seconds for one in ones)
        rows[kind] = (len(times), times[len(times) // 2], times[int(len(times) * 0.99)], times[-1])
    return rows
