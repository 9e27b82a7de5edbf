"""Decides which known card each row of a catalogue is; never by its number alone."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from importers.catalogues import CatalogueCard
from importers.folding import fold_number, fold_title
from rulings.models import Card, CardSet, Pack
from rulings.read_model.same import identities

# "Jogn Legrasse" is "John Legrasse".
ALIKE_NAMES = 0.85


@dataclass
class Matching:
    """Which card a row is, and what is not certain about it."""

    card: Card | None = None
    # Cards that a document made under another set: what is known of them belongs to this one.
    phantoms: list[Card] = field(default_factory=list)
    note: str = ""
    is_ambiguous: bool = False


class Matcher:
    """The known cards of a game, to be asked for the rows of one catalogue; each card is given to one row."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.known: dict[int, Card] = {}
        self._by_id: dict[str, Card] = {}
        self._by_name: dict[tuple[int, str], list[Card]] = defaultdict(list)
        self._by_number: dict[tuple[int, str], list[Card]] = defaultdict(list)
        self._by_title: dict[str, list[Card]] = defaultdict(list)
        self._by_set: dict[int, list[Card]] = defaultdict(list)
        self._given: set[int] = set()
        for card in cards:
            self.add(card)

    def add(self, card: Card) -> None:
        """Make a card known."""
        self.known[card.pk] = card
        if card.external_id:
            self._by_id[card.external_id] = card
        self._by_name[card.card_set_id, card.folded_name].append(card)
        if card.number:
            self._by_number[card.card_set_id, fold_number(card.number)].append(card)
        self._by_title[card.folded_name].append(card)
        self._by_set[card.card_set_id].append(card)

    def with_id(self, external_id: str) -> Card | None:
        """The card of an id."""
        return self._by_id.get(external_id) if external_id else None

    def match(self, row: CatalogueCard, card_set: CardSet, pack: Pack | None, titles: Mapping[str, int]) -> Matching:
        """The card of a row that is not known by its id; `titles`: how often its catalogue has each title."""
        name = fold_title(row.name)
        found = self._free(self._by_name[card_set.pk, name], row)
        chosen = sorted(_narrowed(found, row, pack), key=lambda card: card.pk in self._given)
        in_order = not row.external_id and not _tells_apart(row) and titles[name] >= len(self._by_title[name])
        if len(chosen) == 1 or (chosen and in_order):
            # Rows that nothing tells apart are given to the cards in their order, if there are as many.
            return self._given_to(Matching(chosen[0]))
        if chosen and len(set(identities(chosen, _texts(chosen)).values())) == 1:
            return self._given_to(Matching(chosen[0]))
        if chosen:
            return Matching(note=f"{row.name}: {len(chosen)} cards fit; give its number or subtitle", is_ambiguous=True)
        listed = [card for card in self._by_name[card_set.pk, name] if card.external_id]
        if len(listed) == 1 and not row.external_id:
            said = f"{row.name} has the number {row.number} there, and {listed[0].number or 'none'} here"
            return self._given_to(Matching(listed[0], note=said))
        if row.number and (card := self._misspelt(row, card_set, pack)):
            return self._given_to(Matching(card, note=f"{row.name} is {card.name} here, by its set and number"))
        if not row.external_id and (near := self._near(row, card_set, titles)):
            return Matching(note=f"{row.name} is not a card of {card_set.name}; is it {near.name}?", is_ambiguous=True)
        may_move = titles[name] == 1
        phantoms = [one for one in self._by_title[name] if not one.catalogued and one.card_set_id != card_set.pk]
        others = [one for one in self._by_title[name] if one.catalogued]
        if may_move and row.external_id and len(phantoms) == 1 and not others:
            place = f"{phantoms[0].card_set.name} {phantoms[0].number}".strip()
            return Matching(
                None, phantoms, f"{row.name}: a document names it as {place}; the catalogue has it elsewhere"
            )
        return Matching()

    def _given_to(self, matching: Matching) -> Matching:
        if matching.card:
            self._given.add(matching.card.pk)
        return matching

    def _free(self, cards: Iterable[Card], row: CatalogueCard) -> list[Card]:
        """Cards that no other row has; nor are they another card by their id."""
        return [
            card
            for card in cards
            if not (card.pk in self._given and row.external_id)
            and not (card.external_id and row.external_id and card.external_id != row.external_id)
        ]

    def _near(self, row: CatalogueCard, card_set: CardSet, titles: Mapping[str, int]) -> Card | None:
        """A card of the set that the row may mean by a misspelt name, where no number tells that it is another."""
        name = fold_title(row.name)
        for card in self._by_set[card_set.pk]:
            is_other = row.number and card.number and fold_number(card.number) != fold_number(row.number)
            matcher = SequenceMatcher(None, card.folded_name, name)
            is_near = matcher.real_quick_ratio() >= ALIKE_NAMES and matcher.ratio() >= ALIKE_NAMES
            if is_near and not is_other and card.folded_name not in titles:
                return card
        return None

    def _misspelt(self, row: CatalogueCard, card_set: CardSet, pack: Pack | None) -> Card | None:
        near = [
            card
            for card in self._free(self._by_number[card_set.pk, fold_number(row.number)], row)
            if (pack is None or card.pack_id in (pack.pk, None))
            and SequenceMatcher(None, card.folded_name, fold_title(row.name)).ratio() >= ALIKE_NAMES
        ]
        return near[0] if len(near) == 1 else None


def _texts(cards: Iterable[Card]) -> dict[int, str]:
    """The printed texts of cards, where they are known."""
    return {card.pk: card.printed.text for card in cards if hasattr(card, "printed")}


def _tells_apart(row: CatalogueCard) -> bool:
    """Whether a row says more than a set and a name."""
    return bool(row.number or row.external_id or row.subtitle)


def _narrowed(cards: list[Card], row: CatalogueCard, pack: Pack | None) -> list[Card]:
    """The cards that a row can mean: by pack, number, subtitle and level, as far as both say so."""
    tests: list[Callable[[Card], bool]] = [
        lambda card: pack is None or card.pack_id in (pack.pk, None),
        lambda card: not row.number or not card.number or fold_number(card.number) == fold_number(row.number),
        lambda card: not row.subtitle or not card.subtitle or fold_title(card.subtitle) == fold_title(row.subtitle),
        lambda card: _agree(card.facts.get("level"), row.facts.get("level")),
    ]
    for test in tests:
        cards = [card for card in cards if test(card)]
    exact = [card for card in cards if row.number and fold_number(card.number) == fold_number(row.number)]
    if len(cards) > 1 and not row.number and not row.subtitle:
        # A row that lacks the number means the one card of that name that has one.
        numbered = [card for card in cards if card.number]
        return numbered if len(numbered) == 1 else cards
    named = [card for card in exact or cards if row.subtitle and fold_title(card.subtitle) == fold_title(row.subtitle)]
    return named or exact or cards


def _agree(one: object, other: object) -> bool:
    return one in (None, "") or other in (None, "") or str(one) == str(other)
