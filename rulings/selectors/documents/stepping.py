"""A step of a timing chart as a place to be at: where it stands, what comes next, and what may be done here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from importers.records import Kind
from rulings.models import ShownRuling
from rulings.read_model.stored import rulings_in
from rulings.selectors.documents.reading import Reading
from rulings.selectors.documents.sending import PHASE, Jump, jumps_of
from rulings.selectors.documents.timing import Chart, timing_charts


@dataclass(frozen=True)
class Phase:
    """A chart of a document, as one stage of the way."""

    title: str
    url: str
    is_current: bool


@dataclass(frozen=True)
class StepPlace:
    """Where somebody is who follows a chart step by step."""

    phases: list[Phase]
    # The steps that this one is part of, the outermost first.
    above: list[Any]
    before: Any
    after: Any
    # What the step before opened, and what may be done when this one is done.
    window_before: str
    window_after: str
    jumps: list[Jump]
    # What is ruled about this step.
    rulings: list[Any]

    @property
    def phase(self) -> str:
        return next((phase.title for phase in self.phases if phase.is_current), "")


def step_place(reading: Reading, step: Any) -> StepPlace | None:
    """The place of a step on its way; none, if it is on no chart."""
    if step["kind"] != Kind.STEP:
        return None
    charts = [chart for chart in timing_charts(reading) if chart.steps]
    on_the_way = [(chart, one) for chart in charts for one in chart.steps]
    here = next((place for place, (_, one) in enumerate(on_the_way) if one["id"] == step["id"]), None)
    if here is None:
        return None
    chart = on_the_way[here][0]
    before, after = (_neighbour(on_the_way, here, by) for by in (-1, 1))
    return StepPlace(
        phases=[Phase(one.title, one.steps[0]["url"], one is chart) for one in charts],
        above=_above(chart, step),
        before=before,
        after=after,
        window_before=(before["window_after"] or "") if before else "",
        window_after=step["window_after"] or "",
        jumps=jumps_of(on_the_way, here),
        rulings=_rulings_about(reading, step),
    )


def _neighbour(on_the_way: Sequence[tuple[Chart, Any]], here: int, by: int) -> Any:
    """The step before or after; of another chart only where both are phases of one round."""
    place = here + by
    if not 0 <= place < len(on_the_way):
        return None
    (chart, _), (other, step) = on_the_way[here], on_the_way[place]
    return step if chart is other or (PHASE.search(chart.title) and PHASE.search(other.title)) else None


def _above(chart: Chart, step: Any) -> list[Any]:
    """The steps that a step is part of."""
    found: list[Any] = []
    for one in chart.steps:
        if one["id"] == step["id"]:
            return found
        del found[one["depth"] :]
        found = [*found, one] if one["depth"] < step["depth"] else found
    return found


def _rulings_about(reading: Reading, step: Any) -> list[Any]:
    """What cites the step, in full; of the past, only what is shown of it."""
    if reading.at is not None:
        return []
    cited = [one["id"] for one in step["cited_by"] if one["kind"] != Kind.STEP]
    return rulings_in(ShownRuling.objects.filter(path__in=cited).order_by("document_id", "position"))
