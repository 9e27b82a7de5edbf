"""What every engine keeps next to its postings: the words and names of the site, and what cards say; loaded once for
each state."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Generic, TypeVar

import orjson

from rulings.models import ShownCard, ShownRuling
from rulings.read_model.cards import says_now
from rulings.read_model.state import forget, recall, remembered, site_state
from rulings.search.analysis import terms_of
from rulings.search.arrays import Array, Lists
from rulings.search.engine import IndexUnavailableError
from rulings.search.names import NameIndex
from rulings.search.spelling import Vocabulary

NAMES, TERMS = "names", "cards"
# What the place of the index of a state is remembered as.
PLACE = "place"
Place = TypeVar("Place")
Value = TypeVar("Value")


class Companions(Generic[Place]):
    """Reads what lies next to the index of the state that the site shows, wherever an engine keeps it."""

    def name(self) -> str:
        """By what this index is told from others in the memory of a process."""
        raise NotImplementedError

    def key(self) -> str:
        """The state of the site that the index in use holds; empty: none."""
        raise NotImplementedError

    def require(self, key: str) -> Place:
        """The place of the index in use, which must hold a state."""
        raise NotImplementedError

    def words_in(self, place: Place) -> Counter[str]:
        """The words that are kept in a place."""
        raise NotImplementedError

    def arrays_in(self, place: Place, what: str) -> dict[str, Array]:
        """The names, or the terms of cards, that are kept in a place."""
        raise NotImplementedError

    def holds(self, key: str) -> bool:
        """Whether there is an index of a state of the site, in use or in memory."""
        return recall((self.name(), PLACE), key) is not None or self.key() == key

    def place_of(self, key: str) -> Place:
        """The place of an index that holds a state."""
        return remembered((self.name(), PLACE), key, lambda: self.require(key))

    def forget_place(self) -> None:
        """Look for the index again: somebody may have built another one."""
        forget((self.name(), PLACE))

    def vocabulary(self) -> Vocabulary:
        """Every word of the rulings, with in how many of them it was when they were last indexed."""
        return self.kept("words", lambda place: Vocabulary(self.words_in(place)))

    def names(self, kind: str) -> NameIndex:
        """The names of the cards, or the titles of the rulings, that the site shows."""
        return self.kept(kind, lambda place: NameIndex.load(kind, self.arrays_in(place, NAMES)))

    def card_terms(self) -> Lists:
        """By stem, the cards that have it in what they say now."""
        return self.kept("card terms", lambda place: Lists.load("terms", self.arrays_in(place, TERMS)))

    def can_be_read(self, place: Place) -> bool:
        """Whether the companions in a place can be read, past what is remembered."""
        try:
            names = self.arrays_in(place, NAMES)
            Vocabulary(self.words_in(place))
            NameIndex.load("card", names)
            NameIndex.load("title", names)
            Lists.load("terms", self.arrays_in(place, TERMS))
        except Exception:
            return False
        return True

    def kept(self, what: str, load: Callable[[Place], Value]) -> Value:
        """Something of the index, loaded once for each state by all threads of a process."""
        key = site_state().key
        place = self.place_of(key)
        try:
            return remembered((self.name(), what), key, lambda: load(place))
        except Exception as error:
            # Files that are not what they should be fail in many ways; somebody may have built the index again.
            self.forget_place()
            if self.place_of(key) != place:
                return self.kept(what, load)
            raise IndexUnavailableError(f"the index in {place} cannot be read ({error!r})") from error


def names_to_keep() -> dict[str, Array]:
    """The names that the site shows, as arrays."""
    cards = ShownCard.objects.order_by("set_order", "is_unnumbered", "number_order", "pk")
    titled = ShownRuling.objects.filter(kind__in=["clarification", "question"]).order_by("document_id", "position")
    names = {
        "card": NameIndex.of(cards.values_list("folded_name", "pk", "game__slug")),
        "title": NameIndex.of(titled.values_list("title", "pk", "game__slug")),
    }
    return {name: array for kind, one in names.items() for name, array in one.arrays(kind).items()}


def terms_to_keep() -> dict[str, Array]:
    """By stem, the cards that have it in what they say now, as arrays."""
    terms: dict[str, list[int]] = defaultdict(list)
    for pk, first, record in ShownCard.objects.order_by("pk").values_list("pk", "first_printing", "record"):
        # Of several printings of one card, the first stands for all.
        if pk == first:
            for term in set(terms_of(says_now(orjson.loads(record)))):
                terms[term].append(pk)
    return Lists.of(terms).arrays("terms")


def cards_digest() -> str:
    """Changes with what any card says: the terms of cards need not be made again while it stays the same."""
    digests = "".join(ShownCard.objects.order_by("pk").values_list("digest", flat=True))
    return hashlib.blake2b(digests.encode(), digest_size=16).hexdigest()
