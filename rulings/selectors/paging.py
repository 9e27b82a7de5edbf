"""Pages of what is too long for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Paging:
    """Which page is shown, and of how many."""

    number: int
    pages: int
    size: int
    total: int

    @property
    def first(self) -> int:
        return (self.number - 1) * self.size

    def of(self, things: Sequence[Thing]) -> Sequence[Thing]:
        """The things on this page."""
        return things[self.first : self.first + self.size]


def paging(total: int, *, size: int, number: int) -> Paging:
    """The page of that number, or the one nearest to it."""
    pages = max(1, -(-total // size))
    return Paging(min(max(number, 1), pages), pages, size, total)
