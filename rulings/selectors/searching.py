"""Search: asks the index, and the database when the index cannot answer."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from operator import and_, or_

from django.db.models import Q

from rulings.models import Card, Change, Game, Ruling
from rulings.models.sources import Authority
from rulings.search.analysis import stem, terms_of, words_of
from rulings.search.engine import FACETS as ENGINE_FACETS
from rulings.search.engine import Hit, IndexUnavailableError, Request, engine
from rulings.search.language import Query, parse, without_phrases
from rulings.search.spelling import closest
from rulings.selectors.found import PAGE_SIZE, Facet, FacetValue, Result, SearchPage, all_texts, passage_of, says_so
from rulings.selectors.jumping import jumps_for
from rulings.selectors.names import CardNames, card_names
from rulings.selectors.past import narrowing, search_the_past
from rulings.selectors.rulings import with_wording
from rulings.selectors.state import site_state
from rulings.selectors.understanding import (
    MOST_HITS,
    MOST_WORDS,
    Sought,
    game_called,
    understand,
    with_doubts,
    with_game,
)

logger = logging.getLogger(__name__)

MOST_CARDS = 5
# Below this score for each typed word, the best ruling hardly answers the question.
WEAK = 1.2
FACETS = {"game": "Game", "kind": "Kind", "list_name": "List"}
PAGES_KEPT = 512
LONGEST_KEPT = 50


def search(
    typed: str, *, game: str = "", kind: str = "", list_name: str = "", number: int = 1, size: int = PAGE_SIZE
) -> SearchPage:
    """The cards and rulings that fit a search best; game, kind and list narrow it further."""
    query = _narrowed(with_game(parse(typed)), game=game, kind=kind, list_name=list_name)
    if query.is_empty:
        return SearchPage(query)
    if query.at:
        return search_the_past(query, number=number, size=size)
    generation = site_state().generation
    # Long pages, which only programs ask for, are too large to be remembered.
    answer = _answer if size <= LONGEST_KEPT else _answer.__wrapped__
    try:
        page = answer(generation, engine().state(), query, number, size)
        if query.phrases and not page.results:
            # A player quotes a card from memory: its words may be right where the phrase is not.
            page = answer(generation, engine().state(), without_phrases(query), number, size)
        # What is published is in the index a moment later.
        return replace(page, is_behind=engine().is_behind(generation))
    except IndexUnavailableError as error:
        logger.error("The database is searched instead of the index: %s.", error)
    return _ask_database(_named(generation, query, number, size))


def _narrowed(query: Query, *, game: str, kind: str, list_name: str) -> Query:
    """The query within a game, a kind and a list; what is none of these is ignored, and a note says so."""
    chosen = game_called(game) if game else None
    known = {"kind": (kind, Ruling.Kind.values), "list_name": (list_name, Ruling.ListName.values)}
    filters = tuple((name, value) for name, (value, values) in known.items() if value in values)
    unknown = [value for value, values in known.values() if value and value not in values]
    unknown += [game] if game and not chosen else []
    notes = tuple(f"“{value}” is nothing to narrow a search by, and was ignored" for value in unknown)
    return replace(
        query,
        game=chosen.slug if chosen else query.game,
        filters=(*query.filters, *filters),
        notes=(*query.notes, *notes),
    )


@lru_cache(maxsize=PAGES_KEPT)
def _answer(generation: int, index_state: str, query: Query, number: int, size: int) -> SearchPage:
    """A page of results; worked out once for each state of the site and its index."""
    page = _named(generation, with_doubts(query, generation), number, size)
    sought = understand(query, generation)
    found = _with_hits(page, sought, _fitting(sought, _hits(sought)))
    if found.suggestion and not page.jumps:
        found = replace(found, jumps=jumps_for(found.suggestion, generation=generation, game=query.game))
    return replace(found, suggestion=page.suggestion or found.suggestion)


def _named(generation: int, query: Query, number: int, size: int) -> SearchPage:
    """What a search names outright: pages, and cards."""
    names = card_names(generation, query.game)
    numbered = [] if query.has_fields and not query.game else names.numbered(query.words)[:MOST_CARDS]
    cards = [] if numbered else _cards_for(query, names)
    misspelt = [] if numbered or cards or query.has_fields else names.resembling(query.words)[:MOST_CARDS]
    shown = _load_cards(numbered or names.cards_of(cards or misspelt))
    return SearchPage(
        query,
        jumps=jumps_for(query.words, generation=generation, game=query.game) if query.words == query.text else [],
        cards=shown,
        is_name=bool(numbered) or _is_within(query.words, cards[:1]),
        suggestion=shown[0].name if misspelt and shown else "",
        number=number,
        size=size,
    )


def find_alike(terms: Sequence[str], *, game: str = "", count: int = 5) -> list[Result]:
    """The rulings that have most of these terms, however little they fit."""
    wanted = tuple((term, 1.0) for term in dict.fromkeys(terms[:MOST_WORDS]))
    filters = (("game", (game,)),) if game else ()
    request = Request(wanted=wanted, filters=filters, limit=count)
    return _load(_find(engine().state(), request), terms)


def nearest(typed: str, *, game: str = "") -> list[Result]:
    """The rulings nearest to a search that found nothing: its words are taken for misspelt ones."""
    try:
        vocabulary = engine().vocabulary()
        meant = [closest(word, vocabulary, most=3) or word for word in words_of(typed)]
        return find_alike(terms_of(" ".join(meant)), game=game)
    except IndexUnavailableError:
        return []


def _cards_for(query: Query, names: CardNames) -> list[str]:
    """The names of the cards to show above the rulings."""
    if query.has_fields and not query.game:
        return []
    return names.like(query.words)[:MOST_CARDS] or names.within(query.words)[:MOST_CARDS]


def _is_within(text: str, names: Sequence[str]) -> bool:
    """Whether a text has no words but those of a name."""
    return bool(names) and set(words_of(text)) <= {word for name in names for word in name.split()}


def _load_cards(ids: Sequence[int]) -> list[Card]:
    if not ids:
        return []
    by_id = Card.objects.select_related("card_set__game", "pack").in_bulk(ids[:MOST_CARDS])
    return [by_id[pk] for pk in ids[:MOST_CARDS] if pk in by_id]


@lru_cache(maxsize=PAGES_KEPT)
def _find(index_state: str, request: Request) -> tuple[Hit, ...]:
    """What the engine finds; asked once for each state of the index."""
    return tuple(engine().find(request))


def _hits(sought: Sought) -> Sequence[Hit]:
    """What the engine finds; a phrase of words that are in every text, like "you may", is asked of the database."""
    request = sought.request
    if request.wanted or request.preferred or request.filters or not sought.query.phrases:
        return engine().find(request)
    saying = Change.objects.in_force().filter(
        reduce(and_, (Q(revision__text__icontains=phrase) for phrase in sought.query.phrases))
    )
    fields = ("pk", "ruling__document__game__slug", "ruling__kind", "ruling__list_name", "revision__authority")
    return [Hit(pk, 0.0, dict(zip(ENGINE_FACETS, facets, strict=True))) for pk, *facets in saying.values_list(*fields)]


def _fitting(sought: Sought, hits: Sequence[Hit]) -> list[Hit]:
    """The hits that say what was quoted, official before unofficial before digest where they fit alike."""
    if sought.query.phrases or sought.query.excluded:
        changes = with_wording(Change.objects.all()).in_bulk([hit.id for hit in hits])
        hits = [hit for hit in hits if hit.id in changes and says_so(all_texts(changes[hit.id]), sought.query)]
    weights = {value: weight for weight, value in enumerate(Authority.values)}
    return sorted(hits, key=lambda hit: (-round(hit.score, 2), weights.get(hit.facets.get("authority", ""), 9)))


def _with_hits(page: SearchPage, sought: Sought, hits: list[Hit]) -> SearchPage:
    number = min(max(1, page.number), max(1, -(-len(hits) // page.size)))
    shown = hits[(number - 1) * page.size : number * page.size]
    typed = len(terms_of(sought.query.words))
    return replace(
        page,
        results=_load(shown, sought.terms),
        facets=_facets(hits, sought),
        total=len(hits),
        number=number,
        suggestion=sought.suggestion,
        is_weak=bool(typed) and (not hits or hits[0].score < WEAK * typed),
    )


def _load(hits: Sequence[Hit], terms: Iterable[str]) -> list[Result]:
    changes = with_wording(Change.objects.all()).in_bulk([hit.id for hit in hits])
    marked = set(terms)
    found = (changes[hit.id] for hit in hits if hit.id in changes)
    # An index that is behind may know what is no longer in force.
    return [
        Result(change, passage_of(change, marked))
        for change in found
        if change.edition_id == change.ruling.document.current_id
    ]


def _facets(hits: Sequence[Hit], sought: Sought) -> list[Facet]:
    """The games, kinds and lists of what was found; of a chosen one, the others that could be chosen instead."""
    chosen = {name: values[0] for name, values in sought.request.filters}
    names = dict(Game.objects.values_list("slug", "name"))
    facets = []
    for name, title in FACETS.items():
        counted = hits
        if name in chosen:
            others = tuple(pair for pair in sought.request.filters if pair[0] != name)
            counted = _fitting(sought, engine().find(replace(sought.request, filters=others)))
        counts = Counter(hit.facets[name] for hit in counted if hit.facets.get(name))
        values = [
            FacetValue(value, names.get(value, value), count, chosen.get(name) == value)
            for value, count in counts.most_common()
        ]
        if values:
            facets.append(Facet("list" if name == "list_name" else name, title, values))
    return facets


def _ask_database(page: SearchPage) -> SearchPage:
    """A plain search for words, where there is no index to ask."""
    query = page.query
    terms = set(terms_of(query.text))
    words = [word for word in words_of(query.text) if stem(word) in terms][:MOST_WORDS]
    changes = with_wording(Change.objects.in_force())
    if words:
        changes = changes.filter(
            reduce(or_, (Q(revision__text__icontains=word) | Q(revision__title__icontains=word) for word in words))
        )
    if query.game:
        changes = changes.filter(ruling__document__game__slug=query.game)
    changes = changes.filter(narrowing(query)).distinct()
    found = [change for change in changes[:MOST_HITS] if says_so(all_texts(change), query)]
    first = (max(page.number, 1) - 1) * page.size
    results = [Result(change, passage_of(change, terms)) for change in found[first : first + page.size]]
    return replace(page, results=results, total=len(found), index_answered=False)
