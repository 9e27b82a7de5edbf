"""From what was typed to what the engine is asked for: corrections, synonyms, named cards, labels and filters."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from importers.folding import fold, fold_title
from importers.vocabulary import is_common_word, is_word
from rulings.models import Alias, CardSet, Game
from rulings.search.analysis import stem, terms_of, words_of
from rulings.search.engine import Request, engine
from rulings.search.language import Query
from rulings.search.spelling import closest
from rulings.selectors.names import CardNames, card_names
from rulings.selectors.thesaurus import thesaurus

MOST_WORDS = 40
# "warhammer" is enough of a game's name.
SHORTEST_BEGINNING = 4
# So many rulings are asked of the engine, and counted; beyond them nobody reads on.
MOST_HITS = 1000
# What a word of the thesaurus counts for beside a word that was typed, and what a corrected one.
SYNONYM_WEIGHT = 0.3
CORRECTION_WEIGHT = 1.0
# What is added to the score of a ruling of a game, about a card, or with a label, that the search names.
GAME_SCORE = 4.0
CARD_SCORE = 6.0
LABEL_SCORE = 100.0
WORD = re.compile(r"\w+")
# "2.11", "ST.3"
LABEL = re.compile(r"(?<![\w.])(?:[A-Za-z]{1,2}\.\d+|\d+\.\d+(?:\.\d+)?)(?!\w|\.\d)")


@dataclass(frozen=True)
class Sought:
    """A query turned into what the engine is asked for."""

    query: Query
    request: Request
    # The stems of the words that were typed, for marking them.
    terms: tuple[str, ...]
    suggestion: str


def with_game(query: Query) -> Query:
    """The query with its game by its slug; what names no game is read as words."""
    if not query.game:
        return query
    game = game_called(query.game)
    notes = tuple(note for note in query.notes if not note.startswith("in the game"))
    if game:
        return replace(query, game=game.slug, notes=(*notes, f"in the game {game.name}"))
    note = f"there is no game “{query.game}”, so that was read as words"
    return replace(query, words=f"{query.words} {query.game}".strip(), game="", notes=(*notes, note))


def with_doubts(query: Query, generation: int) -> Query:
    """The query with a note on a card or a set that nobody knows."""
    names, doubts = card_names(generation, query.game), []
    if query.card and not (names.like(query.card) or names.resembling(query.card)):
        doubts.append(f"no card “{query.card}” is known")
    if query.card_set and not _sets_called(query.card_set):
        doubts.append(f"no set “{query.card_set}” is known")
    return replace(query, notes=(*query.notes, *doubts))


def game_called(name: str) -> Game | None:
    """The game of a name, short name or slug, or the only one whose name begins so."""
    wanted, games = fold_title(name), list(Game.objects.shown())
    for game in games if wanted else ():
        if wanted in {fold_title(game.name), fold_title(game.short_name), fold_title(game.slug)}:
            return game
    begun = [game for game in games if len(wanted) >= SHORTEST_BEGINNING and fold_title(game.name).startswith(wanted)]
    return begun[0] if len(begun) == 1 else None


def understand(query: Query, generation: int) -> Sought:
    """What to ask the engine for."""
    names = card_names(generation, query.game)
    words = words_of(query.words)[:MOST_WORDS]
    typed = list(dict.fromkeys(terms_of(" ".join(words)))) or [stem(word) for word in words]
    weights = dict.fromkeys(typed, 1.0)
    corrections = _corrections(words, names)
    for right in corrections.values():
        weights.setdefault(stem(right), CORRECTION_WEIGHT)
    corrected = " ".join(corrections.get(word, word) for word in words)
    for term in thesaurus(generation).terms_for(corrected, game=query.game):
        weights.setdefault(term, SYNONYM_WEIGHT)
    numbered = [names.of[pk] for pk in names.numbered(query.words)]
    named = numbered or names.within(corrected) or names.like(query.words)[:2] or names.resembling(query.words)[:1]
    preferred = [("cards", name, CARD_SCORE) for name in named]
    preferred += [("key", label.casefold(), LABEL_SCORE) for label in LABEL.findall(query.words)]
    phrase_terms = tuple(dict.fromkeys(term for phrase in query.phrases for term in terms_of(phrase)))
    for term in phrase_terms:
        weights.setdefault(term, 1.0)
    request = Request(
        wanted=tuple(weights.items()),
        required=phrase_terms,
        filters=tuple(_filters(query, names)),
        preferred=tuple(preferred),
        favoured=tuple(("game", slug, GAME_SCORE) for slug in _games_within(corrected)),
        limit=MOST_HITS,
    )
    return Sought(query, request, tuple(weights), _corrected(query.typed, corrections))


def _corrected(typed: str, corrections: Mapping[str, str]) -> str:
    """What was typed with its slips mended; empty if there are none."""
    if not corrections:
        return ""
    return WORD.sub(lambda word: corrections.get(fold(word[0]), word[0]), typed)


def _games_within(text: str) -> list[str]:
    """The games that a question names: in full, by their short name, or by the first word of their name."""
    words = f" {text} "
    return [
        game.slug
        for game in Game.objects.shown()
        if any(f" {name} " in words for name in (fold(game.name), fold(game.short_name), _own_word(game)) if name)
    ]


def _own_word(game: Game) -> str:
    """The first word of a game's name, if no text would use it otherwise: "warhammer"."""
    first = fold(game.name).split()[0]
    return "" if is_common_word(first) else first


def _corrections(words: Sequence[str], names: CardNames) -> dict[str, str]:
    """The words that no ruling, card or dictionary knows, with what was meant."""
    found, known = {}, engine().vocabulary()
    for word in dict.fromkeys(words):
        if word in names.by_word or word in known or is_word(word) or any(map(str.isdigit, word)):
            continue
        if right := closest(word, {**known, **dict.fromkeys(names.by_word, 1)}):
            found[word] = right
    return found


def _filters(query: Query, names: CardNames) -> Iterable[tuple[str, tuple[str, ...]]]:
    for name in dict.fromkeys(name for name, _ in query.filters):
        yield name, tuple(value for other, value in query.filters if other == name)
    if query.game:
        yield "game", (query.game,)
    if query.card:
        meant = names.like(query.card) or names.resembling(query.card)
        yield "cards", tuple(meant[:1]) or (fold_title(query.card),)
    if query.card_set:
        yield "sets", tuple(_sets_called(query.card_set)) or (fold(query.card_set),)
    if query.section:
        yield "key", (query.section.casefold(),)
    if query.changed:
        yield "changed", (query.changed.casefold(),)


def _sets_called(name: str) -> list[str]:
    """The folded names of the sets of a name, alias or pack."""
    called = set(Alias.objects.filter(folded=fold_title(name)).values_list("card_set__name", flat=True))
    sets = CardSet.objects.filter(Q(name__in=called) | Q(packs__name__iexact=name) | Q(name__iexact=name))
    every = {fold(card_set.name) for card_set in sets}
    every |= {
        fold(one) for one in CardSet.objects.values_list("name", flat=True) if fold_title(one) == fold_title(name)
    }
    return sorted(every)
