"""Search: asks the index, and the database when the index cannot answer."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_

from django.db.models import Q

from importers.folding import fold_text
from rulings.models import Card, Change, Game
from rulings.models.sources import Authority
from rulings.search.analysis import stem, terms_of, words_of
from rulings.search.engine import Hit, IndexUnavailableError, Request, engine
from rulings.search.language import Query, parse, without_phrases
from rulings.search.spelling import closest
from rulings.selectors.found import PAGE_SIZE, Facet, FacetValue, Result, SearchPage, all_texts, passage_of
from rulings.selectors.jumping import jumps_for
from rulings.selectors.names import CardNames, card_names
from rulings.selectors.past import search_the_past
from rulings.selectors.rulings import with_wording
from rulings.selectors.state import site_state
from rulings.selectors.understanding import MOST_WORDS, Sought, understand, with_game

logger = logging.getLogger(__name__)

MOST_CARDS = 5
# Beyond the first page, a ruling is shown if it fits at least this well, compared with the best one.
FITS = 0.4
# Below this score for each typed word, the best ruling hardly answers the question.
WEAK = 1.2
FACETS = {"game": "Game", "kind": "Kind", "list_name": "List"}
PAGES_KEPT = 512


def search(
    typed: str, *, game: str = "", kind: str = "", list_name: str = "", number: int = 1, size: int = PAGE_SIZE
) -> SearchPage:
    """The cards and rulings that fit a search best; game, kind and list narrow it further."""
    query = with_game(parse(typed))
    if query.is_empty:
        return SearchPage(query)
    filters = [pair for pair in (("kind", kind), ("list_name", list_name)) if pair[1]]
    query = replace(query, game=game or query.game, filters=(*query.filters, *filters))
    generation = site_state().generation
    try:
        # What is published is in the index a moment later: an answer in between is not to be remembered after it.
        page = _answer(generation, engine().state(), query, number, size)
        if query.phrases and not page.results:
            # A player quotes a card from memory: its words may be right where the phrase is not.
            query = without_phrases(query)
            page = _answer(generation, engine().state(), query, number, size)
        return page
    except IndexUnavailableError as error:
        logger.error("The database is searched instead of the index: %s.", error)
    changes = _ask_database(query)
    results = [Result(change, passage_of(change, terms_of(query.text))) for change in changes]
    return replace(_named(generation, query, number, size), results=results, total=len(results), index_answered=False)


@lru_cache(maxsize=PAGES_KEPT)
def _answer(generation: int, index_state: str, query: Query, number: int, size: int) -> SearchPage:
    """A page of results; worked out once for each state of the site and its index."""
    if query.at:
        return search_the_past(query, number=number, size=size)
    page = _named(generation, query, number, size)
    sought = understand(query, generation)
    found = _with_hits(page, sought, _fitting(sought, engine().find(sought.request)))
    if found.suggestion and not page.jumps:
        found = replace(found, jumps=jumps_for(found.suggestion, generation=generation, game=query.game))
    return replace(found, suggestion=page.suggestion or found.suggestion)


def _named(generation: int, query: Query, number: int, size: int) -> SearchPage:
    """What a search names outright: pages, and cards."""
    names = card_names(generation)
    numbered = [] if query.has_fields and not query.game else names.numbered(query.words)[:MOST_CARDS]
    cards = [] if numbered else _cards_for(query, names)
    misspelt = [] if numbered or cards or query.has_fields else names.resembling(query.words)[:MOST_CARDS]
    shown = _load_cards(numbered or names.cards_of(cards or misspelt), query.game)
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
    vocabulary = engine().vocabulary()
    meant = [closest(word, vocabulary, most=3) or word for word in words_of(typed)]
    return find_alike(terms_of(" ".join(meant)), game=game)


def _cards_for(query: Query, names: CardNames) -> list[str]:
    """The names of the cards to show above the rulings."""
    if query.has_fields and not query.game:
        return []
    return names.like(query.words)[:MOST_CARDS] or names.within(query.words)[:MOST_CARDS]


def _is_within(text: str, names: Sequence[str]) -> bool:
    """Whether a text has no words but those of a name."""
    return bool(names) and set(words_of(text)) <= {word for name in names for word in name.split()}


def _load_cards(ids: Sequence[int], game: str) -> list[Card]:
    if not ids:
        return []
    cards = Card.objects.filter(pk__in=ids).select_related("card_set__game", "pack")
    if game:
        cards = cards.filter(card_set__game__slug=game)
    by_id = {card.pk: card for card in cards}
    return [by_id[pk] for pk in ids if pk in by_id][:MOST_CARDS]


@lru_cache(maxsize=PAGES_KEPT)
def _find(index_state: str, request: Request) -> tuple[Hit, ...]:
    """What the engine finds; asked once for each state of the index."""
    return tuple(engine().find(request))


def _fitting(sought: Sought, hits: Sequence[Hit]) -> list[Hit]:
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


def _with_hits(page: SearchPage, sought: Sought, hits: list[Hit]) -> SearchPage:
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
        Result(change, passage_of(change, marked))
        for change in found
        if change.edition_id == change.ruling.document.current_id
    ]


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
