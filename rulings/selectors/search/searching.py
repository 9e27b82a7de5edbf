"""Search: asks the index, and the database when the index cannot answer."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from rulings.models import ShownRuling
from rulings.read_model.records.rulings import ShownRecord, ShownWording
from rulings.read_model.state import remembered_now
from rulings.read_model.stored import cards_by_key, rulings_by_key
from rulings.search.analysis import terms_of, words_of
from rulings.search.engine import (
    BEHIND,
    READY,
    UNAVAILABLE,
    Hits,
    IndexBehindError,
    IndexUnavailableError,
    Request,
    engine,
    note_answer,
)
from rulings.search.language import Query, noted, without_phrases
from rulings.search.spelling import closest
from rulings.selectors.search.answering import status_answers
from rulings.selectors.search.answers import Answer
from rulings.selectors.search.fusing import by_meaning
from rulings.selectors.search.jumping import jumps_for, pairs_of, unknown_game
from rulings.selectors.search.limiting import limit_answers
from rulings.selectors.search.names import one_of_each
from rulings.selectors.search.past import search_the_past
from rulings.selectors.search.quoting import named_answers, quoted_answer
from rulings.selectors.search.results import (
    LONGEST_QUERY,
    PAGE_SIZE,
    Facet,
    FacetValue,
    Index,
    Jump,
    Result,
    SearchPage,
    card_result,
    jump_result,
    page_bounds,
    result_of,
    ruling_result,
    says_so,
    shown_first,
    texts_of,
)
from rulings.selectors.search.saying import cards_saying, has_in_a_run, is_quoted
from rulings.selectors.search.understanding import (
    MOST_HITS,
    MOST_WORDS,
    Named,
    Understanding,
    cards_named,
    read_query,
    understand,
)
from rulings.selectors.search.unindexed import rulings_saying
from rulings.selectors.site.frames import game_names

logger = logging.getLogger(__name__)

# Below this score for each typed word, the best ruling hardly answers the question.
WEAK = 1.2
FACETS = {"game": "Game", "kind": "Kind", "list_name": "List"}
# So many games, kinds or lists can be chosen from.
MOST_VALUES = 20
FIRST_CARDS = PAIR = 2
# Pages that are neither rulings nor cards.
PAGES = ("pair", "list", "chart", "chapter", "edition", "term")
# Of what programs ask for.
MOST_RESULTS = 1000
# So many rulings like another one are shown.
MOST_ALIKE = 5
# So many of its terms are looked for: the most frequent ones, of which the engine weighs the rare ones most.
TERMS = 25


def search(
    typed: str, *, game: str = "", kind: str = "", list_name: str = "", number: int = 1, size: int = PAGE_SIZE
) -> SearchPage:
    """The cards and rulings that fit a search best; game, kind and list narrow it further."""
    query = read_query(typed[:LONGEST_QUERY], game=game, kind=kind, list_name=list_name)
    if len(typed) > LONGEST_QUERY:
        query = noted(query, gettext("only the first %(count)s characters were read") % {"count": f"{LONGEST_QUERY:,}"})
    if query.is_empty:
        return SearchPage(query)
    if query.at:
        return search_the_past(query, number=number, size=size)
    page = _search(query, number, size)
    return replace(page, answers=_certain(query, page) or page.answers)


def _certain(query: Query, page: SearchPage) -> list[Answer]:
    """What can be told without weighing words: a status, a limit, a label, a chart."""
    said = (status_answers, limit_answers)
    return next((found for of in said if (found := of(query.said, game=query.game))), named_answers(page.jumps))


def _search(query: Query, number: int, size: int) -> SearchPage:
    try:
        page = _ask_index(query, number, size)
        if query.phrases and not page.results:
            # A player quotes a card from memory: its words may be right where the phrase is not.
            page = _ask_index(without_phrases(query), number, size)
    except IndexBehindError:
        note_answer(BEHIND)
        return _ask_database(query, number, size, index="behind")
    except IndexUnavailableError as error:
        logger.error("The database is searched instead of the index: %s.", error)
        note_answer(UNAVAILABLE)
        return _ask_database(query, number, size, index="unavailable")
    note_answer(READY)
    return page


def search_records(
    typed: str, *, game: str = "", kind: str = "", list_name: str = "", limit: int, page: int = 1
) -> dict[str, Any]:
    """A search as in the contract of GET /api/v1/search."""
    last = min(limit * page, MOST_RESULTS)
    if limit * (page - 1) >= MOST_RESULTS:
        last = limit
    found = search(typed, game=game, kind=kind, list_name=list_name, size=last)
    cards = [] if kind or list_name else [*found.cards, *found.saying]
    shown = shown_first(cards, found, count=FIRST_CARDS)
    if not (kind or list_name):
        # Somebody quotes a card: it comes before what is ruled about its words.
        quoted = [one for one in cards if has_in_a_run(one, found.query)]
        quoted += [one for one in found.saying if is_quoted(found.query) and one not in quoted]
        shown = [*quoted, *(one for one in shown if one not in quoted)]
    pages = [] if kind or list_name else [one for one in found.jumps if one.type in PAGES]
    shown = [*pages, *shown][limit * (page - 1) : last]
    # Only where there is something to be said of how it was read.
    notes = {"notes": list(found.query.notes)} if found.query.notes else {}
    return {
        "query": found.query.typed,
        "total": found.total + len(cards) + len(pages),
        "suggestion": found.suggestion or None,
        "index": found.index,
        "answer": _answer(found),
        "results": [_as_data(one) for one in shown],
        **notes,
    }


def _as_data(one: Any) -> dict[str, Any]:
    if isinstance(one, Result):
        return ruling_result(one)
    return jump_result(one) if isinstance(one, Jump) else card_result(one)


def _answer(found: SearchPage) -> dict[str, Any] | None:
    """What answers a question, as in the contract: for two cards, both in one text."""
    if not found.answers:
        return None
    return {**found.answers[0].as_data(), "text": " ".join(one.as_data()["text"] for one in found.answers)}


def nearest(typed: str, *, game: str = "") -> list[Result]:
    """The rulings nearest to a search that found nothing: its words are taken for misspelt ones."""
    try:
        vocabulary = engine().vocabulary()
        meant = [closest(word, vocabulary, most=3) or word for word in words_of(typed)]
        return find_alike(terms_of(" ".join(meant)), game=game)
    except IndexUnavailableError:
        return []


def find_alike(terms: Sequence[str], *, game: str = "", count: int = 5) -> list[Result]:
    """The rulings that have most of these terms, however little they fit."""
    wanted = tuple((term, 1.0) for term in dict.fromkeys(terms[:MOST_WORDS]))
    filters = (("game", (game,)),) if game else ()
    return _load(engine().find(Request(wanted=wanted, filters=filters, limit=count)).ids, terms)


def _ask_index(query: Query, number: int, size: int) -> SearchPage:
    understood = understand(query)
    page = _named(understood.query, understood.named, number, size)
    by_words = _hits(understood)
    ranking = by_meaning(understood, by_words)
    hits = ranking.hits
    number, shown = page_bounds(number, len(hits.ids), size)
    typed = len(terms_of(query.words))
    # What leads to a page was not misspelt.
    suggestion = "" if any(jump.type in PAGES for jump in page.jumps) else page.suggestion or understood.suggestion
    named = {card["id"] for card in page.cards}
    saying = [card for card in cards_saying(query) if card["id"] not in named] if not understood.is_name else []
    if understood.suggestion and not page.jumps:
        page = replace(page, jumps=jumps_for(understood.suggestion, game=query.game))
    results = _load(hits.ids[shown], understood.terms)
    answer = quoted_answer(results[0].ruling, ranking, understood.terms) if results and number == 1 else None
    return replace(
        page,
        results=results,
        answers=[answer] if answer else [],
        facets=_facets(hits, understood),
        saying=saying,
        total=len(hits.ids),
        number=number,
        suggestion=suggestion,
        is_name=understood.is_name,
        is_weak=bool(typed) and (not by_words.ids or by_words.scores[0] < WEAK * typed),
    )


def _named(query: Query, named: Named, number: int, size: int) -> SearchPage:
    """What a search names outright: pages, and cards. One that narrows by fields asks for rulings."""
    if query.has_fields and (not query.game or named.misspelt):
        named = Named()
    if name := unknown_game(query.words):
        query = noted(query, gettext("no game “%(name)s” is known here") % {"name": name})
    cards = one_of_each(cards_by_key(named.keys()))
    jumps = jumps_for(query.said, game=query.game) if not query.excluded else []
    if len(query.cards) == PAIR:
        jumps = [*pairs_of(query.cards, query.game), *jumps]
    suggestion = cards[0]["name"] if named.misspelt and cards else ""
    return SearchPage(query, jumps=jumps, cards=list(cards), suggestion=suggestion, number=number, size=size)


def _hits(understood: Understanding, request: Request | None = None) -> Hits:
    """What the engine finds, and says what was quoted; a phrase of words that are in every text, like "you may", is
    asked of the database."""
    request, query = request or understood.request, understood.query
    if request.wanted or request.preferred or request.filters or not query.phrases:
        hits = engine().find(request)
        if not (query.phrases or query.excluded):
            return hits
        ids, scores = hits.ids, dict(zip(hits.ids, hits.scores, strict=True))
    else:
        saying = reduce(and_, (Q(record__icontains=phrase) for phrase in query.phrases))
        ids = list(ShownRuling.objects.filter(saying).values_list("pk", flat=True)[:MOST_HITS])
        scores = dict.fromkeys(ids, 0.0)
    rulings = rulings_by_key(ids)
    fitting = [key for key in ids if key in rulings and says_so(texts_of(rulings[key]), query)]
    counted = {"game": "game", "kind": "kind", "list_name": "list", "authority": "authority"}
    facets = {
        name: dict(Counter(rulings[pk][key] for pk in fitting if rulings[pk][key]).most_common())  # type: ignore[literal-required]
        for name, key in counted.items()
    }
    return Hits(fitting, [scores[pk] for pk in fitting], facets)


def _load(ids: Sequence[int], terms: Iterable[str]) -> list[Result]:
    """The rulings to show, those alone."""
    rulings, marked = rulings_by_key(ids), set(terms)
    return [result_of(rulings[pk], marked) for pk in ids if pk in rulings]


def _facets(hits: Hits, understood: Understanding) -> list[Facet]:
    """The games, kinds and lists of what was found; of a chosen one, the others that could be chosen instead."""
    chosen = {name: values[0] for name, values in understood.request.filters}
    names = remembered_now("names of games", lambda: {slug: name for slug, name, _ in game_names()})
    facets = []
    for name, title in FACETS.items():
        counted: Mapping[str, int] = hits.facets.get(name, {})
        if name in chosen:
            others = tuple(pair for pair in understood.request.filters if pair[0] != name)
            counted = _hits(understood, replace(understood.request, filters=others)).facets.get(name, {})
        shown = [*list(counted)[:MOST_VALUES], *([chosen[name]] if name in chosen else [])]
        values = [
            FacetValue(value, names.get(value, value), counted.get(value, 0), chosen.get(name) == value)
            for value in dict.fromkeys(shown)
        ]
        if values:
            facets.append(Facet("list" if name == "list_name" else name, title, values))
    return facets


def _ask_database(query: Query, number: int, size: int, *, index: Index) -> SearchPage:
    """A plain search for words, where the index cannot be asked."""
    page = _named(query, cards_named(query), number, size)
    found, terms = rulings_saying(query)
    number, shown = page_bounds(number, len(found), size)
    results = [result_of(one, terms) for one in found[shown]]
    return replace(page, results=results, total=len(found), number=number, index=index)


def most_like(ruling: ShownWording) -> list[ShownRecord]:
    """The rulings of the same game that say most of the same; none where the index does not answer."""
    counts = Counter(term for text in texts_of(ruling) for term in terms_of(text))
    terms = [term for term, _ in counts.most_common(TERMS)]
    try:
        found = find_alike(terms, game=ruling["game"], count=MOST_ALIKE + 1)
    except IndexUnavailableError as error:
        note_answer(BEHIND if isinstance(error, IndexBehindError) else UNAVAILABLE)
        logger.info("No like rulings are shown: %s.", error)
        return []
    note_answer(READY)
    return [result.ruling for result in found if result.ruling["id"] != ruling["id"]][:MOST_ALIKE]
