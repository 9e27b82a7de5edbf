"""Life lines: what each edition did to some rulings, as a picture; and the bar of what one edition changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from django.utils.translation import gettext

from importers.records import ChangeKind
from rulings.read_model.records.documents import EditionRecord
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.wording import labelled
from rulings.selectors.documents.reading import editions

# In units of the picture.
COLUMN, ROW, LEFT, TOP = 64, 26, 14, 26
# More editions than that are not drawn: the oldest are left out.
MOST_COLUMNS, MOST_ROWS = 12, 12
BAR_WIDTH = 300


@dataclass(frozen=True)
class Mark:
    """What an edition did to a ruling."""

    x: int
    y: int
    kind: str
    said: str
    url: str


@dataclass(frozen=True)
class Row:
    """The life of one ruling, from where to where it stands in a document."""

    title: str
    url: str
    y: int
    first: int
    last: int
    marks: list[Mark]


@dataclass(frozen=True)
class LifeLine:
    """Editions along, one row for each ruling."""

    columns: list[tuple[int, str]]
    rows: list[Row]

    @property
    def width(self) -> int:
        return LEFT * 2 + COLUMN * len(self.columns)

    @property
    def height(self) -> int:
        return TOP + ROW * len(self.rows)

    @property
    def said(self) -> str:
        """The picture in words."""
        return " ".join(f"{row.title}: {', '.join(mark.said for mark in row.marks)}." for row in self.rows)


def life_line(history: Sequence[ChangeRecord]) -> LifeLine | None:
    """The life line of what a history tells; none where there is only one edition to tell of."""
    documents = {event["edition_id"].rpartition("/")[0] for event in history}
    known = [record for document in sorted(documents) for record in _editions(document)][-MOST_COLUMNS:]
    if len(known) < 2:
        return None
    place = {record["id"]: LEFT + COLUMN * number for number, record in enumerate(known)}
    rows = []
    by_ruling: dict[str, list[ChangeRecord]] = {}
    for event in reversed(history):
        by_ruling.setdefault(event["ruling"]["id"], []).append(event)
    for number, events in enumerate(list(by_ruling.values())[:MOST_ROWS]):
        y = TOP + ROW * number
        marks = [_mark(event, place[event["edition_id"]], y) for event in events if event["edition_id"] in place]
        if marks:
            ends = place[known[-1]["id"]] if marks[-1].kind != ChangeKind.REMOVED else marks[-1].x
            ruling = events[-1]["ruling"]
            title = labelled(ruling["key"], ruling["title"])
            rows.append(Row(title, ruling["url"], y, marks[0].x, ends, marks))
    if sum(len(row.marks) for row in rows) < 2:
        return None
    columns = [(place[record["id"]], record["version"] or record["title"]) for record in known]
    return LifeLine(columns, rows) if rows else None


def _editions(document: str) -> Iterable[EditionRecord]:
    """The published editions of a document, the oldest first."""
    game, _, slug = document.partition("/")
    records = editions(game=game, document=slug).values_list("record", flat=True)
    found: list[EditionRecord] = [orjson.loads(record) for record in records]
    return found[::-1]


def _mark(event: ChangeRecord, x: int, y: int) -> Mark:
    done = gettext("in the first edition here") if event["is_first"] else gettext(event["kind"])
    return Mark(
        x, y, str(event["kind"]), f"{event['edition_title']}: {done}", event["then_url"] or event["edition_url"]
    )


@dataclass(frozen=True)
class Segment:
    """A kind of change in the bar of an edition."""

    kind: str
    count: int
    x: int
    width: int
    url: str


def change_bar(summary: Any) -> list[Segment]:
    """What an edition changed, as parts of a bar; what stayed the same is the last of them."""
    if not summary.get("compare_url") or not summary["rulings"]:
        return []
    counts = {kind: count for kind, count in summary["changes"].items() if count}
    gone = counts.get(ChangeKind.REMOVED.value, 0)
    same = summary["rulings"] + gone - sum(counts.values())
    whole = sum(counts.values()) + max(same, 0)
    segments, x = [], 0
    for kind, count in [*counts.items(), ("same", max(same, 0))]:
        # What is there can be seen, however little it is.
        width = max(6, round(BAR_WIDTH * count / whole)) if count else 0
        url = f"{summary['compare_url']}?kind={kind}" if kind != "same" else summary["url"]
        if width:
            segments.append(Segment(kind, count, x, width, url))
            x += width
    return segments
