"""Sorted words and what belongs to each of them, as arrays: loaded in no time, looked up without a scan."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class Words:
    """Sorted words, kept as one text with a line for each."""

    def __init__(self, text: Array) -> None:
        written = text.tobytes().decode()
        self.words = written.split("\n") if written else []
        self._places = {word: place for place, word in enumerate(self.words)}

    @classmethod
    def of(cls, words: Iterable[str]) -> "Words":
        """Words that are sorted already; none of them is empty."""
        return cls(np.frombuffer("\n".join(words).encode(), dtype=np.uint8))

    def __getitem__(self, place: int) -> str:
        return self.words[place]

    def find(self, word: str) -> int:
        """The place of a word; -1 if it is not among them."""
        return self._places.get(word, -1)

    def starting_with(self, beginning: str) -> tuple[int, int]:
        """From which place to which the words begin so."""
        first = bisect_left(self.words, beginning)
        return first, bisect_left(self.words, f"{beginning}\U0010ffff", first)

    def as_array(self) -> Array:
        """What is stored of them."""
        return np.frombuffer("\n".join(self.words).encode(), dtype=np.uint8)


class Lists:
    """Sorted words, each with a list of numbers."""

    def __init__(self, words: Words, starts: Array, numbers: Array) -> None:
        self.words, self.starts, self.numbers = words, starts, numbers

    @classmethod
    def of(cls, entries: Mapping[str, Sequence[int]]) -> "Lists":
        """The lists of some words."""
        words = sorted(word for word in entries if word)
        starts = np.zeros(len(words) + 1, dtype=np.int64)
        np.cumsum([len(entries[word]) for word in words], out=starts[1:])
        numbers = np.fromiter((number for word in words for number in entries[word]), dtype=np.int64, count=starts[-1])
        return cls(Words.of(words), starts, numbers)

    def at(self, place: int) -> Array:
        """The numbers of the word in a place."""
        return self.numbers[self.starts[place] : self.starts[place + 1]]

    def of_word(self, word: str) -> Array:
        """The numbers of a word; none, if it is not known."""
        place = self.words.find(word)
        return self.at(place) if place >= 0 else self.numbers[:0]

    def between(self, first: int, end: int) -> Array:
        """The numbers of all words from one place to another, each once."""
        return np.unique(self.numbers[self.starts[first] : self.starts[end]])

    def arrays(self, name: str) -> dict[str, Array]:
        """What is stored of them, under names that begin so."""
        return {
            f"{name}_text": self.words.as_array(),
            f"{name}_starts": self.starts,
            f"{name}_numbers": self.numbers,
        }

    @classmethod
    def load(cls, name: str, arrays: Mapping[str, Array]) -> "Lists":
        """What was stored."""
        return cls(Words(arrays[f"{name}_text"]), arrays[f"{name}_starts"], arrays[f"{name}_numbers"])


def save(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write arrays to a file that appears when it is complete."""
    fresh = path.with_suffix(f".{id(arrays)}.part")
    with fresh.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    fresh.replace(path)


def load(file: Path | BytesIO) -> dict[str, Array]:
    """The arrays of a file; not mapped into memory, where a file that is cut short would kill the process."""
    with np.load(file, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}


def to_bytes(arrays: Mapping[str, Array]) -> bytes:
    """Arrays as the bytes of a file, compressed."""
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def from_bytes(stored: bytes) -> dict[str, Array]:
    """What was stored as bytes."""
    return load(BytesIO(stored))


def in_all(lists: Iterable[Array]) -> Array:
    """The numbers that are in all of some sorted lists."""
    found: Array | None = None
    for numbers in lists:
        found = numbers if found is None else np.intersect1d(found, numbers, assume_unique=True)
    return found if found is not None else np.zeros(0, dtype=np.int64)
