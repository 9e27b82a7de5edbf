"""Decides which known card or section a reference means: exactly one, several or none; never a guess."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import islice

from importers.citations import parse_citation
from importers.folding import fold_number, fold_title
from importers.records import CardCitation, Kind, ParsedRuling

# "Step 7 of Skill Test Timing"
STEP_OF = re.compile(r"[Ss]tep (\d+) of ([A-Z][\w’' ]+)")
# The "7" of "ST.7"
LAST_DIGITS = re.compile(r"\d+$")
# The "f" of "f110"
PREFIX = re.compile(r"^[a-z]+(?=\d)")
# "2.11", "ST.3", "B-2"
LABEL = re.compile(r"(?=.*\d)[\w]{1,4}(?:[.\-]\w+)*")


class Status(StrEnum):
    RESOLVED = "resolved"
    AMBIGUOUS = "ambiguous"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True)
class KnownCard:
    """A card of the catalogue, with the id that the caller knows it by."""

    id: int
    name: str
    set: str
    pack: str = ""
    number: str = ""


# "Nyarlatheotep" is "Nyarlathotep".
ALIKE_NAMES = 0.85


@dataclass(frozen=True)
class Resolution:
    """What a citation turned out to mean; `ids` has one entry when it is resolved."""

    status: Status
    ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class SetName:
    """A set, or a pack within one, by its proper names."""

    set: str
    pack: str = ""


class Catalogue:
    """The cards of one game, to be asked which of them a citation means."""

    def __init__(self, cards: Iterable[KnownCard], *, aliases: Mapping[str, SetName] | None = None) -> None:
        self._by_name: dict[str, list[KnownCard]] = defaultdict(list)
        self._by_set: dict[str, list[KnownCard]] = defaultdict(list)
        self._sets: dict[str, SetName] = {}
        # The letters that collector numbers begin with: the "f" of "F110".
        self._prefixes: set[str] = set()
        # Misprinted names are looked for once: by name, set and number.
        self._guessed: dict[tuple[str, str, str], list[KnownCard]] = {}
        for alias, meant in (aliases or {}).items():
            self._sets[fold_title(alias)] = meant
        for card in cards:
            self.add(card)

    def add(self, card: KnownCard) -> None:
        """Make a card known."""
        self._by_name[fold_title(card.name)].append(card)
        self._by_set[fold_title(card.set)].append(card)
        if card.pack:
            self._sets.setdefault(fold_title(card.pack), SetName(card.set, card.pack))
        self._sets[fold_title(card.set)] = SetName(card.set)
        self._guessed.clear()
        if prefix := PREFIX.match(fold_number(card.number)):
            self._prefixes.add(prefix[0])

    def find_set(self, name: str) -> SetName | None:
        """The set or pack of that name or alias."""
        return self._sets.get(fold_title(name))

    def names_in(self, set_name: str) -> list[str]:
        """The names of the cards of a set; of all cards if it has none."""
        own = self._by_set.get(fold_title(set_name), [])
        return [card.name for card in own] or [cards[0].name for cards in self._by_name.values()]

    def knows(self, name: str) -> bool:
        """Whether there is a card of that name."""
        return fold_title(name) in self._by_name

    def has_number_like(self, number: str) -> bool:
        """Whether there are cards whose numbers begin with the same letters."""
        prefix = PREFIX.match(fold_number(number))
        return prefix is not None and prefix[0] in self._prefixes

    def place_of(self, citation: CardCitation) -> SetName:
        """The set and pack that a citation names, by their proper names where they are known."""
        meant = self.find_set(citation.set) or SetName(citation.set)
        if not citation.pack:
            return meant
        pack = self.find_set(citation.pack)
        is_known = pack is not None and pack.pack and fold_title(pack.set) == fold_title(meant.set)
        return SetName(meant.set, pack.pack if pack and is_known else citation.pack)

    def resolve_mention(self, citation: CardCitation) -> Resolution:
        """As `resolve`; but where set or number are misprinted, a name that only one card has is enough."""
        resolution = self.resolve(citation)
        if resolution.status is Status.UNRESOLVED:
            found = self._by_name.get(fold_title(citation.name)) or self._subtitled(citation)
            if len(found) == 1:
                return _decide([found[0].id])
        return resolution

    def _subtitled(self, citation: CardCitation) -> list[KnownCard]:
        """The cards of a name that is printed with its subtitle: "Cthulhu, The Great Old One"."""
        name, comma, _ = citation.name.partition(",")
        return self._by_name.get(fold_title(name), []) if comma else []

    def _misprinted(self, citation: CardCitation) -> list[KnownCard]:
        """The one card of the named set whose name is nearly the printed one, or begins it and has its number."""
        if not citation.set:
            return []
        printed, set_name = fold_title(citation.name), fold_title(self.place_of(citation).set)
        key = printed, set_name, citation.number
        if key not in self._guessed:
            # It prepares its second text once for all the names that are compared with it.
            matcher = SequenceMatcher(None, "", printed)
            in_set = self._by_set.get(set_name, [])
            alike = (card for card in in_set if _is_alike(card, matcher) or _is_begun_by(citation, card))
            # Two are enough to know that it is not one.
            first_two = list(islice(alike, 2))
            self._guessed[key] = first_two if len(first_two) == 1 else []
        return self._guessed[key]

    def resolve(self, citation: CardCitation) -> Resolution:
        """The card that a citation means, when only one can be meant."""
        found = self._by_name.get(fold_title(citation.name)) or self._subtitled(citation) or self._misprinted(citation)
        if citation.set:
            found = [card for card in found if _is_in(card, self.place_of(citation))]
        if citation.number:
            same_number = [card for card in found if _bare(card.number) == _bare(citation.number)]
            found = same_number or [card for card in found if not card.number]
        return _decide([card.id for card in found]) if found else Resolution(Status.UNRESOLVED)


def _bare(number: str) -> str:
    """A collector number without the letter of its set: "F7" and "7" are one."""
    return PREFIX.sub("", fold_number(number))


def _is_alike(card: KnownCard, matcher: "SequenceMatcher[str]") -> bool:
    matcher.set_seq1(fold_title(card.name))
    estimates = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(estimate() >= ALIKE_NAMES for estimate in estimates)


def _is_begun_by(citation: CardCitation, card: KnownCard) -> bool:
    """Whether a card is printed with its subtitle: "Yog-Sothoth Lord of Time and Space (The Yuggoth Contract F99)"."""
    begins = fold_title(citation.name).startswith(f"{fold_title(card.name)} ")
    return begins and bool(card.number) and _bare(card.number) == _bare(citation.number)


def _is_in(card: KnownCard, meant: SetName) -> bool:
    same_set = fold_title(card.set) == fold_title(meant.set)
    return same_set and (not meant.pack or not card.pack or fold_title(card.pack) == fold_title(meant.pack))


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
            return Target.RULING, _decide(steps) if steps else Resolution(Status.UNRESOLVED)
        if rulings := self._by_key.get(target.casefold()):
            return Target.RULING, _decide(rulings)
        in_catalogue = self.catalogue.resolve_mention(parse_citation(target))
        if in_catalogue.status is not Status.UNRESOLVED:
            return Target.CARD, in_catalogue
        if rulings := self._by_title.get(fold_title(target)):
            return Target.RULING, _decide(rulings)
        if headed := self._by_heading.get(fold_title(target)):
            return Target.RULING, _decide(list(headed.values()))
        # "2.99" can only be a section; anything else reads as a card's name.
        return Target.RULING if LABEL.fullmatch(target) else Target.CARD, in_catalogue


def _decide(ids: list[int]) -> Resolution:
    # A card may be known by several names.
    different = tuple(dict.fromkeys(ids))
    return Resolution(Status.RESOLVED if len(different) == 1 else Status.AMBIGUOUS, different)
