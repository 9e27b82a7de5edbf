"""What the site may show, and when: each state is known by the marks of its rulings, which no other state has."""

import random
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock

# "zzqkdmwhtrax": no word of any language, and none that could be taken for a slip of another one.
MARK = r"zz[b-df-hj-np-tv-xz]{14}"


@dataclass(frozen=True)
class State:
    """What is in force: by the label of each ruling, the mark in its text; and the names of the cards."""

    rulings: tuple[tuple[str, str], ...] = ()
    cards: frozenset[str] = frozenset()

    @property
    def marks(self) -> frozenset[str]:
        return frozenset(mark for _, mark in self.rulings)

    def having(self, mark: str) -> frozenset[str]:
        """The labels of the rulings that have a mark."""
        return frozenset(label for label, one in self.rulings if one == mark)


@dataclass
class Reign:
    """From when on a state may have been shown, and until when."""

    state: State
    begins: float
    ends: float | None = None


@dataclass
class Timeline:
    """The states of the site, as those know them who changed it."""

    reigns: list[Reign] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def start(self, state: State, now: float) -> None:
        """The site begins so."""
        self.reigns.append(Reign(state, now))

    def begin(self, state: State, now: float) -> Reign:
        """A change has been sent: from now on its state may be shown, next to the one before."""
        with self._lock:
            reign = Reign(state, now)
            self.reigns.append(reign)
            return reign

    def succeed(self, reign: Reign, now: float) -> None:
        """A change was confirmed: from now on nothing else may be shown."""
        with self._lock:
            for other in self.reigns:
                if other is not reign and other.ends is None:
                    other.ends = now

    def fail(self, reign: Reign) -> None:
        """A change did not happen: its state may never have been shown."""
        with self._lock:
            self.reigns.remove(reign)

    def now(self) -> State:
        """The state that was confirmed last."""
        return next(reign.state for reign in self.reigns if reign.ends is None)

    def possible(self, sent: float, received: float) -> list[State]:
        """The states that may have been shown at some time between."""
        return [
            reign.state
            for reign in self.reigns
            if reign.begins <= received and (reign.ends is None or reign.ends >= sent)
        ]


def new_mark(chance: random.Random) -> str:
    """A mark that no state has had."""
    consonants = "".join(letter for letter in string.ascii_lowercase if letter not in "aeiouy")
    return "zz" + "".join(chance.choices(consonants, k=14))


def edition_of(mark: str, labels: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The rulings of a new edition: all have its mark."""
    return tuple((label, mark) for label in labels)


def house_text(game: str, edition: str, rulings: Iterable[tuple[str, str]]) -> str:
    """An edition in the house format."""
    head = f"---\ngame: {game}\ndocument: FAQ\nedition: {edition}\nauthority: official\n---\n# Rules\n"
    return head + "".join(
        f"#### ({label}) Section {label}\nA lamp of this section burns as {mark} says, and never longer than a dusk.\n"
        for label, mark in rulings
    )


def corrected(rulings: tuple[tuple[str, str], ...], label: str, mark: str) -> tuple[tuple[str, str], ...]:
    """The same with another mark in one ruling."""
    return tuple((one, mark if one == label else old) for one, old in rulings)


def as_state(rulings: Mapping[str, str], cards: Iterable[str] = ()) -> State:
    """A state as it was read."""
    return State(tuple(sorted(rulings.items(), key=lambda pair: _order(pair[0]))), frozenset(cards))


def _order(label: str) -> tuple[int, ...]:
    return tuple(int(part) for part in label.split("."))
