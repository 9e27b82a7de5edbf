"""Decides where a reference in a text leads: to a section, a step of a chart, or a card."""

import re
from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from importers.citations import parse_citation
from importers.folding import fold_title
from importers.records import Kind, ParsedRuling
from importers.resolving import Catalogue, Resolution, Status, decide

# "Step 7 of Skill Test Timing"
STEP_OF = re.compile(r"[Ss]tep (\d+) of ([A-Z][\w’' ]+)")
# The "7" of "ST.7"
LAST_DIGITS = re.compile(r"\d+$")
# "2.11", "ST.3", "B-2"
LABEL = re.compile(r"(?=.*\d)[\w]{1,4}(?:[.\-]\w+)*")


class Target(StrEnum):
    """What a reference can lead to."""

    CARD = "card"
    RULING = "ruling"


class Targets:
    """Everything that a text can refer to: the sections of its own document, the cards of its game, and the steps of
    the charts in all its documents."""

    def __init__(
        self,
        catalogue: Catalogue,
        rulings: Iterable[tuple[int, ParsedRuling]],
        *,
        charted: Iterable[tuple[int, str, str]] = (),
    ) -> None:
        self.catalogue = catalogue
        # (chart, number of the step) → rulings
        self._steps: dict[tuple[str, str], list[int]] = defaultdict(list)
        for ruling_id, chart, key in charted:
            if digits := LAST_DIGITS.search(key):
                self._steps[fold_title(chart), digits[0]].append(ruling_id)
        self._by_key: dict[str, list[int]] = defaultdict(list)
        self._by_title: dict[str, list[int]] = defaultdict(list)
        # A heading → by its place in the outline, the first ruling below it
        self._by_heading: dict[str, dict[tuple[str, ...], int]] = defaultdict(dict)
        for ruling_id, ruling in rulings:
            for level, heading in enumerate(ruling.heading_path, start=1):
                self._by_heading[fold_title(heading)].setdefault(ruling.heading_path[:level], ruling_id)
            if ruling.key:
                self._by_key[ruling.key.casefold()].append(ruling_id)
            if ruling.kind is Kind.CLARIFICATION:
                self._by_title[fold_title(ruling.title)].append(ruling_id)

    def has_step(self, target: str) -> bool:
        """Whether "Step 7 of Skill Test Timing" is the step of a known chart."""
        return self.resolve(target)[1].status is not Status.UNRESOLVED

    def has_key(self, key: str) -> bool:
        """Whether a section or step bears that label."""
        return key.casefold() in self._by_key

    def has_title(self, title: str) -> bool:
        """Whether a section or a heading is so called."""
        return fold_title(title) in self._by_title or fold_title(title) in self._by_heading

    def resolve(self, target: str) -> tuple[Target, Resolution]:
        """What a reference means: a step of a chart, a section by its label, a card, a section by its title, or what
        stands first below a heading."""
        if match := STEP_OF.fullmatch(target):
            steps = self._steps.get((fold_title(match[2]), match[1]))
            return Target.RULING, decide(steps) if steps else Resolution(Status.UNRESOLVED)
        if rulings := self._by_key.get(target.casefold()):
            return Target.RULING, decide(rulings)
        in_catalogue = self.catalogue.resolve_mention(parse_citation(target))
        if in_catalogue.status is not Status.UNRESOLVED:
            return Target.CARD, in_catalogue
        if rulings := self._by_title.get(fold_title(target)):
            return Target.RULING, decide(rulings)
        if headed := self._by_heading.get(fold_title(target)):
            return Target.RULING, decide(list(headed.values()))
        # "2.99" can only be a section; anything else reads as a card's name.
        return Target.RULING if LABEL.fullmatch(target) else Target.CARD, in_catalogue
