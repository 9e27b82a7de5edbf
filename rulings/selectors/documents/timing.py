"""Timing charts, step by step, and tables of actions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext

from importers.folding import fold
from importers.paragraphs import ICON
from importers.records import Kind
from rulings.read_model.editions import Section
from rulings.read_model.records.cards import GameDetail
from rulings.read_model.records.documents import TimingRecord
from rulings.read_model.stored import as_brief
from rulings.selectors.documents.contents import rulings_between
from rulings.selectors.documents.reading import Reading
from rulings.selectors.site import document_frame

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
# "Enemy Phase (3.0)"
PHASE_NUMBER = re.compile(r"\s*\([\d.]+\)$")
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
        return (
            self.heading
            if "action" in self.heading.lower()
            else gettext("%(heading)s actions") % {"heading": self.heading}
        )


def timing_charts(reading: Reading) -> list[Chart]:
    """The charts of an edition, in order."""
    charts: dict[tuple[str, ...], Chart] = {}
    for ruling in _rulings(reading, [one for one in _sections(reading) if one.has_steps]):
        path = tuple(ruling["heading_path"])
        chart = charts.setdefault(path, Chart(path))
        if ruling["kind"] == Kind.STEP:
            chart.steps.append(ruling)
        elif ruling["kind"] == Kind.CLARIFICATION:
            (chart.below if chart.steps else chart.above).append(ruling)
    return [_with_notes(chart, list(charts.values())) for chart in charts.values()]


def _with_notes(chart: Chart, charts: list[Chart]) -> Chart:
    """A chart whose steps have the notes that cite them alone, and that has the notes which bear its own title."""
    own = [note for one in charts for note in one.below if _belongs(note, chart, is_here=one is chart, charts=charts)]
    keys = {step["url"]: step["id"] for step in chart.steps}
    notes: dict[str, list[Any]] = {}
    for note in own:
        cited = {keys[link["url"]] for link in note["links"] if link["url"] in keys}
        notes.setdefault(cited.pop() if len(cited) == 1 else "", []).append(note)
    steps = [{**step, "notes": notes.get(step["id"], [])} for step in chart.steps]
    return replace(chart, steps=steps, below=notes.get("", []))


def _belongs(note: Any, chart: Chart, *, is_here: bool, charts: list[Chart]) -> bool:
    """Whether a note is about a chart: it is called like it, or stands there and is not called like another one."""
    called = fold(note["plain_title"])
    named = [one for one in charts if one.steps and called == fold(PHASE_NUMBER.sub("", one.title))]
    return chart in named if named else is_here


def other_charts(game: GameDetail, document: str) -> list[tuple[str, str]]:
    """The other documents of a game that have timing charts, and where they are."""
    frames = (document_frame(*record["id"].split("/", 1)) for record in game["shown_documents"])
    charted = [one for one in frames if one and one["has_timing"] and one["id"] != document]
    return [(one["title"], f"{one['url']}timing/") for one in charted]


def action_tables(reading: Reading) -> list[ActionTable]:
    """The actions of an edition that say whether they provoke attacks of opportunity, heading by heading."""
    tables: dict[tuple[str, ...], ActionTable] = {}
    for ruling in _rulings(reading, [one for one in _sections(reading) if one.has_actions]):
        if ruling["kind"] == Kind.CLARIFICATION and (provokes := _provokes(ruling)):
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


def _sections(reading: Reading) -> list[Section]:
    return [section for chapter in reading.outline for section in chapter.sections]


def _rulings(reading: Reading, sections: Iterable[Section]) -> list[Any]:
    """The rulings under some headings, in order."""
    return [one for section in sections for one in rulings_between(reading, section.first, section.end)]


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
