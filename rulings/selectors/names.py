"""Cards by their names, as people type them: whole, in part, misspelt, or somewhere in a question."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache

from importers.folding import fold, fold_number, fold_title
from importers.references import shown_text
from importers.vocabulary import is_common_word, is_word
from rulings.models import Alias, Card, Change
from rulings.search.analysis import STOP_WORDS

LONGEST_NAME_IN_WORDS = 8
# A name of one word must be this long to be recognised within a question.
SHORTEST_ALONE = 5
LONGEST_MISSPELT = 6
# "F110", "f 110", "core set F110", "CoC F110", "cs 63"; "cs63"; "F110 CoC"
NUMBERS = (
    re.compile(r"(?:(?P<place>.*\S) )??(?P<number>[a-z] ?\d{1,4}|\d{1,4})"),
    re.compile(r"(?P<place>.*?[a-z])(?P<number>\d{1,4})"),
    re.compile(r"(?P<number>[a-z]?\d{1,4}) (?P<place>.+)"),
)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# The names of so many games are remembered; a new generation takes the place of the old.
GAMES_KEPT = 16
# How alike a misspelt name must be.
ALIKE = 0.8


@dataclass
class CardNames:
    """The names of all cards that the site shows."""

    ids: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    of: dict[int, str] = field(default_factory=dict)
    by_word: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    # A set, alias, pack or game, or nothing; and a collector number.
    by_place_and_number: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def within(self, text: str) -> list[str]:
        """The names that a question uses, the longest at each place."""
        words = fold(text).split()
        found: list[str] = []
        index = 0
        while index < len(words):
            for count in range(min(LONGEST_NAME_IN_WORDS, len(words) - index), 0, -1):
                name = fold_title(" ".join(words[index : index + count]))
                if name in self.ids and _is_telling(name):
                    found.append(name)
                    index += count - 1
                    break
            index += 1
        return list(dict.fromkeys(found))

    def like(self, text: str) -> list[str]:
        """The names that a short text could mean: the same, then those that have all its words."""
        wanted = fold_title(text)
        words = [word for word in wanted.split() if word not in STOP_WORDS] or wanted.split()
        if not words or len(words) > LONGEST_NAME_IN_WORDS:
            return []
        exact = [wanted] if wanted in self.ids else []
        return list(dict.fromkeys([*exact, *self._with_words(words)]))

    def _with_words(self, words: list[str]) -> list[str]:
        """Names that have all the words; the last one may be unfinished."""
        *whole, last = words
        finished = {name for word, names in self.by_word.items() if word.startswith(last) for name in names}
        for word in whole:
            finished &= self.by_word.get(word, set())
        return sorted(finished, key=lambda name: (not name.startswith(words[0]), len(name), name))

    def resembling(self, text: str, *, among: Collection[str] | None = None) -> list[str]:
        """The names, of all or of some, that a misspelt one could mean, the likest first."""
        wanted, ratios = fold_title(text), []
        words = wanted.split()
        if len(words) > LONGEST_MISSPELT or (len(words) == 1 and is_word(words[0])):
            return []
        for name in self.ids if among is None else among:
            if abs(len(name) - len(wanted)) > max(3, len(wanted) // 3):
                continue
            matcher = SequenceMatcher(None, wanted, name)
            if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE:
                ratios.append((matcher.ratio(), name))
        return [name for ratio, name in sorted(ratios, reverse=True) if ratio >= ALIKE]

    def cards_of(self, names: Iterable[str]) -> list[int]:
        return [pk for name in names for pk in self.ids.get(name, [])]

    def numbered(self, text: str) -> list[int]:
        """The cards of a collector number, alone ("F110") or behind a set or its alias ("CS 63")."""
        for pattern in NUMBERS:
            if match := pattern.fullmatch(fold(text)):
                place, number = fold_title(match["place"] or ""), fold_number(match["number"])
                if ids := self.by_place_and_number.get((place, number)):
                    return ids
        return []


@lru_cache(maxsize=GAMES_KEPT)
def ruling_titles(generation: int, game: str = "") -> dict[str, list[int]]:
    """The sections and questions in force by their folded titles, of a game or of all, in a generation of the site."""
    titles: dict[str, list[int]] = defaultdict(list)
    titled = Change.objects.in_force().filter(ruling__kind__in=["clarification", "question"])
    if game:
        titled = titled.filter(ruling__document__game__slug=game)
    for pk, title in titled.values_list("pk", "revision__title"):
        titles[fold(shown_text(title))].append(pk)
    return titles


@lru_cache(maxsize=GAMES_KEPT)
def card_names(generation: int, game: str = "") -> CardNames:
    """The names of the cards of a game, or of all, in a generation of the site."""
    names = CardNames()
    aliases: dict[int, list[str]] = defaultdict(list)
    for alias in Alias.objects.all():
        aliases[alias.card_set_id].append(alias.folded)
    rows = Card.objects.shown().in_order()
    if game:
        rows = rows.filter(card_set__game__slug=game)
    fields = ("pk", "folded_name", "number", "card_set_id", "card_set__name", "pack__name")
    games = ("card_set__game__short_name", "card_set__game__name")
    for pk, name, number, set_id, card_set, pack, short_name, game_name in rows.values_list(*fields, *games):
        names.ids[name].append(pk)
        names.of[pk] = name
        for word in name.split():
            names.by_word[word].add(name)
        if number:
            if not number.isdigit():
                # "63" alone is a number of anything.
                names.by_place_and_number["", fold_number(number)].append(pk)
            # "F110", and "110" where the set is named.
            for written in {fold_number(number), fold_number(number).lstrip(LETTERS)}:
                sets = [fold_title(name) for name in (card_set, pack) if name] + aliases[set_id]
                for called in sets:
                    names.by_place_and_number[called, written].append(pk)
                    names.by_place_and_number[f"{fold(short_name)} {called}", written].append(pk)
            for called in {fold(short_name), fold_title(game_name)} - {""}:
                names.by_place_and_number[called, fold_number(number)].append(pk)
    return names


def _is_telling(name: str) -> bool:
    words = name.split()
    if len(words) > 1:
        return any(word not in STOP_WORDS for word in words)
    return len(name) >= SHORTEST_ALONE and not is_common_word(name)
