"""What is known of a game beforehand: its card sets, their packs and their other names."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from importers.folding import fold, fold_number, fold_text, fold_title
from importers.paragraphs import ICON
from importers.recipe_files import read_recipe
from importers.recipes import Recipe
from importers.records import Lines, Problem, Severity
from importers.resolving import SetName

UNKNOWN_GAME = Problem(
    1,
    "The document does not say which game it is about.",
    "Say which one it is: with --game on the command line, or in the field “Game” at the desk.",
)
# So many letters at the start of a text say what it is about.
HEAD = 4000
# The label of an edition that has none.
UNLABELLED = "unlabelled"
NO_VERSION = Problem(1, "The document prints no version.", "Name its edition when you take it in.", Severity.WARNING)


@dataclass(frozen=True)
class GameFacts:
    """A game with the names of its sets and packs."""

    name: str
    names: Mapping[str, SetName]
    # Names that mean something else than the card so called, unless it is cited.
    terms: tuple[str, ...] = ()
    # The set of a card, by its folded name and number, where a catalogue knows it.
    cards: Mapping[tuple[str, str], SetName] = field(default_factory=dict)
    # The icons that catalogues print as signs, by the signs.
    icons: Mapping[str, str] = field(default_factory=dict)

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


def meant_order(numbers: Sequence[int], moves: Sequence[Move]) -> list[int]:
    """The numbers of lines in the order in which they were meant."""
    order = list(numbers)
    for move in moves:
        taken = [number for number in order if move.lines.first <= number <= move.lines.last]
        rest = [number for number in order if number not in taken]
        # Behind the last line up to the one that is named, which may be blank.
        place = next((index for index, number in enumerate(rest, 1) if number == move.after), len(rest))
        order = [*rest[:place], *taken, *rest[place:]]
    return order


@dataclass(frozen=True)
class Correction:
    """The corrections of one document, and the prints of the lines by which it is known, however it is set."""

    prints: Mapping[int, str]
    moves: tuple[Move, ...] = ()
    # By line, the icons that were lost without a trace, or became pictures of something else.
    icons: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def moves_in(self, lines: Sequence[str]) -> tuple[Move, ...]:
        """The moves, if these are the lines of the document."""
        found = self._found_in(lines)
        return tuple(
            replace(move, lines=Lines(found[move.lines.first], found[move.lines.last]), after=found[move.after])
            for move in (self.moves if found else ())
        )

    def icons_in(self, lines: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """By line, the icons that were lost, if these are the lines of the document."""
        found = self._found_in(lines)
        return {found[number]: icons for number, icons in self.icons.items()} if found else {}

    def _found_in(self, lines: Sequence[str]) -> dict[int, int]:
        """Where the known lines stand, further down if lines were added above; nothing if one of them is not there."""
        places: dict[str, list[int]] = {}
        for number, line in enumerate(lines, 1):
            places.setdefault(print_of(line), []).append(number)
        near = {
            number: min(places.get(known, ()), key=lambda place: abs(place - number), default=0)
            for number, known in self.prints.items()
        }
        return near if all(near.values()) else {}


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
        recipes: tuple[Recipe, ...] = (),
        assumed_game: str = "",
    ) -> None:
        self._games = {fold_title(game.name): game for game in games}
        self.corrections = corrections
        # How known documents are read.
        self.recipes = recipes
        # The game of a document that does not say its own, if somebody has said it.
        self.assumed_game = assumed_game

    @property
    def games(self) -> list[GameFacts]:
        return list(self._games.values())

    def assuming(self, game: str) -> "Facts":
        """The same facts for a document whose game is known."""
        return Facts(self.games, corrections=self.corrections, recipes=self.recipes, assumed_game=game)

    def moves_in(self, lines: Sequence[str]) -> tuple[Move, ...]:
        """The lines that stand in the wrong place, in a document that is known."""
        return next((moves for one in self.corrections if (moves := one.moves_in(lines))), ())

    def icons_in(self, lines: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """By line, the icons that were lost, in a document that is known."""
        return next((icons for one in self.corrections if (icons := one.icons_in(lines))), {})

    def of(self, game: str) -> GameFacts:
        """What is known of a game by its name or slug; nothing, if it is a new one."""
        return self._games.get(fold_title(game)) or GameFacts(game, {}, terms=(game,))

    def recognise(self, text: str) -> str:
        """The name of the game that a text names, at its start or, if none there, anywhere; empty if it names two."""
        if self.assumed_game:
            return self.assumed_game
        names = {game.name: f" {fold(game.name)} " for game in self._games.values()}
        folded = f" {fold_text(text)} "
        for part in (folded[:HEAD], folded):
            found = [game for game, name in names.items() if name in part]
            # "A Game of Thrones" is part of the name of its second edition.
            found = [one for one in found if not any(names[one] in names[other] for other in found if other != one)]
            if found:
                return found[0] if len(found) == 1 else ""
        return ""


def load_facts(path: Path) -> Facts:
    """Read fixtures/games.toml, and corrections.toml and the recipes next to it."""
    entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    second = path.with_name("corrections.toml")
    documents = tomllib.loads(second.read_text(encoding="utf-8"))["documents"] if second.exists() else []
    corrections = tuple(
        Correction(
            {int(number): print_ for number, print_ in document["prints"].items()},
            tuple(Move(Lines(*move["lines"]), move["after"], move["reason"]) for move in document.get("moves", [])),
            {one["line"]: _icons(one) for one in document.get("icons", [])},
        )
        for document in documents
    )
    games = (
        GameFacts(
            entry["name"],
            dict(_names(entry)),
            terms=(entry["name"], *entry.get("terms", [])),
            icons=entry.get("icons", {}),
        )
        for entry in entries.values()
    )
    recipes = tuple(
        read_recipe(one.read_text(encoding="utf-8"), name=one.stem)
        for one in sorted(path.parent.glob("recipes/*.toml"))
    )
    return Facts(games, corrections=corrections, recipes=recipes)


def _icons(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """The icons of a line: by their names, or so many of which nobody knows the names."""
    return tuple(f"[{name}]" for name in entry["names"]) if "names" in entry else (ICON,) * entry["count"]


def _names(entry: Mapping[str, Any]) -> Iterable[tuple[str, SetName]]:
    for card_set in entry.get("sets", []):
        for pack in card_set.get("packs", []):
            yield fold_title(pack), SetName(card_set["name"], pack)
    for card_set in entry.get("sets", []):
        for name in (card_set["name"], *card_set.get("aliases", [])):
            yield fold_title(name), SetName(card_set["name"])
