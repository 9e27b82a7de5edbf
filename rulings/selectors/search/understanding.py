"""From what was typed to what is asked of the index: fields, corrections, synonyms, named cards and labels; once for
each search."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q
from django.utils.translation import gettext, gettext_noop

from importers.folding import fold, fold_title
from importers.records import Kind, ListName
from importers.vocabulary import is_word
from rulings.models import Alias, CardSet, Document, Edition, ShownCard, Synonym
from rulings.read_model.state import remembered_now
from rulings.search.analysis import stem, terms_of, words_of
from rulings.search.engine import Request, engine
from rulings.search.language import Query, in_the_game, parse
from rulings.search.names import NameIndex
from rulings.search.spelling import closest
from rulings.selectors.search.names import card_names, cards_called, numbered_cards
from rulings.selectors.site.frames import game_called, game_names, games_within

MOST_WORDS = 40
# So many cards are shown above the rulings.
MOST_CARDS = 5
# So many rulings are asked of the engine, and counted; nobody reads further.
MOST_HITS = 1000
# What a word of the thesaurus counts for next to a word that was typed, and what a corrected one.
SYNONYM_WEIGHT = 0.3
CORRECTION_WEIGHT = 1.0
# What is added to the score of a ruling of a game, about a card, or with a label, that the search names.
GAME_SCORE = 4.0
CARD_SCORE = 6.0
LABEL_SCORE = 100.0
WORD = re.compile(r"\w+")
# "2.11", "ST.3"
LABEL = re.compile(r"(?<![\w.])(?:[A-Za-z]{1,2}\.\d+|\d+\.\d+(?:\.\d+)?)(?!\w|\.\d)")
# So many words that nobody knows, and more than half of all, are of another language.
FOREIGN = 3
NOT_ENGLISH = gettext_noop("most of these words are in no ruling; if they are not English, try English ones")
# So many words at most make a phrase of the thesaurus.
LONGEST_PHRASE = 4


@dataclass(frozen=True)
class Named:
    """The cards that a text names: by a collector number, by their names, or by names that are misspelt."""

    numbered: tuple[int, ...] = ()
    # Names that the text could mean as a whole, and names that stand somewhere in it.
    like: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    misspelt: tuple[str, ...] = ()
    # The game that the cards are of, if it was chosen.
    game: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return self.like or self.within

    def keys(self) -> list[int]:
        """The cards to show."""
        names = (self.names or self.misspelt)[:MOST_CARDS]
        keys = list(self.numbered) or cards_called(names, game=self.game)
        return keys[:MOST_CARDS]

    def preferred(self) -> Sequence[str]:
        """The names of the cards whose rulings come first."""
        if self.numbered:
            rows = ShownCard.objects.filter(pk__in=self.numbered)
            return list(rows.values_list("folded_name", flat=True))
        return self.within or self.like[:2] or self.misspelt[:1]


@dataclass(frozen=True)
class Understanding:
    """A query, and what the engine is asked for."""

    query: Query
    named: Named
    request: Request
    # The stems of the words that were typed, for marking them.
    terms: tuple[str, ...]
    suggestion: str

    @property
    def is_name(self) -> bool:
        """Whether what was typed is hardly more than the name of a card."""
        if self.named.numbered:
            return True
        names = self.named.names[:1]
        if self.named.misspelt:
            return len(words_of(self.query.words)) <= len(self.named.misspelt[0].split()) + 1
        known = {word for name in names for word in name.split()}
        return bool(names) and all(known & {word, f"{word}s"} for word in words_of(self.query.words))


def read_query(typed: str, *, game: str = "", kind: str = "", list_name: str = "") -> Query:
    """What was typed, within a game, a kind and a list; what cannot be narrowed by is ignored, and a note says so."""
    query = _with_game(parse(typed))
    chosen = game_called(game) if game else ""
    known: dict[str, tuple[str, list[str]]] = {"kind": (kind, list(Kind)), "list_name": (list_name, list(ListName))}
    filters = tuple((name, value) for name, (value, values) in known.items() if value in values)
    unknown = [value for value, values in known.values() if value and value not in values]
    unknown += [game] if game and not chosen else []
    notes = tuple(
        gettext("“%(value)s” cannot be used to narrow a search, and was ignored") % {"value": value}
        for value in unknown
    )
    return replace(query, game=chosen or query.game, filters=(*query.filters, *filters), notes=(*query.notes, *notes))


def cards_named(query: Query, text: str = "") -> Named:
    """The cards that a query names; the text is its words with their slips corrected."""
    names, game = card_names(), query.game
    found = Named(
        tuple(numbered_cards(query.words, game=game)),
        tuple(names.like(query.words, game=game)),
        tuple(names.within(text or query.words, game=game)),
        game=game,
    )
    if found.numbered or found.names:
        return found
    return replace(found, misspelt=tuple(names.resembling(query.words, game=game)))


def understand(query: Query) -> Understanding:
    """What to ask the engine for."""
    names = card_names()
    words = words_of(query.words)
    too_long = (
        (gettext("only the first %(count)s words were read") % {"count": MOST_WORDS},)
        if len(words) > MOST_WORDS
        else ()
    )
    words = words[:MOST_WORDS]
    typed = list(dict.fromkeys(terms_of(" ".join(words)))) or [stem(word) for word in words]
    weights = dict.fromkeys(typed, 1.0)
    unknown = _unknown(words, names)
    is_foreign = len(unknown) >= FOREIGN and len(words) < 2 * len(unknown)
    # Words of another language would be "corrected" into English ones that mean something else.
    corrections = {} if is_foreign else _corrections(unknown, names)
    for right in corrections.values():
        weights.setdefault(stem(right), CORRECTION_WEIGHT)
    corrected = " ".join(corrections.get(word, word) for word in words)
    named = cards_named(query, corrected)
    for term in thesaurus().terms_for(corrected, game=query.game):
        weights.setdefault(term, SYNONYM_WEIGHT)
    phrase_terms = tuple(dict.fromkeys(term for phrase in query.phrases for term in terms_of(phrase)))
    for term in phrase_terms:
        weights.setdefault(term, 1.0)
    # A label of the named game goes before the same label of another.
    of_game = LABEL_SCORE / 2 if LABEL.search(query.words) else GAME_SCORE
    request = Request(
        wanted=tuple(weights.items()),
        required=phrase_terms,
        filters=tuple(_filters(query, names)),
        preferred=tuple(_preferred(query, named)),
        favoured=tuple(("game", slug, of_game) for slug in games_within(corrected)),
        limit=MOST_HITS,
    )
    doubts = (*_doubts(query, names), *((gettext(NOT_ENGLISH),) if is_foreign else ()), *too_long)
    understood = replace(query, notes=(*query.notes, *doubts))
    return Understanding(understood, named, request, tuple(weights), _corrected(query.typed, corrections))


def _with_game(query: Query) -> Query:
    """The query with its game by its slug; what names no game is read as words."""
    if not query.game:
        return query
    slug = game_called(query.game)
    notes = tuple(note for note in query.notes if note != in_the_game(query.game))
    if slug:
        name = next(name for one, name, _ in game_names() if one == slug)
        return replace(query, game=slug, notes=(*notes, in_the_game(name)))
    note = gettext("there is no game “%(game)s”, so that was read as words") % {"game": query.game}
    return replace(query, words=f"{query.words} {query.game}".strip(), game="", notes=(*notes, note))


def _doubts(query: Query, names: NameIndex) -> Iterable[str]:
    """That a card or a set is not known."""
    for card in query.cards:
        if not _cards_called(card, query, names):
            yield gettext("no card “%(card)s” is known") % {"card": card}
    if query.card_set and not _sets_called(query.card_set):
        yield gettext("no set “%(set)s” is known") % {"set": query.card_set}
    if query.changed:
        named = Q(slug__iexact=query.changed) | Q(label__iexact=query.changed)
        for edition in _first_editions(named):
            yield gettext("%(edition)s is the first edition here, so nothing is known to have changed in it") % {
                "edition": edition
            }


def _cards_called(card: str, query: Query, names: NameIndex) -> list[str]:
    """The names that a card can be meant by: its own, or all that have its words; else the one that it resembles."""
    like = names.like(card, game=query.game)
    exact = [name for name in like if name == fold_title(card)]
    return exact or like or names.resembling(card, game=query.game)[:1]


def _preferred(query: Query, named: Named) -> Iterable[tuple[str, str, float]]:
    """The rulings about cards, and with labels, that a search names come first."""
    for name in named.preferred():
        yield "cards", name, CARD_SCORE
    for label in LABEL.findall(query.words):
        yield "key", label.casefold(), LABEL_SCORE


def _corrected(typed: str, corrections: Mapping[str, str]) -> str:
    """What was typed with its slips corrected; empty if there are none."""
    if not corrections:
        return ""
    return WORD.sub(lambda word: corrections.get(fold(word[0]), word[0]), typed)


def _unknown(words: Sequence[str], names: NameIndex) -> list[str]:
    """The words that no ruling, card or dictionary knows."""
    known = engine().vocabulary()
    return [
        word
        for word in dict.fromkeys(words)
        if not (word in known or is_word(word) or names.has_word(word) or any(map(str.isdigit, word)))
    ]


def _corrections(unknown: Sequence[str], names: NameIndex) -> dict[str, str]:
    """Misspelt words with what was meant."""
    known = engine().vocabulary()
    meant = {word: closest(word, known, also=names.words_like(word)) for word in unknown if len(word) > 1}
    return {word: right for word, right in meant.items() if right}


def _first_editions(named: Q) -> Iterable[Edition]:
    """Editions before which none is here."""
    first = Edition.objects.published().filter(named, position=1, document__in=Document.objects.shown())
    return first.select_related("document__game")[:2]


def _filters(query: Query, names: NameIndex) -> Iterable[tuple[str, tuple[str, ...]]]:
    for name in dict.fromkeys(name for name, _ in query.filters):
        yield name, tuple(value for other, value in query.filters if other == name)
    if query.game:
        yield "game", (query.game,)
    for card in query.cards:
        yield "cards", tuple(_cards_called(card, query, names)) or (fold_title(card),)
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


@dataclass
class Thesaurus:
    """Stemmed phrases → (game, or none for all; the terms they stand for)."""

    entries: dict[tuple[str, ...], list[tuple[str | None, tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def terms_for(self, text: str, *, game: str = "") -> Iterator[str]:
        """The terms that a text means in addition to those it uses; with a game, only what holds there."""
        words = [stem(word) for word in fold(text).split()]
        for start in range(len(words)):
            for count in range(1, LONGEST_PHRASE + 1):
                for where, terms in self.entries.get(tuple(words[start : start + count]), ()):
                    if not game or where in (None, game):
                        yield from terms


def thesaurus() -> Thesaurus:
    """The thesaurus as it is now."""
    return remembered_now("thesaurus", _load)


def _load() -> Thesaurus:
    found = Thesaurus()
    for synonym in Synonym.objects.select_related("game"):
        phrase = tuple(stem(word) for word in fold(synonym.phrase).split())
        terms = tuple(term for meaning in synonym.meaning_list for term in terms_of(meaning))
        found.entries[phrase].append((synonym.game.slug if synonym.game else None, terms))
    return found
