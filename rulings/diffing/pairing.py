"""Decides which ruling of an old edition each ruling of a new one continues."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Sequence
from difflib import SequenceMatcher

from importers.folding import fold, fold_number
from importers.records import Kind, ParsedRuling
from rulings.diffing.similarity import WordIndex, likeness, pieces_of, telling_words_of

# How alike two rulings must be to be one: when they also bear the same label, when nothing else
# is left that bears it, and when only their words speak for it.
ALIKE_WITH_LABEL = 0.5
ALIKE_WITH_LAST_LABEL = 0.3
ALIKE_WITHOUT_LABEL = 0.6
# Beyond this many candidates with one key, they are paired in their order.
LARGEST_GROUP = 10_000
# "Nyarlatheotep" and "Nyarlathotep" are one card; two cards with the same correction are not.
ALIKE_NAMES = 0.85

IndexPair = tuple[int, int]
Accept = Callable[[int, int], bool]


def pair(
    old: Sequence[ParsedRuling],
    new: Sequence[ParsedRuling],
    *,
    forced: Collection[IndexPair] = (),
    forbidden: Collection[IndexPair] = (),
    by_label_alone: bool = True,
) -> list[IndexPair]:
    """The pairs (index in old, index in new) of rulings that are one; what is in no pair was removed or added.

    The same wording wins over the label, so that an inserted section does not shift all that follow it;
    then the label, the cards, the title and the likeness of the words decide, and at last, where a label has
    no other claimant, a faint likeness.
    """
    return _Pairing(old, new, forbidden=forbidden).run(forced, by_label_alone=by_label_alone)


class _Pairing:
    def __init__(
        self, old: Sequence[ParsedRuling], new: Sequence[ParsedRuling], *, forbidden: Collection[IndexPair]
    ) -> None:
        self.old, self.new = old, new
        self.forbidden = set(forbidden)
        self.old_words = [telling_words_of(ruling) for ruling in old]
        self.new_words = [telling_words_of(ruling) for ruling in new]
        self.open_old = dict.fromkeys(range(len(old)))
        self.open_new = dict.fromkeys(range(len(new)))
        self.pairs: list[IndexPair] = []

    def run(self, forced: Collection[IndexPair], *, by_label_alone: bool) -> list[IndexPair]:
        for one, other in forced:
            self._take(one, other)
        self._match_by(lambda ruling: (nature_of(ruling), ruling.key, ruling.heading_path, ruling.title, ruling.text))
        self._match_by(lambda ruling: (nature_of(ruling), fold(ruling.title), fold(ruling.text)))
        self._match_by(_label, self._alike(ALIKE_WITH_LABEL, or_same_title=True))
        self._match_by(_cards)
        self._match_by(_title)
        self._match_by_words()
        if by_label_alone:
            self._match_by(_label, self._alike(ALIKE_WITH_LAST_LABEL))
        return sorted(self.pairs, key=lambda found: found[1])

    def _take(self, one: int, other: int) -> None:
        if one in self.open_old and other in self.open_new and (one, other) not in self.forbidden:
            del self.open_old[one], self.open_new[other]
            self.pairs.append((one, other))

    def _likeness(self, one: int, other: int) -> float:
        return likeness(self.old_words[one], self.new_words[other])

    def _alike(self, least: float, *, or_same_title: bool = False) -> Accept:
        def accept(one: int, other: int) -> bool:
            if or_same_title and fold(self.old[one].title) == fold(self.new[other].title):
                return True
            return self._likeness(one, other) >= least

        return accept

    def _match_by(self, key: Callable[[ParsedRuling], Hashable | None], accept: Accept | None = None) -> None:
        """Pair the open rulings that have the same key; the most alike first where several have it."""
        groups: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for side, (indexes, rulings) in enumerate(((self.open_old, self.old), (self.open_new, self.new))):
            for index in indexes:
                found = key(rulings[index])
                if found is not None:
                    groups[found][side].append(index)
        for ones, others in groups.values():
            if len(ones) * len(others) > LARGEST_GROUP:
                self._match_best(list(zip(ones, others, strict=False)))
                continue
            self._match_best([(one, other) for one in ones for other in others if accept is None or accept(one, other)])

    def _match_best(self, candidates: list[IndexPair]) -> None:
        if len(candidates) > 1:
            candidates.sort(key=self._rank)
        for one, other in candidates:
            self._take(one, other)

    def _rank(self, candidate: IndexPair) -> tuple[float, bool, bool, int]:
        one, other = candidate
        old, new = self.old[one], self.new[other]
        return -self._likeness(one, other), old.heading_path != new.heading_path, old.key != new.key, abs(one - other)

    def _match_by_words(self) -> None:
        olds = list(self.open_old)
        index = WordIndex([_traits(self.old[one]) for one in olds])
        candidates = [
            (olds[place], other)
            for other in self.open_new
            for place in index.candidates(_traits(self.new[other]))
            if self._could_be_one(olds[place], other)
        ]
        self._match_best(candidates)

    def _could_be_one(self, one: int, other: int) -> bool:
        old, new = self.old[one], self.new[other]
        if nature_of(old) != nature_of(new):
            return False
        if old.is_headed_by_cards:
            alike = SequenceMatcher(None, fold(old.title), fold(new.title)).ratio() >= ALIKE_NAMES
            return alike and not _are_numbered_apart(old, new)
        return self._likeness(one, other) >= ALIKE_WITHOUT_LABEL


def nature_of(ruling: ParsedRuling) -> Hashable:
    """What two rulings must agree in to be one, whatever their words."""
    return ruling.kind, ruling.scope, ruling.list_name, ruling.play_format


def _traits(ruling: ParsedRuling) -> Counter[str]:
    """What two rulings must share to be looked at: words, or pieces of a card's name, which may be misspelt."""
    return pieces_of(fold(ruling.title)) if ruling.is_headed_by_cards else telling_words_of(ruling)


def _are_numbered_apart(old: ParsedRuling, new: ParsedRuling) -> bool:
    """Whether the collector numbers say that two like names are two cards."""
    numbers = [{fold_number(card.number) for card in ruling.cards if card.number} for ruling in (old, new)]
    return all(numbers) and not numbers[0] & numbers[1]


def _label(ruling: ParsedRuling) -> Hashable | None:
    if not ruling.key:
        return None
    # "1" and "2" are in every chart.
    return nature_of(ruling), ruling.key, ruling.heading_path if ruling.kind is Kind.STEP else ""


def _cards(ruling: ParsedRuling) -> Hashable | None:
    if not ruling.is_headed_by_cards:
        return None
    return nature_of(ruling), frozenset(fold(card.name) for card in ruling.cards)


def _title(ruling: ParsedRuling) -> Hashable | None:
    return None if ruling.is_headed_by_cards else (nature_of(ruling), fold(ruling.title))
