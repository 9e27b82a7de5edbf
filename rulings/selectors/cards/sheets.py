"""The judge's sheet of a game: its lists, its charts and what is asked most, on two pages to print."""

from dataclasses import dataclass
from html import unescape
from typing import Any

import orjson
from django.db.models import Count
from django.utils.html import strip_tags

from importers.records import Kind
from rulings.models import ShownRuling
from rulings.read_model.records.cards import GameDetail
from rulings.read_model.wording import one_line
from rulings.selectors.cards.lists import list_page
from rulings.selectors.documents import read_document, timing_charts
from rulings.selectors.site import timing_url

# What two pages have room for.
MOST_ASKED = 14
LONGEST_ANSWER = 330
MOST_STEPS = 90
MOST_NAMES = 220


@dataclass(frozen=True)
class SheetList:
    """The titles of a list, by the way of playing that it holds for."""

    name: str
    format: str
    url: str
    titles: list[str]
    # How many more there are than fit.
    left_out: int


@dataclass(frozen=True)
class SheetChart:
    title: str
    steps: list[Any]


@dataclass(frozen=True)
class SheetRuling:
    """A ruling that others cite, cut to a few lines; in our words where a digest has them."""

    title: str
    key: str
    url: str
    text: str
    is_ours: bool


@dataclass(frozen=True)
class JudgeSheet:
    lists: list[SheetList]
    charts: list[SheetChart]
    asked: list[SheetRuling]


def sheet_for_judges(game: GameDetail) -> JudgeSheet:
    """What a judge looks up most at a tournament."""
    return JudgeSheet(
        lists=[one for name in game["lists"] for one in _lists(game, name)], charts=_charts(game), asked=_asked(game)
    )


def _lists(game: GameDetail, name: str) -> list[SheetList]:
    url = f"{game['url']}lists/{name}/"
    found = []
    for play_format, listings in list_page(game, list_name=name).by_format:
        titles = sorted({one["listed_name"] or one["plain_title"] for one in listings})
        found.append(SheetList(name, play_format, url, titles[:MOST_NAMES], left_out=max(0, len(titles) - MOST_NAMES)))
    return found


def _charts(game: GameDetail) -> list[SheetChart]:
    """The charts of the document that the menu leads to, as long as there is room."""
    address = timing_url(game)
    if not address:
        return []
    document = address.removeprefix(game["url"]).split("/")[0]
    charts = [chart for chart in timing_charts(read_document(game["id"], slug=document)) if chart.steps]
    room, found = MOST_STEPS, []
    for chart in charts:
        if len(chart.steps) <= room:
            found.append(SheetChart(chart.title, chart.steps))
            room -= len(chart.steps)
    return found


def _asked(game: GameDetail) -> list[SheetRuling]:
    """The sections and questions that other rulings cite most."""
    rows = ShownRuling.objects.filter(game=game["pk"], kind__in=[Kind.CLARIFICATION, Kind.QUESTION])
    counted = rows.annotate(cited=Count("ruling__cited_by")).order_by("-cited", "weight", "document_id", "position")
    records = [orjson.loads(record) for record in counted.values_list("record", flat=True)[:MOST_ASKED]]
    return [
        SheetRuling(
            title=one_line(ruling["plain_title"], length=110),
            key=ruling["key"] or "",
            url=ruling["url"],
            text=one_line(_in_short(ruling) or ruling["plain"], length=LONGEST_ANSWER),
            is_ours=bool(ruling["short"]) or ruling["is_digest"],
        )
        for ruling in records
    ]


def _in_short(ruling: Any) -> str:
    return unescape(strip_tags(ruling["short"]["html"])) if ruling["short"] else ""
