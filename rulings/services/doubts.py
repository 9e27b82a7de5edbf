"""What there is to decide about a draft, and what the rules look at that find it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from importers.records import ParsedRuling
from importers.resolving import Catalogue, SetName
from rulings.models import Edition
from rulings.services.ours import keys_of
from rulings.services.reconciling import Plan, PlannedChange
from rulings.services.stopping import Stop
from rulings.services.telling_apart import Parts

# Text with mistakes: nothing is decided about that, it is put right.
MISTAKE = "mistake"


@dataclass(frozen=True)
class Alarm:
    """One thing to decide."""

    kind: str
    # What it is known by within its kind.
    about: str
    message: str
    # The changes that it is about: to decide them is to decide it.
    changes: Sequence[str] = ()
    # What a misprinted name most likely means: of a card, set or pack.
    meant: dict[str, str] = field(default_factory=dict)
    # Where it is to be seen: the place of a ruling in the draft.
    index: int | None = None

    @property
    def key(self) -> str:
        return f"alarm:{self.kind}:{self.about}"[:300]


@dataclass(frozen=True)
class Doubtful:
    """What the rules look at."""

    edition: Edition
    parts: Parts
    plan: Plan
    catalogue: Catalogue
    sets: dict[str, SetName]
    stops: Sequence[Stop]

    @cached_property
    def _keys(self) -> dict[int, str]:
        return {id(change): key for key, change in zip(keys_of(self.plan), self.plan.changes, strict=True)}

    @cached_property
    def _places(self) -> dict[int, int]:
        return {id(ruling): place for place, ruling in enumerate(self.parts.edited.rulings)}

    def place_of(self, ruling: ParsedRuling) -> int | None:
        """Where a ruling stands in the draft as its editors left it."""
        return self._places.get(id(ruling))

    def key_of(self, change: PlannedChange) -> str:
        """What a change is known by."""
        return self._keys[id(change)]
