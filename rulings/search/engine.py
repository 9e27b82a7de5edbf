"""What is asked of a search engine, whichever it is: weighted terms in, the best rulings out."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Protocol

from haystack import connections

from rulings.search.arrays import Lists
from rulings.search.names import NameIndex
from rulings.search.spelling import Vocabulary

# Fields of the index: what hits are counted by, and what has several values.
FACETS = ("game", "kind", "list_name", "authority")
LISTS = ("cards", "sets", "changed")
# Another number for another way of writing texts into the index: an index of another format is built again.
FORMAT = 3


# By what searches are answered: the index, or the database while the index is of another state, missing or broken.
READY, BEHIND, UNAVAILABLE = "ready", "behind", "unavailable"
# Set when a search found the index missing or broken: upkeep looks at it (services/upkeep.py).
suspect = Event()
_noted: ContextVar[set[str] | None] = ContextVar("noted", default=None)


class IndexUnavailableError(Exception):
    """The index is missing, broken or being written by somebody else for too long."""


class IndexBehindError(IndexUnavailableError):
    """The index holds another state than the one that the site shows."""


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
class Hits:
    """The rulings that were found, best first; official before unofficial before digest where they fit alike."""

    ids: Sequence[int] = ()
    scores: Sequence[float] = ()
    # By field and value, how many of them there are.
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@contextmanager
def noting_answers() -> Iterator[set[str]]:
    """By what the searches in the block are answered."""
    noted: set[str] = set()
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def note_answer(by: str) -> None:
    """Say by what a search was answered."""
    if by == UNAVAILABLE:
        suspect.set()
    if (noted := _noted.get()) is not None:
        noted.add(by)


class Engine(Protocol):
    """What our code needs of a Haystack backend, in addition to what Haystack needs.

    What is asked is answered from an index of the very state that the site shows, or with IndexUnavailableError.
    """

    def find(self, request: Request) -> Hits:
        """The rulings that fit best."""

    def key(self) -> str:
        """The state of the site that the index in use holds; empty: none."""

    def holds(self, key: str) -> bool:
        """Whether there is an index of a state of the site, in use or in memory."""

    def is_readable(self) -> bool:
        """Whether there is an index that can be read, from where it is kept: nothing that is remembered counts."""

    def trace(self) -> Hashable:
        """Changes when what is kept of the index in use changes; cheap to ask for."""

    def vocabulary(self) -> Vocabulary:
        """Every word of the rulings, with in how many of them it is."""

    def names(self, kind: str) -> NameIndex:
        """The names of the cards, or the titles of the rulings, that the site shows."""

    def card_terms(self) -> Lists:
        """By stem, the cards that have it in what they say now."""

    def replace(self, index: Any, parts: Iterable[tuple[int, Iterable[Any]]], *, before: str, after: str) -> bool:
        """In one batch, replace what belongs to each document by these objects.

        False: the index does not hold the state before any more, and has to be rebuilt.
        """

    def rebuild(self, index: Any, objects: Iterable[Any], *, key: str) -> None:
        """Build a new index next to the live one, then swap."""


def engine() -> Engine:
    """The engine that SEARCH_URL names."""
    backend: Engine = connections["default"].get_backend()
    return backend
