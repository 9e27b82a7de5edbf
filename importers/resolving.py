"""Decides which known card or section a reference means: exactly one, several or none; never a guess."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import islice

from importers.folding import fold_number, fold_title
from importers.records import CardCitation

# The "f" of "f110"
PREFIX = re.compile(r"^[a-z]+(?=\d)")


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
    subtitle: str = ""
    level: str = ""
    # What it says, as far as that is known: cards of one name and likeness are printings of one card.
    likeness: str = ""
    # Whether a catalogue lists it that gives its cards ids: such a catalogue has whole sets.
    is_listed: bool = False


# "Nyarlatheotep" is "Nyarlathotep".
ALIKE_NAMES = 0.85


@dataclass(frozen=True)
class Resolution:
    """What a citation turned out to mean; `ids` has one entry when it is resolved."""

    status: Status
    ids: tuple[int, ...] = ()
    # What the citation says that does not fit the card.
    note: str = ""


@dataclass(frozen=True)
class SetName:
    """A set, or a pack within one, by its proper names."""

    set: str
    pack: str = ""


class Catalogue:
    """The cards of one game, to be asked which of them a citation means."""

    def __init__(self, cards: Iterable[KnownCard], *, aliases: Mapping[str, SetName] | None = None) -> None:
        self._by_name: dict[str, list[KnownCard]] = defaultdict(list)
        self._levels: dict[int, str] = {}
        self._names: dict[int, str] = {}
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
        # Its own name is made known before its aliases.
        self._names.setdefault(card.id, card.name)
        if card.level:
            self._levels[card.id] = card.level
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

    def name_of(self, card: int) -> str:
        """What a card is called that has an id."""
        return self._names[card]

    def knows(self, name: str) -> bool:
        """Whether there is a card of that name."""
        return fold_title(name) in self._by_name

    def has_number_like(self, number: str) -> bool:
        """Whether there are cards whose numbers begin with the same letters."""
        prefix = PREFIX.match(fold_number(number))
        return prefix is not None and prefix[0] in self._prefixes

    def at_level(self, ids: Sequence[int], level: str) -> list[int]:
        """Those of some cards that have a level; a card that is named without one has none above zero."""
        fitting = [one for one in ids if self._levels.get(one, "0") == (level or "0")]
        return fitting if fitting or level else list(ids)

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
                return decide([found[0].id])
        return resolution

    def _subtitled(self, citation: CardCitation) -> list[KnownCard]:
        """The cards of a name that is printed with its subtitle: "Jim Culver: Musician"."""
        name, sign, subtitle = citation.name.partition("," if "," in citation.name else ":")
        found = self._by_name.get(fold_title(name), []) if sign else []
        return [card for card in found if fold_title(card.subtitle) == fold_title(subtitle)] or found

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
        named = self._by_name.get(fold_title(citation.name)) or self._subtitled(citation) or self._misprinted(citation)
        found = [card for card in named if not citation.set or _is_in(card, self.place_of(citation))]
        if citation.number:
            same_number = [card for card in found if _bare(card.number) == _bare(citation.number)]
            found = same_number or [card for card in found if not card.number]
        if not any(card.is_listed for card in found) and (corrected := self._corrected(citation, named)):
            return corrected
        if citation.set and not citation.pack and len(found) > 1:
            # The cards of the set itself go before those of its packs.
            found = [card for card in found if not card.pack] or found
        return decide(_one_of_each(found)) if found else Resolution(Status.UNRESOLVED)

    def _corrected(self, citation: CardCitation, named: list[KnownCard]) -> Resolution | None:
        """The one card of a name that a catalogue has, where the citation has its number or its set wrong."""
        listed = [card for card in named if card.is_listed]
        here = [card for card in listed if citation.set and _is_in(card, self.place_of(citation))]
        meant = here if len(here) == 1 else listed if not here else []
        if not meant and not named and citation.number and not citation.set:
            meant = self._alike_and_numbered(citation)
        if len(meant) != 1:
            return None
        card = meant[0]
        place = " ".join(filter(None, (card.pack or card.set, card.number)))
        said = " ".join(filter(None, (citation.pack or citation.set, citation.number)))
        return Resolution(Status.RESOLVED, (card.id,), f"{citation.name} is cited as {said}; the catalogue has {place}")

    def _alike_and_numbered(self, citation: CardCitation) -> list[KnownCard]:
        """The listed cards that have the number of a citation, and nearly its name."""
        matcher = SequenceMatcher(None, "", fold_title(citation.name))
        same_number = (
            card
            for cards in self._by_set.values()
            for card in cards
            if card.is_listed and card.number and _bare(card.number) == _bare(citation.number)
        )
        return [card for card in same_number if _is_alike(card, matcher)]


def _one_of_each(cards: list[KnownCard]) -> list[int]:
    """The ids of cards; of several printings of one card, the first."""
    if len(cards) > 1 and cards[0].likeness and len({card.likeness for card in cards}) == 1:
        return [min(card.id for card in cards)]
    return [card.id for card in cards]


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


def decide(ids: list[int]) -> Resolution:
    """One card or ruling, or several."""
    # A card may be known by several names.
    different = tuple(dict.fromkeys(ids))
    return Resolution(Status.RESOLVED if len(different) == 1 else Status.AMBIGUOUS, different)
