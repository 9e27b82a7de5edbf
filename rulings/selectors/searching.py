"""Search: understands what was typed, asks the index, and the database when the index cannot answer."""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from operator import or_

from django.db.models import Q

from importers.folding import fold, fold_text, fold_title
from importers.vocabulary import is_word
from rulings.models import Alias, Card, CardSet, Change, Document, Edition, Game
from rulings.models.sources import Authority
from rulings.search.analysis import stem, terms_of, words_of
from rulings.search.engine import Hit, IndexUnavailableError, Request, engine
from rulings.search.language import Query, parse
from rulings.search.spelling import closest
from rulings.selectors.jumping import Jump, jumps_for
from rulings.selectors.names import CardNames, card_names
from rulings.selectors.rulings import any_from_digest, with_wording
from rulings.selectors.snippets import Piece, snippet
from rulings.selectors.state import site_state
from rulings.selectors.thesaurus import thesaurus

logger = logging.getLogger(__name__)

PAGE_SIZE = 10
MOST_CARDS = 5
MOST_WORDS = 40
# So many rulings are asked of the engine; beyond them nobody reads on.
MOST_HITS = 100
MOST_LISTED = 1000
# What a word of the thesaurus counts for beside a word that was typed, and what a corrected one.
SYNONYM_WEIGHT = 0.3
CORRECTION_WEIGHT = 1.0
# What is added to the score of a ruling that is about a card, or bears a label, that the search names.
CARD_SCORE = 6.0
LABEL_SCORE = 100.0
# Beyond the first page, a ruling is shown if it fits at least this well, compared with the best one.
FITS = 0.4
# Below this score for each typed word, the best ruling hardly answers the question.
WEAK = 1.2
LABEL = re.compile(r"(?<![\w.])(?:[A-Za-z]{1,2}\.\d+|\d+\.\d+(?:\.\d+)?)(?![\w.])")
FACETS = {"game": "Game", "kind": "Kind", "list_name": "List"}


@dataclass(frozen=True)
class Result:
    """A ruling that was found, with the passage that answers best."""

    change: Change
    passage: list[Piece]
    # The edition it is read in, if not today's.
    at: Edition | None = None


@dataclass(frozen=True)
class FacetValue:
    """How many rulings there are of a game, kind or list."""

    value: str
    name: str
    count: int
    is_chosen: bool


@dataclass(frozen=True)
class Facet:
    field: str
    title: str
    values: list[FacetValue]


@dataclass(frozen=True)
class SearchPage:
    """What was found, and how the search was understood."""

    query: Query
    jumps: list[Jump] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    facets: list[Facet] = field(default_factory=list)
    total: int = 0
    number: int = 1
    size: int = PAGE_SIZE
    suggestion: str = ""
    # Whether what was typed is hardly more than the name of a card.
    is_name: bool = False
    # Whether what was found hardly answers.
    is_weak: bool = False
    index_answered: bool = True

    @property
    def has_digest(self) -> bool:
        return any_from_digest(result.change for result in self.results)

    @property
    def is_unanswered(self) -> bool:
        return not self.query.is_empty and not (self.jumps or self.cards) and (self.is_weak or not self.results)

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def first(self) -> int:
        return (self.number - 1) * self.size + 1

    @property
    def previous(self) -> int:
        return self.number - 1

    @property
    def next(self) -> int:
        return self.number + 1


@dataclass(frozen=True)
class _Sought:
    """A query turned into what the engine is asked for."""

    query: Query
    request: Request
    # The stems of the words that were typed, for marking them.
    terms: tuple[str, ...]
    suggestion: str


def search(
    typed: str, *, game: str = "", kind: str = "", list_name: str = "", number: int = 1, size: int = PAGE_SIZE
) -> SearchPage:
    """The cards and rulings that fit a search best; game, kind and list narrow it further."""
    query = _with_game(parse(typed))
    if query.is_empty:
        return SearchPage(query)
    filters = [pair for pair in (("kind", kind), ("list_name", list_name)) if pair[1]]
    query = replace(query, game=game or query.game, filters=(*query.filters, *filters))
    if query.at:
        return _search_the_past(query, number=number, size=size)
    generation = site_state().generation
    names = card_names(generation)
    cards = _cards_for(query, names)
    misspelt = [] if cards or query.has_fields else names.resembling(query.words)[:MOST_CARDS]
    page = SearchPage(
        query,
        jumps=jumps_for(query.words, generation=generation, game=query.game) if query.words == query.text else [],
        cards=_load_cards(names.cards_of(cards or misspelt), query.game),
        is_name=bool(cards) and set(words_of(query.words)) <= {word for name in cards[:1] for word in name.split()},
        number=number,
        size=size,
    )
    try:
        sought = _understand(query, generation)
        hits = _find(generation, sought.request)
    except IndexUnavailableError as error:
        logger.error("The database is searched instead of the index: %s.", error)
        changes = _ask_database(query)
        results = [Result(change, _passage(change, terms_of(query.text))) for change in changes]
        return replace(page, results=results, total=len(results), index_answered=False)
    found = _with_hits(page, sought, _fitting(sought, hits))
    return replace(found, suggestion=page.cards[0].name) if misspelt and page.cards else found


