"""What surrounds every page (games, menus, the frame of a document), and the front page, which is made of it."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from importers.folding import fold, fold_title
from importers.records import Kind
from importers.vocabulary import is_common_word
from rulings.models import Announcement, ShownDocument, ShownGame, ShownRuling
from rulings.read_model.games import LATEST
from rulings.read_model.records.cards import GameDetail
from rulings.read_model.records.documents import EditionRecord, ShownDocumentRecord
from rulings.read_model.state import remembered_now

# "warhammer" is enough of a game's name.
SHORTEST_BEGINNING = 4
# In words.
LONGEST_NAME = 6
# Slug, name and short name of a game.
GameName = tuple[str, str, str]
QUESTIONS = 2


def game_frame(slug: str) -> GameDetail | None:
    """A game that has something to show."""
    return remembered_now(("game", slug), lambda: _load_game(slug))


def document_frame(game: str, slug: str) -> ShownDocumentRecord | None:
    """A document of which an edition is in force, or the digest that stands in for it."""
    return remembered_now(("document", game, slug), lambda: _load_document(f"{game}/{slug}"))


def game_frames() -> list[GameDetail]:
    """All games that have something to show, by name."""
    rows = ShownGame.objects.order_by("name").values_list("record", flat=True)
    return remembered_now("games", lambda: [orjson.loads(record) for record in rows])


def game_names() -> list[GameName]:
    """The slugs, names and short names of all games that have something to show, by name."""
    rows = ShownGame.objects.order_by("name").values_list("path", "name", "short_name")
    return remembered_now("game names", lambda: list(rows))


def game_called(name: str) -> str:
    """The slug of the game of a name, short name or slug, or the only one whose name begins so; empty if none is."""
    wanted = fold_title(name)
    if not wanted:
        return ""
    names = remembered_now("games by name", _games_by_name)
    if wanted in names:
        return names[wanted]
    full = remembered_now("sorted names", lambda: sorted((fold_title(own), slug) for slug, own, _ in game_names()))
    first = bisect_left(full, (wanted, ""))
    begun = [slug for own, slug in full[first : first + 2] if own.startswith(wanted)]
    return begun[0] if len(wanted) >= SHORTEST_BEGINNING and len(begun) == 1 else ""


def games_within(text: str) -> list[str]:
    """The games that a question names: in full, by their short name, or by the first word of their name."""
    known = remembered_now("games by words", _games_by_words)
    words = fold(text).split()
    runs = (" ".join(words[first : first + size]) for size in range(1, LONGEST_NAME + 1) for first in range(len(words)))
    return list(dict.fromkeys(slug for run in runs for slug in known.get(run, ())))


def _games_by_name() -> dict[str, str]:
    names: dict[str, str] = {}
    for slug, own, short_name in game_names():
        for name in filter(None, map(fold_title, (slug, own, short_name))):
            names.setdefault(name, slug)
    return names


def _games_by_words() -> dict[str, list[str]]:
    names: dict[str, list[str]] = defaultdict(list)
    for slug, own, short_name in game_names():
        # "warhammer": no text would use it otherwise.
        first = fold(own).split()[0]
        for name in {fold(own), fold(short_name), "" if is_common_word(first) else first} - {""}:
            names[name].append(slug)
    return names


def lists_of(games: Iterable[GameDetail] | None = None) -> list[tuple[GameDetail, str]]:
    """The lists that cards are on: the games, and the names of their lists."""
    return [(game, name) for game in (game_frames() if games is None else games) for name in sorted(game["lists"])]


def formats_of(game: GameDetail) -> list[str]:
    """The ways of playing that lists of a game are for; none if they are for all."""
    return remembered_now(("formats", game["pk"]), lambda: _load_formats(game["pk"]))


def _load_formats(game: int) -> list[str]:
    listed = ShownRuling.objects.filter(game=game, kind=Kind.LISTING).values_list("record", flat=True)
    return sorted({orjson.loads(record)["format"] for record in listed} - {None})


def _load_game(slug: str) -> GameDetail | None:
    record = ShownGame.objects.filter(path=slug).values_list("record", flat=True).first()
    return orjson.loads(record) if record else None


def _load_document(path: str) -> ShownDocumentRecord | None:
    record = ShownDocument.objects.filter(path=path).values_list("record", flat=True).first()
    return orjson.loads(record) if record else None


@dataclass(frozen=True)
class HomePage:
    games: list[GameDetail]
    latest: list[EditionRecord]
    examples: list[str]
    # A card or a ruling with its change, and the game that it is of.
    live: dict[str, Any] | None
    # The section that other rulings cite most: how to cite one is shown by it.
    section: dict[str, Any] | None

    @property
    def news(self) -> EditionRecord | None:
        """The newest edition that is known to have changed something, else the newest one."""
        return next((one for one in self.latest if one["compare_url"]), self.latest[0] if self.latest else None)

    @property
    def timing(self) -> list[tuple[str, str]]:
        """The games that have a timing chart, and where it is."""
        charts = ((game, timing_url(game)) for game in self.games)
        return [(game["short_name"] or game["name"], url) for game, url in charts if url]


def timing_url(game: GameDetail) -> str:
    """The timing chart of a game; empty if it has none."""
    return next((entry["url"] for entry in game["menu"] if entry["url"].endswith("/timing/")), "")


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
    return HomePage(games, latest_editions(), found, _live(games), best[1] if best else None)


def _live(games: Iterable[GameDetail]) -> dict[str, Any] | None:
    """The best example of a change: a card before a ruling, and the newest."""
    found = [{**game["examples"]["live"], "game_name": game["name"]} for game in games if game["examples"]["live"]]
    return max(found, key=lambda one: (bool(one["html"]), one["date"]), default=None)


def game_examples(game: GameDetail) -> list[str]:
    """Searches that find something in a game."""
    found = game["examples"]
    names = ((found["erratum"], "title"), (found["section"], "key"), (found["question"], "words"))
    return [one[key] for one, key in names if one]


def latest_editions(games: list[GameDetail] | None = None, count: int = LATEST) -> list[EditionRecord]:
    """The editions that were published last, of some games or of all."""
    editions = (edition for game in (game_frames() if games is None else games) for edition in game["latest"])
    return sorted(editions, key=lambda one: one["published"] or "", reverse=True)[:count]


def announcements() -> dict[str, dict[str, Any]]:
    """By document, the edition that is out and not here yet."""
    return remembered_now("announcements", _announcements)


def _announcements() -> dict[str, dict[str, Any]]:
    told = Announcement.objects.select_related("document__game")
    return {f"{one.document.game.slug}/{one.document.slug}": {"label": one.label, "date": one.date} for one in told}
