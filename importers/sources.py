"""A document as it came: its text line by line, and what an importer says about it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importers.extraction.layout import Layout

LARGEST_SOURCE = 50 * 1024 * 1024


class UnreadableSourceError(Exception):
    """The file is not one that can be read; the message says what to do."""


@dataclass(frozen=True)
class SourceText:
    """A document as it came: its text with plain line ends, its file name, and the hash of its bytes."""

    text: str
    name: str
    sha256: str
    # Of a PDF or a web page: how its lines are set, and the file itself.
    layout: "Layout | None" = field(default=None, repr=False)
    original: bytes = field(default=b"", repr=False)

    @property
    def medium(self) -> str:
        """What the file is: "text", "html" or "pdf"."""
        return self.layout.medium if self.layout else "text"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The source lines; line 1 is at index 0."""
        return tuple(self.text.split("\n"))


class Claim(NamedTuple):
    """What an importer says about a text: whether it is in its format, and why."""

    holds: bool
    reason: str

    @classmethod
    def yes(cls, reason: str) -> "Claim":
        """It is in this format, because …"""
        return cls(True, reason)

    @classmethod
    def no(cls, reason: str) -> "Claim":
        """It is in another format, because …"""
        return cls(False, reason)
