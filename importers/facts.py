"""What is known of a game beforehand: its card sets, their packs and their other names."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from importers.folding import fold, fold_number, fold_title
from importers.resolving import SetName


@dataclass(frozen=True)
class GameFacts:
    """A game with the names of its sets and packs."""

    name: str
    names: Mapping[str, SetName]
    # Words that only this game uses, for documents that do not name it.
    words: tuple[str, ...] = ()
    # The set of a card, by its folded name and number, where a catalogue knows it.
    cards: Mapping[tuple[str, str], SetName] = field(default_factory=dict)

    def find_card(self, name: str, *, number: str) -> SetName | None:
        """The set of the card of that name and number."""
        return self.cards.get((fold_title(name), fold_number(number)))

    def find_set(self, name: str) -> SetName | None:
        """The set or pack of that name or alias."""
        return self.names.get(fold_title(name))


class Facts:
    """The facts of all games."""

    def __init__(self, games: Iterable[GameFacts] = ()) -> None:
        self._games = {fold_title(game.name): game for game in games}

    @property
    def games(self) -> list[GameFacts]:
        return list(self._games.values())

    def of(self, game: str) -> GameFacts:
        """What is known of a game; nothing, if it is a new one."""
        return self._games.get(fold_title(game)) or GameFacts(game, {})

    def recognise(self, text: str) -> str:
        """The name of the game whose own words a text uses most; empty if it uses none."""
        folded = f" {fold(text)} "
        counts = {game.name: sum(folded.count(f" {word} ") for word in game.words) for game in self._games.values()}
        best = max(counts, key=lambda name: counts[name], default="")
        return best if counts.get(best) else ""


def load_facts(path: Path) -> Facts:
    """Read fixtures/games.toml."""
    entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return Facts(
        GameFacts(entry["name"], dict(_names(entry)), tuple(map(fold, entry.get("words", []))))
        for entry in entries.values()
    )


def _names(entry: Mapping[str, Any]) -> Iterable[tuple[str, SetName]]:
    for card_set in entry.get("sets", []):
        for pack in card_set.get("packs", []):
            yield fold_title(pack), SetName(card_set["name"], pack)
    for card_set in entry.get("sets", []):
        for name in (card_set["name"], *card_set.get("aliases", [])):
            yield fold_title(name), SetName(card_set["name"])
