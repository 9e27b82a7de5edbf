"""What is known of a game beforehand: its card sets, their packs and their other names."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from importers.folding import fold, fold_number, fold_title
from importers.records import Lines, Problem, Severity
from importers.resolving import SetName

UNKNOWN_GAME = Problem(
    1,
    "The document does not say which game it is about.",
    "Add the game, with words of its own, to fixtures/games.toml.",
)
# The label of an edition that has none.
UNLABELLED = "unlabelled"
NO_VERSION = Problem(1, "The document prints no version.", "Give it one with --edition.", Severity.WARNING)


@dataclass(frozen=True)
class GameFacts:
    """A game with the names of its sets and packs."""

    name: str
    names: Mapping[str, SetName]
    # Words that only this game uses, for documents that do not name it.
    words: tuple[str, ...] = ()
    # Names that mean something else than the card so called, unless it is cited.
    terms: tuple[str, ...] = ()
    # The set of a card, by its folded name and number, where a catalogue knows it.
    cards: Mapping[tuple[str, str], SetName] = field(default_factory=dict)

    def find_card(self, name: str, *, number: str) -> SetName | None:
        """The set of the card of that name and number."""
        return self.cards.get((fold_title(name), fold_number(number)))

    def find_set(self, name: str) -> SetName | None:
        """The set or pack of that name or alias."""
        return self.names.get(fold_title(name))


@dataclass(frozen=True)
class Move:
    """A correction of one document's known damage: lines that stand in the wrong place, and why we know."""

    lines: Lines
    after: int
    reason: str


@dataclass(frozen=True)
class Correction:
    """The corrections of one document, and the prints of the lines by which it is known, however it is set."""

    prints: Mapping[int, str]
    moves: tuple[Move, ...]

    def moves_in(self, lines: Sequence[str]) -> tuple[Move, ...]:
        """The moves, if these are the lines of the document; where lines were added above, further down."""
        places: dict[str, list[int]] = {}
        for number, line in enumerate(lines, 1):
            places.setdefault(print_of(line), []).append(number)
        found: dict[int, int] = {}
        for number, known in self.prints.items():
            near = min(places.get(known, ()), key=lambda place: abs(place - number), default=0)
            if not near:
                return ()
            found[number] = near
        return tuple(
            replace(move, lines=Lines(found[move.lines.first], found[move.lines.last]), after=found[move.after])
            for move in self.moves
        )


def print_of(line: str) -> str:
    """A short hash of the letters of a line, by which it is known without being quoted."""
    return hashlib.sha256(fold(line).replace(" ", "").encode()).hexdigest()[:10]


class Facts:
    """The facts of all games, and the corrections of known documents."""

    def __init__(
        self,
        games: Iterable[GameFacts] = (),
        *,
        corrections: tuple["Correction", ...] = (),
        assumed_game: str = "",
    ) -> None:
        self._games = {fold_title(game.name): game for game in games}
        self.corrections = corrections
        # The game of a document that does not say its own, if somebody has said it.
        self.assumed_game = assumed_game

    @property
    def games(self) -> list[GameFacts]:
        return list(self._games.values())

    def assuming(self, game: str) -> "Facts":
        """The same facts for a document whose game is known."""
        return Facts(self.games, corrections=self.corrections, assumed_game=game)

    def moves_in(self, lines: Sequence[str]) -> tuple[Move, ...]:
        """The corrections of the document that has these lines."""
        return next((moves for one in self.corrections if (moves := one.moves_in(lines))), ())

    def of(self, game: str) -> GameFacts:
        """What is known of a game; nothing, if it is a new one."""
        return self._games.get(fold_title(game)) or GameFacts(game, {}, terms=(game,))

    def recognise(self, text: str) -> str:
        """The name of the game whose own words a text uses most; empty if it uses none."""
        if self.assumed_game:
            return self.assumed_game
        folded = f" {fold(text)} "
        counts = {game.name: sum(folded.count(f" {word} ") for word in game.words) for game in self._games.values()}
        best = max(counts, key=lambda name: counts[name], default="")
        return best if counts.get(best) else ""


def load_facts(path: Path) -> Facts:
    """Read fixtures/games.toml, and corrections.toml next to it."""
    entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    second = path.with_name("corrections.toml")
    documents = tomllib.loads(second.read_text(encoding="utf-8"))["documents"] if second.exists() else []
    corrections = tuple(
        Correction(
            {int(number): print_ for number, print_ in document["prints"].items()},
            tuple(Move(Lines(*move["lines"]), move["after"], move["reason"]) for move in document["moves"]),
        )
        for document in documents
    )
    games = (
        GameFacts(
            entry["name"],
            dict(_names(entry)),
            words=tuple(map(fold, entry.get("words", []))),
            terms=(entry["name"], *entry.get("terms", [])),
        )
        for entry in entries.values()
    )
    return Facts(games, corrections=corrections)


def _names(entry: Mapping[str, Any]) -> Iterable[tuple[str, SetName]]:
    for card_set in entry.get("sets", []):
        for pack in card_set.get("packs", []):
            yield fold_title(pack), SetName(card_set["name"], pack)
    for card_set in entry.get("sets", []):
        for name in (card_set["name"], *card_set.get("aliases", [])):
            yield fold_title(name), SetName(card_set["name"])
