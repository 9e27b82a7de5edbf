"""The cards of a deck with what they say now."""

from dataclasses import dataclass
from typing import Any

from rulings.read_model.cards import says_now
from rulings.selectors.cards.page import Fact, changed_fact


@dataclass(frozen=True)
class PacketCard:
    """A card of a deck with what it says now."""

    count: int
    card: Any

    @property
    def now(self) -> str:
        return says_now(self.card)

    @property
    def fields(self) -> list[Fact]:
        changed = (self.card["effective"] or {}).get("fields", {})
        is_known = bool(self.card["facts"])
        return [changed_fact(name, one, is_known=is_known) for name, one in changed.items()]