def find_alike(terms: Sequence[str], *, game: str = "", count: int = 5) -> list[Result]:
    """The rulings that have most of these terms, however little they fit."""
    wanted = tuple((term, 1.0) for term in dict.fromkeys(terms[:MOST_WORDS]))
    filters = (("game", (game,)),) if game else ()
    hits = _find(site_state().generation, Request(wanted=wanted, filters=filters, limit=count))
    return _load(hits, terms)


def nearest(typed: str, *, game: str = "") -> list[Result]:
    """The rulings nearest to a search that found nothing: its words are taken for misspelt ones."""
    vocabulary = engine().vocabulary()
    meant = [closest(word, vocabulary, most=3) or word for word in words_of(typed)]
    return find_alike(terms_of(" ".join(meant)), game=game)


def _with_game(query: Query) -> Query:
    """The query with its game by its slug; what names no game is read as words."""
    if not query.game:
        return query
    wanted = fold_title(query.game)
    for game in Game.objects.all():
        if wanted in {fold_title(game.name), fold_title(game.short_name), fold_title(game.slug)}:
            return replace(query, game=game.slug)
    note = f"there is no game “{query.game}”, so that was read as words"
    return replace(query, words=f"{query.words} {query.game}".strip(), game="", notes=(*query.notes, note))


def _cards_for(query: Query, names: CardNames) -> list[str]:
    """The names of the cards to show above the rulings."""
    if query.has_fields and not query.game:
        return []
    return names.like(query.words)[:MOST_CARDS] or names.within(query.words)[:MOST_CARDS]


def _load_cards(ids: Sequence[int], game: str) -> list[Card]:
    if not ids:
        return []
    cards = Card.objects.filter(pk__in=ids).select_related("card_set__game", "pack")
    if game:
        cards = cards.filter(card_set__game__slug=game)
    by_id = {card.pk: card for card in cards}
    return [by_id[pk] for pk in ids if pk in by_id][:MOST_CARDS]


def _understand(query: Query, generation: int) -> _Sought:
    """What to ask the engine for."""
    names = card_names(generation)
    words = words_of(query.words)[:MOST_WORDS]
    typed = list(dict.fromkeys(terms_of(" ".join(words)))) or [stem(word) for word in words]
    weights = dict.fromkeys(typed, 1.0)
    corrections = _corrections(words, names)
    for right in corrections.values():
        weights.setdefault(stem(right), CORRECTION_WEIGHT)
    corrected = " ".join(corrections.get(word, word) for word in words)
    for term in thesaurus(generation).terms_for(corrected, game=query.game):
        weights.setdefault(term, SYNONYM_WEIGHT)
    named = names.within(corrected) or names.like(query.words)[:2] or names.resembling(query.words)[:1]
    preferred = [("cards", name, CARD_SCORE) for name in named]
    preferred += [("key", label.casefold(), LABEL_SCORE) for label in LABEL.findall(query.words)]
    phrase_terms = tuple(term for phrase in query.phrases for term in terms_of(phrase))
    request = Request(
        wanted=tuple(weights.items()),
        required=phrase_terms,
        excluded=tuple(term for word in query.excluded for term in terms_of(word)),
        filters=tuple(_filters(query, names)),
        preferred=tuple(preferred),
        limit=MOST_HITS if weights or phrase_terms else MOST_LISTED,
    )
    return _Sought(query, request, tuple({*weights, *phrase_terms}), corrected if corrections else "")


def _corrections(words: Sequence[str], names: CardNames) -> dict[str, str]:
    """The words that no ruling, card or dictionary knows, with what was meant."""
    found = {}
    for word in dict.fromkeys(words):
        if word in names.by_word or is_word(word) or engine().knows(word) or any(map(str.isdigit, word)):
            continue
        if right := closest(word, {**engine().vocabulary(), **dict.fromkeys(names.by_word, 1)}):
            found[word] = right
    return found


def _filters(query: Query, names: CardNames) -> Iterable[tuple[str, tuple[str, ...]]]:
    for name, value in query.filters:
        yield name, (value,)
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


@lru_cache(maxsize=2048)
def _find(generation: int, request: Request) -> tuple[Hit, ...]:
    """What the engine finds; asked once for each generation of the site."""
    return tuple(engine().find(request))


