"""The vectors of all rulings in force, in one file. A ruling that says something else by now has none.

They are kept as bytes. Where there are many, a question is compared with a sketch of each first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from rulings.search import arrays
from rulings.search.arrays import Array

# Another number for another way of keeping them.
FORMAT = 1
SIZE = 384
# Beyond so many passages, those are compared in full whose sketches fit best.
MANY, LOOKED_AT = 20_000, 4_000
SKETCHED = 64
FINEST = 127.0


@dataclass(frozen=True)
class Nearness:
    """How near rulings are to a question: standard deviations above the average ruling."""

    rulings: Array
    scores: Array


@dataclass(frozen=True)
class Vectors:
    """Passages in the order of their rulings, with what they were made of."""

    rulings: Array
    # Of each passage, by its text; and of the ruling that it belongs to, as it was then.
    marks: Array
    digests: Array
    bytes: Array
    scales: Array

    @classmethod
    def none(cls) -> "Vectors":
        return cls(
            np.zeros(0, np.int64),
            np.zeros(0, "S16"),
            np.zeros(0, "S32"),
            np.zeros((0, SIZE), np.int8),
            np.zeros(0, np.float32),
        )

    @classmethod
    def load(cls, path: Path) -> "Vectors":
        """The vectors of a file; none if there is none, or if it is broken: then they are made again."""
        try:
            stored = arrays.load(path)
            found = cls(**{name: stored[name] for name in ("rulings", "marks", "digests", "bytes", "scales")})
        except Exception:
            return cls.none()
        lengths = {len(found.rulings), len(found.marks), len(found.digests), len(found.bytes), len(found.scales)}
        return found if len(lengths) == 1 and found.bytes.shape[1:] == (SIZE,) else cls.none()

    def save(self, path: Path) -> None:
        """Write them to a file that appears when it is complete."""
        path.parent.mkdir(parents=True, exist_ok=True)
        arrays.save(path, vars_of(self))

    def holding(self, digests: Mapping[int, str]) -> "Vectors":
        """Those of rulings that say what they said when the vectors were made."""
        wanted = [digests.get(ruling, "").encode() for ruling in self.rulings.tolist()]
        kept = self.digests == np.array(wanted, dtype="S32") if wanted else np.zeros(0, bool)
        return Vectors(**{name: array[kept] for name, array in vars_of(self).items()})

    def nearest(self, question: Array) -> Nearness:
        """The rulings that are nearer to a question than the average one, the best passage of each."""
        if not len(self.rulings):
            return Nearness(self.rulings, self.scales)
        places = np.arange(len(self.rulings))
        if len(places) > MANY:
            likely = self._sketches @ (self._sketcher @ question)
            places = np.sort(np.argpartition(-likely, LOOKED_AT)[:LOOKED_AT])
        cosines = (self.bytes[places].astype(np.float32) @ question) * self.scales[places]
        rulings, first = np.unique(self.rulings[places], return_index=True)
        best = np.maximum.reduceat(cosines, first)
        scores = (best - best.mean()) / max(1e-6, float(best.std()))
        return Nearness(rulings[scores > 0], scores[scores > 0])

    @cached_property
    def _sketcher(self) -> Array:
        """The directions in which the vectors differ most."""
        sample = self.bytes[:: max(1, len(self.bytes) // MANY)].astype(np.float32)
        _, directions = np.linalg.eigh(sample.T @ sample)
        chosen: Array = np.ascontiguousarray(directions[:, -SKETCHED:].T.astype(np.float32))
        return chosen

    @cached_property
    def _sketches(self) -> Array:
        stretches = [slice(start, start + MANY) for start in range(0, len(self.bytes), MANY)]
        parts = [(self.bytes[one].astype(np.float32) @ self._sketcher.T) * self.scales[one, None] for one in stretches]
        joined: Array = np.concatenate(parts)
        return joined


def as_bytes(vector: Array) -> tuple[Array, float]:
    """A vector as whole numbers from -127 to 127, and what one of them stands for."""
    scale = max(1e-9, float(np.abs(vector).max())) / FINEST
    return np.round(vector / scale).astype(np.int8), scale


def vars_of(vectors: Vectors) -> dict[str, Array]:
    """Their arrays by name."""
    return {name: getattr(vectors, name) for name in ("rulings", "marks", "digests", "bytes", "scales")}
