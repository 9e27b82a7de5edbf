"""The cards of a deck with what they say now."""

from dataclasses import dataclass
from typing import Any

from rulings.read_model.cards import says_now
from rulings.selectors.cards.page import Fact, label_of, spoken


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
        return [Fact(label_of(name), spoken(one["now"]), spoken(one["was"])) for name, one in changed.items()]