def _fitting(sought: _Sought, hits: Sequence[Hit]) -> list[Hit]:
    """The hits that fit well enough, official before unofficial before digest where they fit alike."""
    if not hits:
        return []
    if sought.query.phrases:
        hits = _with_phrases(hits, sought.query.phrases)
    best = max((hit.score for hit in hits), default=0.0)
    weights = {value: weight for weight, value in enumerate(Authority.values)}
    fitting = [hit for place, hit in enumerate(hits) if place < PAGE_SIZE or hit.score >= best * FITS]
    return sorted(fitting, key=lambda hit: (-round(hit.score, 2), weights.get(hit.facets.get("authority", ""), 9)))


def _with_phrases(hits: Sequence[Hit], phrases: Sequence[str]) -> list[Hit]:
    wanted = [f" {fold_text(phrase)} " for phrase in phrases]
    changes = with_wording(Change.objects.filter(pk__in=[hit.id for hit in hits])).in_bulk()
    kept = []
    for hit in hits:
        texts = " ".join(all_texts(changes[hit.id])) if hit.id in changes else ""
        folded = f" {fold_text(texts)} "
        if all(phrase in folded for phrase in wanted):
            kept.append(hit)
    return kept


def all_texts(change: Change) -> list[str]:
    """The wording of a ruling, and that of the digest which sums it up."""
    revisions = [change.revision]
    if summary := getattr(change.revision, "summary", None):
        revisions.append(summary.digest.revision)
    return [part for revision in revisions if revision for part in (revision.title, revision.text)]


def _with_hits(page: SearchPage, sought: _Sought, hits: list[Hit]) -> SearchPage:
    number = min(max(1, page.number), max(1, -(-len(hits) // page.size)))
    shown = hits[(number - 1) * page.size : number * page.size]
    typed = len(terms_of(sought.query.words))
    return replace(
        page,
        results=_load(shown, sought.terms),
        facets=_facets(hits, sought.query),
        total=len(hits),
        number=number,
        suggestion=sought.suggestion,
        is_weak=bool(typed) and (not hits or hits[0].score < WEAK * typed),
    )


def _load(hits: Sequence[Hit], terms: Iterable[str]) -> list[Result]:
    changes = Change.objects.with_ruling().in_bulk([hit.id for hit in hits])
    marked = set(terms)
    found = (changes[hit.id] for hit in hits if hit.id in changes)
    # An index that is behind may know what is no longer in force.
    return [
        Result(change, _passage(change, marked))
        for change in found
        if change.edition_id == change.ruling.document.current_id
    ]


def _passage(change: Change, terms: Iterable[str]) -> list[Piece]:
    text = change.revision.text if change.revision else ""
    return snippet(text, set(terms))


def _facets(hits: Sequence[Hit], query: Query) -> list[Facet]:
    chosen = {"game": query.game, **dict(query.filters)}
    names = dict(Game.objects.values_list("slug", "name"))
    facets = []
    for name, title in FACETS.items():
        counts = Counter(hit.facets[name] for hit in hits if hit.facets.get(name))
        values = [
            FacetValue(value, names.get(value, value), count, chosen.get(name) == value)
            for value, count in counts.most_common()
        ]
        if values:
            facets.append(Facet("list" if name == "list_name" else name, title, values))
    return facets


def _ask_database(query: Query) -> list[Change]:
    """A plain search for words, where there is no index to ask."""
    words = [word for word in words_of(query.text) if stem(word) in terms_of(query.text)][:MOST_WORDS]
    changes = with_wording(Change.objects.in_force())
    if words:
        changes = changes.filter(
            reduce(or_, (Q(revision__text__icontains=word) | Q(revision__title__icontains=word) for word in words))
        )
    if query.game:
        changes = changes.filter(ruling__document__game__slug=query.game)
    return list(changes[: PAGE_SIZE * 2])


def _search_the_past(query: Query, *, number: int, size: int) -> SearchPage:
    """The rulings of the editions of one label, as they stood."""
    editions = Edition.objects.published().filter(slug__iexact=query.at)
    if query.game:
        editions = editions.filter(document__game__slug=query.game)
    terms = set(terms_of(query.text))
    found = []
    shown = Document.objects.shown()
    for change in with_wording(Change.objects.filter(edition__in=editions, ruling__document__in=shown).standing()):
        counts = Counter(term for text in all_texts(change) for term in terms_of(text))
        shared = sum(1 + min(counts[term], 3) / 10 for term in terms if counts[term])
        if shared or not terms:
            found.append((shared, change))
    found.sort(key=lambda pair: (-pair[0], pair[1].position))
    best = found[0][0] if found else 0
    fitting = [change for shared, change in found if shared >= best * 0.5]
    first = (number - 1) * size
    results = [Result(change, _passage(change, terms), at=change.edition) for change in fitting[first : first + size]]
    return SearchPage(query, results=results, total=len(fitting), number=number, size=size)
