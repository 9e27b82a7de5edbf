"""How much two wordings have in common, and so what an edition did to a ruling."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from importers.folding import FUNCTION_WORDS, fold, fold_number
from importers.records import ChangeKind, ParsedRuling, title_of_cards
from importers.references import shown_text
from importers.typography import same_wording

# "lantern", "player’s"
WORD = re.compile(r"\w+(?:[’']\w+)*")
# "**investigator is defeated**"
BOLD = re.compile(r"\*\*(.+?)\*\*")
# "Nearly the same text": a renumbered section in which a word or two changed has still only moved.
NEARLY_THE_SAME = 0.9


def words_of(ruling: ParsedRuling) -> Counter[str]:
    """The words of a ruling's title and text, each with how often it occurs."""
    return Counter(fold(word) for word in WORD.findall(shown_text(f"{ruling.title} {ruling.text}")))


def telling_words_of(ruling: ParsedRuling) -> Counter[str]:
    """The words of a ruling without those that every text has; all of them if there are no others."""
    words = words_of(ruling)
    return Counter({word: count for word, count in words.items() if word not in FUNCTION_WORDS}) or words


def pieces_of(name: str) -> Counter[str]:
    """The runs of three letters in a name."""
    return Counter(name[start : start + 3] for start in range(max(1, len(name) - 2)))


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """From 0, no word in common, to 1, the same words: twice the shared ones over all."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


class WordIndex:
    """Finds the bags of words that share a telling word with another one, without trying them all."""

    COMMON = 0.1
    ALWAYS_KEPT = 20

    def __init__(self, bags: Sequence[Counter[str]]) -> None:
        self._places: dict[str, list[int]] = {}
        for place, bag in enumerate(bags):
            for word in bag:
                self._places.setdefault(word, []).append(place)
        self._most = max(self.ALWAYS_KEPT, int(len(bags) * self.COMMON))

    def candidates(self, bag: Counter[str]) -> set[int]:
        """The places of the bags that share a word which is not in very many of them."""
        found: set[int] = set()
        for word in bag:
            places = self._places.get(word, [])
            if len(places) <= self._most:
                found.update(places)
        return found


def classify(old: ParsedRuling | None, new: ParsedRuling | None, *, exactly: bool = False) -> ChangeKind:
    """What became of a ruling from one edition to another; None stands for its absence.

    Typography is not wording, except where somebody corrects it: then the letters decide, exactly.
    """
    if old is None:
        return ChangeKind.ADDED
    if new is None:
        return ChangeKind.REMOVED
    has_moved = old.key != new.key or not _same_path(old.heading_path, new.heading_path)
    is_reworded = (old.title, old.text) != (new.title, new.text) if exactly else not _say_the_same(old, new)
    is_reworded = is_reworded or _facts(old) != _facts(new)
    if has_moved and (not is_reworded or likeness(words_of(old), words_of(new)) >= NEARLY_THE_SAME):
        return ChangeKind.MOVED
    return ChangeKind.REWORDED if is_reworded else ChangeKind.SAME


def _same_path(old: Sequence[str], new: Sequence[str]) -> bool:
    return list(map(fold, old)) == list(map(fold, new))


def _say_the_same(old: ParsedRuling, new: ParsedRuling) -> bool:
    """Whether only the typography of two rulings' words differs."""
    if not same_wording(old.text, new.text):
        return False
    return same_wording(old.title, new.title) or (_is_titled_by_text(old) and _is_titled_by_text(new))


def _facts(ruling: ParsedRuling) -> ParsedRuling:
    """Everything but the place and the words."""
    cards = tuple(
        replace(card, name=fold(card.name), set=fold(card.set), pack=fold(card.pack), number=fold_number(card.number))
        for card in ruling.cards
    )
    plain = replace(ruling, cards=cards, title=title_of_cards(cards) if ruling.is_headed_by_cards else "-")
    return replace(plain, key="", heading_path=("-",), text="", window_after=fold(ruling.window_after), lines=None)


def _is_titled_by_text(ruling: ParsedRuling) -> bool:
    """Whether a title is not printed, but taken from the text: its first words, or what stands out in it."""
    title = fold(ruling.title.removesuffix(" …"))
    return fold(ruling.text).startswith(title) or title in map(fold, BOLD.findall(ruling.text))
