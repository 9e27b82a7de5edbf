"""Timing charts, step by step, and tables of actions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from importers.paragraphs import ICON
from importers.records import Kind
from rulings.models import ShownRuling
from rulings.read_model.records import TimingRecord
from rulings.read_model.rulings import shown_wordings, with_wording
from rulings.read_model.stored import as_brief, rulings_in
from rulings.selectors.documents.reading import Reading

# "Provokes an attack of opportunity: No", "Provokes no attacks of opportunity.", "Does not provoke …"
PROVOKES = re.compile(
    r"(?:^|(?<=\n\n))(?P<not>(?:does not|doesn't) )?provokes? (?P<no>no )?(?:an? |any )?attacks? of opportunity"
    r"(?:: *(?P<answer>.+?))?\.?(?=\n\n|$)",
    re.IGNORECASE,
)
# The same as a paragraph of a page
ANSWER = re.compile(
    r"<p>(?:(?:does not|doesn.t) )?provokes? (?:no |an? |any )?attacks? of opportunity(?:[.:](?:(?!</p>).)*)?</p>",
    re.IGNORECASE | re.DOTALL,
)
NEGATIVE = re.compile(r"no\b", re.IGNORECASE)


@dataclass(frozen=True)
class Chart:
    """A timing chart: its heading, what is said above it and below it, and its steps in order."""

    path: tuple[str, ...]
    above: list[Any] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)
    below: list[Any] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.path[-1]

    @property
    def anchor(self) -> str:
        return f"chart-{self.steps[0]['slug']}" if self.steps else ""


@dataclass(frozen=True)
class ActionTable:
    """The actions under one heading, each with whether it provokes attacks of opportunity: "yes", "no" or "lost"."""

    heading: str
    actions: list[Any] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.heading if "action" in self.heading.lower() else f"{self.heading} actions"


def timing_charts(reading: Reading) -> list[Chart]:
    """The charts of an edition, in order."""
    shown = [one for one in _rulings(reading, Kind.STEP, Kind.CLARIFICATION) if reading.document["has_timing"]]
    charts = {
        tuple(one["heading_path"]): Chart(tuple(one["heading_path"])) for one in shown if one["kind"] == Kind.STEP
    }
    for ruling in shown:
        chart = charts.get(tuple(ruling["heading_path"]))
        if chart is not None and ruling["kind"] == Kind.STEP:
            chart.steps.append(ruling)
        elif chart is not None:
            (chart.below if chart.steps else chart.above).append(ruling)
    return list(charts.values())


def action_tables(reading: Reading) -> list[ActionTable]:
    """The actions of an edition that say whether they provoke attacks of opportunity, heading by heading."""
    tables: dict[tuple[str, ...], ActionTable] = {}
    for ruling in _rulings(reading, Kind.CLARIFICATION):
        if provokes := _provokes(ruling):
            path = tuple(ruling["heading_path"])
            action = {**ruling, "provokes": provokes, "html": without_answer(ruling["html"])}
            tables.setdefault(path, ActionTable(path[-1])).actions.append(action)
    return list(tables.values())


def timing_record(reading: Reading, charts: Iterable[Chart], tables: Iterable[ActionTable]) -> TimingRecord:
    """The timing charts and action tables of an edition, as data."""
    return {
        "document": reading.document["id"],
        "edition": reading.edition["label"],
        "charts": [
            {
                "title": chart.title,
                "heading_path": list(chart.path),
                "above": [note["plain"] for note in chart.above],
                "steps": [
                    {
                        **as_brief(step),
                        "text": step["text"],
                        "depth": step["depth"],
                        "window_after": step["window_after"],
                        "cited_by": step["cited_by"],
                    }
                    for step in chart.steps
                ],
                "below": [note["plain"] for note in chart.below],
            }
            for chart in charts
        ],
        "actions": [
            {
                "title": table.title,
                "actions": [
                    {
                        **as_brief(action),
                        "text": action["text"],
                        "provokes_attacks_of_opportunity": {"yes": True, "no": False}.get(action["provokes"]),
                    }
                    for action in table.actions
                ],
            }
            for table in tables
        ],
    }


def _rulings(reading: Reading, *kinds: Kind) -> list[Any]:
    """The rulings of some kinds in an edition, in order."""
    if reading.at is None:
        rows = ShownRuling.objects.filter(document=reading.document["pk"], kind__in=kinds)
        return rulings_in(rows.order_by("position"))
    changes = reading.at.changes.standing().filter(ruling__kind__in=kinds).order_by("position")
    return list(shown_wordings(with_wording(changes), at=reading.at))


def without_answer(html: str) -> str:
    """What an action does, without what it says about attacks of opportunity."""
    return ANSWER.sub("", html)


def _provokes(ruling: Any) -> str:
    """What an action says of itself; where the icon was lost, what its summary says."""
    said = [answer for text in (ruling["text"], *ruling["search"]["texts"][1:2]) if (answer := answer_of(text))]
    return next((answer for answer in said if answer != "lost"), said[0] if said else "")


def answer_of(text: str) -> str:
    """Whether a text says that an action provokes: "yes", "no", "lost", or nothing."""
    match = PROVOKES.search(text)
    if match is None:
        return ""
    answer = (match["answer"] or "").strip()
    if answer.startswith(ICON):
        return "lost"
    return "no" if match["not"] or match["no"] or NEGATIVE.match(answer) else "yes"
