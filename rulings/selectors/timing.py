"""Timing charts: the steps of a document, chart by chart."""

from dataclasses import dataclass, field

from rulings.models import Change, Edition
from rulings.selectors.rulings import with_wording


@dataclass(frozen=True)
class Chart:
    """A timing chart: its heading, what is said above it and below it, and its steps in order."""

    path: tuple[str, ...]
    above: list[Change] = field(default_factory=list)
    steps: list[Change] = field(default_factory=list)
    below: list[Change] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.path[-1]


def timing_charts(edition: Edition) -> list[Chart]:
    """The charts of an edition, in order."""
    steps = edition.changes.standing().filter(ruling__kind="step")
    paths = dict.fromkeys(map(tuple, steps.order_by("position").values_list("revision__heading_path", flat=True)))
    charts = {path: Chart(path) for path in paths}
    shown = edition.changes.standing().filter(ruling__kind__in=["step", "clarification"]).order_by("position")
    for change in with_wording(shown) if charts else []:
        chart = charts.get(tuple(change.revision.heading_path)) if change.revision else None
        if chart is not None and change.ruling.kind == "step":
            chart.steps.append(change)
        elif chart is not None:
            (chart.below if chart.steps else chart.above).append(change)
    return list(charts.values())
