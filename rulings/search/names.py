"""Names as people type them: whole, in part, misspelt, or somewhere in a question. Of cards, and of rulings' titles."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from rapidfuzz import fuzz

from importers.folding import LEADING_ARTICLE, fold, fold_title
from importers.vocabulary import is_common_word, is_word
from rulings.search import arrays
from rulings.search.analysis import STOP_WORDS
from rulings.search.arrays import Array, Lists

LONGEST_NAME_IN_WORDS = 8
# A name of one word must be this long to be recognised within a question.
SHORTEST_ALONE = 5
LONGEST_MISSPELT = 6
# How alike a misspelt name must be, in hundredths; and so many are compared letter by letter.
ALIKE = 80.0
MOST_COMPARED = 200
# Of one search, so many names are of use.
MOST = 50


class NameIndex:
    """All names of one kind, and whose they are."""

    def __init__(self, names: Lists, games: Lists, words: Lists, pieces: Lists) -> None:
        # By name, ids; by game, by word and by run of three letters, the places of names.
        self.names, self.games, self.words, self.pieces = names, games, words, pieces

    @classmethod
    def of(cls, rows: Iterable[tuple[str, int, str]]) -> "NameIndex":
        """The index of (folded name, id, game); ids stay in their order."""
        ids: dict[str, list[int]] = defaultdict(list)
        in_games: dict[str, set[str]] = defaultdict(set)
        for name, pk, game in rows:
            ids[name].append(pk)
            in_games[game].add(name)
        places = {name: place for place, name in enumerate(sorted(filter(None, ids)))}
        words: dict[str, list[int]] = defaultdict(list)
        pieces: dict[str, list[int]] = defaultdict(list)
        for name, place in places.items():
            for word in set(name.split()):
                words[word].append(place)
            for piece in _pieces(name):
                pieces[piece].append(place)
        games = {game: sorted(places[name] for name in names if name) for game, names in in_games.items()}
        return cls(Lists.of(ids), Lists.of(games), Lists.of(words), Lists.of(pieces))

    def __contains__(self, name: str) -> bool:
        return self.names.words.find(name) >= 0

    def has_word(self, word: str) -> bool:
        """Whether some name has a word."""
        return self.words.words.find(word) >= 0

    def words_like(self, word: str) -> list[str]:
        """The words of names that begin with the same letter, or with the first two swapped."""
        known = self.words.words
        ranges = (known.starting_with(word[0]), known.starting_with(word[1::-1]))
        return [known[place] for first, end in ranges for place in range(first, end)]

    def ids_of(self, names: Iterable[str]) -> list[int]:
        """Whose some names are."""
        return [int(pk) for name in names for pk in self.names.of_word(name)]

    def within(self, text: str, *, game: str = "") -> list[str]:
        """The names that a question uses, the longest at each place."""
        words = fold(text).split()
        found: list[str] = []
        index = 0
        while index < len(words):
            for count in range(min(LONGEST_NAME_IN_WORDS, len(words) - index), 0, -1):
                name = LEADING_ARTICLE.sub("", " ".join(words[index : index + count]))
                if self._is_in(self.names.words.find(name), game) and is_telling(name):
                    found.append(name)
                    index += count - 1
                    break
            index += 1
        return list(dict.fromkeys(found))

    def like(self, text: str, *, game: str = "") -> list[str]:
        """The names that a short text could mean: the same, then those that have all its words."""
        wanted = fold_title(text)
        words = [word for word in wanted.split() if word not in STOP_WORDS] or wanted.split()
        if not words or len(words) > LONGEST_NAME_IN_WORDS:
            return []
        exact = [wanted] if self._is_in(self.names.words.find(wanted), game) else []
        return list(dict.fromkeys([*exact, *self.with_words(words, game=game)]))

    def with_words(self, words: Sequence[str], *, game: str = "") -> list[str]:
        """Names that have all the words; the last one may be unfinished. Those that begin so come first, then short
        ones."""
        *whole, last = words
        # "roland" is enough of "Roland's".
        wholes = (np.union1d(self.words.of_word(word), self.words.of_word(f"{word}s")) for word in whole)
        lists = [self.words.between(*self.words.words.starting_with(last)), *wholes]
        found = arrays.in_all([*lists, *([self.games.of_word(game)] if game else [])])
        if not len(found):
            return []
        known = self.names.words
        first, end = known.starting_with(words[0])
        begins = (found >= first) & (found < end)
        lengths = np.fromiter((len(known[place]) for place in found), dtype=np.int32, count=len(found))
        order = np.lexsort((found, lengths, ~begins))[:MOST]
        return [known[place] for place in found[order]]

    def resembling(self, text: str, *, game: str = "") -> list[str]:
        """The names that a misspelt one could mean, the most alike first."""
        wanted = fold_title(text)
        words = wanted.split()
        if not words or len(words) > LONGEST_MISSPELT or (len(words) == 1 and is_word(words[0])):
            return []
        shared = np.concatenate([self.pieces.of_word(piece) for piece in _pieces(wanted)])
        places, counts = np.unique(shared, return_counts=True)
        if game:
            inside = np.isin(places, self.games.of_word(game), assume_unique=True)
            places, counts = places[inside], counts[inside]
        if len(places) > MOST_COMPARED:
            best = np.argpartition(-counts, MOST_COMPARED)[:MOST_COMPARED]
            places = places[best]
        names = [self.names.words[place] for place in places]
        ratios = ((fuzz.ratio(wanted, name, score_cutoff=ALIKE), name) for name in names)
        return [name for ratio, name in sorted(ratios, reverse=True) if ratio][:MOST]

    def _is_in(self, place: int, game: str) -> bool:
        """Whether the name in a place is one of a game; or one at all."""
        if place < 0 or not game:
            return place >= 0
        inside: Array = self.games.of_word(game)
        at = int(np.searchsorted(inside, place))
        return at < len(inside) and int(inside[at]) == place

    def arrays(self, kind: str) -> dict[str, Array]:
        """What is stored of it."""
        return {
            **self.names.arrays(f"{kind}_names"),
            **self.games.arrays(f"{kind}_games"),
            **self.words.arrays(f"{kind}_words"),
            **self.pieces.arrays(f"{kind}_pieces"),
        }

    @classmethod
    def load(cls, kind: str, stored: dict[str, Array]) -> "NameIndex":
        """What was stored."""
        return cls(*(Lists.load(f"{kind}_{part}", stored) for part in ("names", "games", "words", "pieces")))


def is_telling(name: str) -> bool:
    """Whether a name can be told from the words of a question."""
    words = name.split()
    if len(words) > 1:
        return any(word not in STOP_WORDS for word in words)
    return len(name) >= SHORTEST_ALONE and not is_common_word(name)


def _pieces(name: str) -> set[str]:
    """The runs of three letters in a name."""
    return {name[start : start + 3] for start in range(max(1, len(name) - 2))}
