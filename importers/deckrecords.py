"""The lines of a deck, and the ways in which each can be read."""

from dataclasses import dataclass

from importers.records import CardCitation

MOST_LINES = 1000


class DeckError(Exception):
    """The deck list cannot be read; the message says why and what to do."""


@dataclass(frozen=True)
class Reading:
    """One way to read a line: so many of a card."""

    count: int
    citation: CardCitation
    # What a program knows the card by.
    external_id: str = ""
    # Of cards that come in several levels: which one.
    level: str = ""


@dataclass(frozen=True)
class DeckLine:
    """A line of a deck list, with the ways in which it can be read; none for a remark or a heading."""

    number: int
    text: str
    # The heading that it stands under.
    section: str = ""
    readings: tuple[Reading, ...] = ()
    # Whether it may as well be a heading itself.
    may_be_heading: bool = False

    @property
    def likeliest(self) -> Reading:
        """What it probably says, if no card is known that it means."""
        counted = (reading for reading in self.readings if reading.citation.name != self.text)
        return next(counted, self.readings[0])
