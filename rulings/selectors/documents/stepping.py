"""A step of a timing chart as a place to be at: where it stands, what comes next, and what may be done here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    # What is ruled about this step, in full.
    rulings: Sequence[Any] = ()

    @property
    def phase(self) -> str:
        return next((phase.title for phase in self.phases if phase.is_current), "")


def step_place(reading: Reading, step: Any) -> StepPlace | None:
    """The place of a step on its way; none, if it is on no chart."""
    if step["kind"] != Kind.STEP:
        return None
    place = step_places(timing_charts(reading)).get(step["id"])
    return replace(place, rulings=_rulings_about(reading, step)) if place else None


def step_places(charts: Sequence[Chart]) -> dict[str, StepPlace]:
    """By the ids of their steps, all places on the charts of a document; without what is ruled about them."""
    on_the_way = [(chart, one) for chart in charts for one in chart.steps]
    return {one["id"]: _place(on_the_way, here) for here, (_, one) in enumerate(on_the_way)}


def _place(on_the_way: Sequence[tuple[Chart, Any]], here: int) -> StepPlace:
    chart, step = on_the_way[here]
    before, after = (_neighbour(on_the_way, here, by) for by in (-1, 1))
    firsts = {id(one): (one, first) for one, first in reversed(on_the_way)}
    return StepPlace(
        phases=[Phase(one.title, first["url"], one is chart) for one, first in reversed(firsts.values())],
        above=_above(chart, step),
        before=before,
        after=after,
        window_before=(before["window_after"] or "") if before else "",
        window_after=step["window_after"] or "",
        jumps=jumps_of(on_the_way, here),
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
