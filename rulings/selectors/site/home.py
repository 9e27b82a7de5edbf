"""The front page: the games, what was published last, and searches to begin with."""

from dataclasses import dataclass
from typing import Any

from rulings.read_model.games import LATEST
from rulings.read_model.records import EditionRecord, GameDetail
from rulings.selectors.site.frames import game_frames

QUESTIONS = 2


@dataclass(frozen=True)
class HomePage:
    games: list[GameDetail]
    latest: list[EditionRecord]
    examples: list[str]
    # The section that other rulings cite most: how to cite one is shown by it.
    section: dict[str, Any] | None


def home_page() -> HomePage:
    """What there is."""
    games = game_frames()
    errata = [game["examples"]["erratum"] for game in games if game["examples"]["erratum"]]
    erratum = max(errata, key=lambda one: one["is_listed"], default=None)
    sections = [(game, game["examples"]["section"]) for game in games if game["examples"]["section"]]
    best = max(sections, key=lambda pair: pair[1]["cited"], default=None)
    questions = [game["examples"]["question"] for game in games if game["examples"]["question"]]
    questions.sort(key=lambda one: -one["cited"])
    found = [erratum["title"]] if erratum else []
    if best:
        found.append(f"{best[0]['short_name'] or best[0]['name']} {best[1]['key']}")
    found += [one["words"] for one in questions[:QUESTIONS]]
    return HomePage(games, latest_editions(), found, best[1] if best else None)


def latest_editions(games: list[GameDetail] | None = None, count: int = LATEST) -> list[EditionRecord]:
    """The editions that were published last, of some games or of all."""
    editions = (edition for game in (game_frames() if games is None else games) for edition in game["latest"])
    return sorted(editions, key=lambda one: one["published"] or "", reverse=True)[:count]
