"""What a catalogue says of a card."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from importers.records import CardCitation


class CatalogueError(Exception):
    """The catalogue cannot be imported; the message says where and why."""


@dataclass(frozen=True)
class CatalogueCard:
    """One card, with what its maker says of it."""

    name: str
    set: str
    pack: str = ""
    number: str = ""
    subtitle: str = ""
    type: str = ""
    external_id: str = ""
    # "faction", "cost", "level", "deck_limit", "unique", "traits", "keywords", "icons" and statistics by their names.
    facts: Mapping[str, Any] = field(default_factory=dict)
    # In our own form; none: the catalogue has no texts.
    text: str | None = None
    back_text: str = ""
    # The row as it came.
    original: Mapping[str, Any] = field(default_factory=dict)
    # When its maker worked errata into the text, as far as he says so.
    corrected_on: datetime.date | None = None
    # The external id of the card that it is a reprint of: what it does not say itself is taken from there.
    reprint_of: str = ""
    # "whi_full.csv, line 12"
    where: str = ""

    @property
    def citation(self) -> CardCitation:
        place = (self.set, self.pack) if self.set else (self.pack, "")
        return CardCitation(self.name, *place, self.number)


@dataclass(frozen=True)
class ReadCatalogue:
    """The cards of a catalogue, and what was left out."""

    name: str
    cards: tuple[CatalogueCard, ...]
    # Rows that name no card, each with its place.
    skipped: tuple[str, ...] = ()
    # What the reader should be told: two rows of one card, columns that were not understood.
    notes: tuple[str, ...] = ()
