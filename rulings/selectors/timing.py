"""Timing charts, step by step, and tables of actions."""

import re
from dataclasses import dataclass, field

from importers.paragraphs import ICON
from rulings.models import Change, Edition
from rulings.selectors.backlinks import citing
from rulings.selectors.rulings import with_wording

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
class Step:
    """A step of a chart, with the rulings that cite it."""

    change: Change
    cited_by: list[Change]


@dataclass(frozen=True)
class Chart:
    """A timing chart: its heading, what is said above it and below it, and its steps in order."""

    path: tuple[str, ...]
    above: list[Change] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    below: list[Change] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.path[-1]

    @property
    def anchor(self) -> str:
        return f"chart-{self.steps[0].change.ruling.slug}" if self.steps else ""


@dataclass(frozen=True)
class Action:
    """Something that a player may do, and whether it provokes attacks of opportunity: "yes", "no" or "lost"."""

    change: Change
    provokes: str


@dataclass(frozen=True)
class ActionTable:
    """The actions under one heading."""

    heading: str
    actions: list[Action] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.heading if "action" in self.heading.lower() else f"{self.heading} actions"


def timing_charts(edition: Edition, *, at: Edition | None = None) -> list[Chart]:
    """The charts of an edition, in order; cited by today's rulings, or by those of a past edition."""
    steps = edition.changes.standing().filter(ruling__kind="step")
    paths = dict.fromkeys(map(tuple, steps.order_by("position").values_list("revision__heading_path", flat=True)))
    charts = {path: Chart(path) for path in paths}
    shown = edition.changes.standing().filter(ruling__kind__in=["step", "clarification"]).order_by("position")
    cited_by = citing(steps.values_list("ruling", flat=True), at=at) if charts else {}
    for change in with_wording(shown) if charts else []:
        chart = charts.get(tuple(change.revision.heading_path)) if change.revision else None
        if chart is not None and change.ruling.kind == "step":
            chart.steps.append(Step(change, cited_by.get(change.ruling_id, [])))
        elif chart is not None:
            (chart.below if chart.steps else chart.above).append(change)
    return list(charts.values())


def action_tables(edition: Edition) -> list[ActionTable]:
    """The actions of an edition that say whether they provoke attacks of opportunity, heading by heading."""
    clarifications = edition.changes.standing().filter(ruling__kind="clarification")
    candidates = clarifications.filter(revision__text__icontains="provoke").filter(revision__text__icontains="attack")
    tables: dict[tuple[str, ...], ActionTable] = {}
    for change in with_wording(candidates.order_by("position")):
        if change.revision and (provokes := _provokes(change)):
            path = tuple(change.revision.heading_path)
            tables.setdefault(path, ActionTable(path[-1])).actions.append(Action(change, provokes))
    return list(tables.values())


def without_answer(html: str) -> str:
    """What an action does, without what it says about attacks of opportunity."""
    return ANSWER.sub("", html)


def _provokes(change: Change) -> str:
    """What an action says of itself; where the icon was lost, what its summary says."""
    summary = getattr(change.revision, "summary", None)
    texts = [change.revision, summary.digest.revision if summary else None]
    said = [answer for revision in texts if revision and (answer := answer_of(revision.text))]
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
