"""What is asked of a search engine, whichever it is: weighted terms in, the best rulings out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from haystack import connections

# Seconds that a writer waits for another process that is writing.
LOCK_TIMEOUT = 30
# Fields of the index: what hits are counted by, and what has several values.
FACETS = ("game", "kind", "list_name", "authority")
LISTS = ("cards", "sets", "changed")
# Another number for another way of writing texts into the index: an index of another format is built anew.
FORMAT = 1


class IndexUnavailableError(Exception):
    """The index is missing, broken or being written by somebody else for too long."""


@dataclass(frozen=True)
class Request:
    """What to look for: any of the wanted terms, all of the required ones."""

    # (term, weight)
    wanted: tuple[tuple[str, float], ...] = ()
    required: tuple[str, ...] = ()
    # Fields that must have one of these values: ("kind", ("erratum",)).
    filters: tuple[tuple[str, tuple[str, ...]], ...] = ()
    # What is wanted too, by the value of a field, for a fixed score: ("cards", "hound of tindalos", 6.0).
    preferred: tuple[tuple[str, str, float], ...] = ()
    # The same, but only for what is found otherwise: ("game", "mythos", 4.0).
    favoured: tuple[tuple[str, str, float], ...] = ()
    limit: int = 100


@dataclass(frozen=True)
class Hit:
    """A ruling that was found: the id of its change, how well it fits, and what it is counted by."""

    id: int
    score: float
    facets: Mapping[str, str] = field(default_factory=dict, hash=False)


class Engine(Protocol):
    """What our code needs of a Haystack backend, beside what Haystack needs."""

    def find(self, request: Request) -> list[Hit]:
        """The rulings that fit best, best first."""

    def state(self) -> str:
        """Changes whenever the index does; answers may be remembered as long as it stays."""

    def vocabulary(self) -> Mapping[str, int]:
        """Every word of the rulings, with in how many of them it is."""

    def replace(self, index: Any, parts: Iterable[tuple[int, Iterable[Any]]], *, generation: int) -> bool:
        """In one batch, replace what belongs to each document by these objects.

        False: the index lacks an earlier generation as well, and has to be rebuilt.
        """

    def rebuild(self, index: Any, objects: Iterable[Any], *, generation: int) -> None:
        """Build anew beside the live index, then swap."""

    def note_generation(self, generation: int) -> bool:
        """Remember that the index holds all that the site shows in that generation; False as for `replace`."""

    def is_behind(self, generation: int) -> bool:
        """Whether the index does not hold all that the site shows in that generation."""

    def is_ready(self, generation: int) -> bool:
        """Whether there is an index that can be read and is as new as that generation of the site."""


def engine() -> Engine:
    """The engine that SEARCH_URL names."""
    backend: Engine = connections["default"].get_backend()
    return backend
