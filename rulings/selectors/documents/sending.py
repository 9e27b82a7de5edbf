"""Where a step of a timing chart sends to, by its links and by its words: loops, windows, phases and the next round."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from importers.folding import fold
from rulings.selectors.documents.timing import Chart

GO = r"\b(?:return|proceed|continue|advance|go)(?: back)? to (?:the )?"
# "return to 2.2", "proceed to 2.2.2", "[Go to B-2]", "return to step 3"
TO_LABEL = re.compile(GO + r"(?:step )?(?P<label>[A-Z]{0,2}\.?\d+(?:\.\d+)*|[A-Z](?:-\d+)?)\b(?! \w)", re.IGNORECASE)
# "return to previous player window", "proceed to next player window"
TO_WINDOW = re.compile(GO + r"(?P<which>previous|next) (?:\w+ )?window\b", re.IGNORECASE)
# "Proceed to Investigation Phase", "Proceed to Mythos Phase of next game round"
TO_PHASE = re.compile(GO + r"(?P<phase>[\w’' -]+? phase)\b", re.IGNORECASE)
# "Proceed to beginning of the next turn"
TO_START = re.compile(GO + r"(?:beginning|start) of (?:the )?next (?:game )?(?:turn|round)\b", re.IGNORECASE)
# "Mythos Phase (1.0)", "Phase 2: Quest Phase", "II. Enemy phase": one follows the other; others stand alone.
PHASE = re.compile(r"\(\d+(?:\.\d+)*\)$|^phase \d|^[IVX]+\. .*\bphase\b", re.IGNORECASE)

Way = Sequence[tuple[Chart, Any]]


@dataclass(frozen=True)
class Jump:
    """Where a step says to go on: "return to 2.2", "[Go to A]"."""

    title: str
    url: str


def jumps_of(way: Way, here: int) -> list[Jump]:
    """The steps that a step sends to, each once, but for itself."""
    step = way[here][1]
    found = {one["url"]: one for one in (*_linked(way, step), *_worded(way, here)) if one["url"] != step["url"]}
    return [Jump(f"{one['key'] or ''} {one['plain_title']}".strip(), url) for url, one in found.items()]


def _linked(way: Way, step: Any) -> Iterator[Any]:
    steps = {one["url"]: one for _, one in way}
    for link in step["links"]:
        if link["url"] in steps:
            # "[Go to B-2]" is linked to B, which has a step 2.
            named = TO_LABEL.search(link["text"])
            yield (_labelled(way, named["label"]) if named else None) or steps[link["url"]]


def _worded(way: Way, here: int) -> Iterator[Any]:
    """What its words send to, in their order."""
    step = way[here][1]
    text = f"{step['plain_title']} {step['plain']}"
    readers = ((TO_LABEL, _by_label), (TO_WINDOW, _by_window), (TO_PHASE, _by_phase), (TO_START, _by_start))
    sent = [(match.start(), read(way, here, match)) for pattern, read in readers for match in pattern.finditer(text)]
    yield from (one for _, one in sorted(sent, key=lambda pair: pair[0]) if one)


def _by_label(way: Way, here: int, sent: re.Match[str]) -> Any:
    return _labelled([pair for pair in way if pair[0] is way[here][0]], sent["label"]) or _labelled(way, sent["label"])


def _by_window(way: Way, here: int, sent: re.Match[str]) -> Any:
    """The step that opens the window before or after."""
    steps = reversed(way[:here]) if sent["which"].lower() == "previous" else iter(way[here:])
    return next((one for _, one in steps if one["window_after"]), None)


def _by_phase(way: Way, here: int, sent: re.Match[str]) -> Any:
    wanted = fold(sent["phase"])
    return next((one for chart, one in way if wanted in fold(chart.title)), None)


def _by_start(way: Way, here: int, sent: re.Match[str]) -> Any:
    return next((one for chart, one in way if PHASE.search(chart.title)), way[0][1])


def _labelled(way: Way, label: str) -> Any:
    """The only step of a label; of "B-2", the step 2 under B."""
    whole, _, part = label.partition("-")
    places = [place for place, (_, one) in enumerate(way) if (one["key"] or "").casefold() == whole.casefold()]
    if len(places) != 1:
        return None
    chart, above = way[places[0]]
    if not part:
        return above
    for other, one in way[places[0] + 1 :]:
        if other is not chart or one["depth"] <= above["depth"]:
            return None
        if one["key"] == part:
            return one
    return None
