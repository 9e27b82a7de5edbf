"""Search in the past: the rulings of the editions of one label, as they stood."""

from collections import Counter
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext

from rulings.models import Change, Document, Edition, Reference, ShownCard
from rulings.models.sources import UNLABELLED
from rulings.read_model.rulings import shown_wording, with_wording
from rulings.search.analysis import terms_of
from rulings.search.language import Query
from rulings.selectors.search.results import PAGE_SIZE, SearchPage, page_bounds, result_of, says_so, texts_of
from rulings.selectors.search.understanding import LABEL, LABEL_SCORE

# A ruling is shown if it shares at least this part of the words that the best one shares.
FITS = 0.5
# So many editions are offered where the one that was asked for is not here.
MOST_OFFERED = 12
# The fields of the query language that are fields of a ruling as it stood.
FIELDS = {"kind": "ruling__kind", "list_name": "ruling__list_name", "authority": "revision__authority"}


def search_the_past(query: Query, *, number: int = 1, size: int = PAGE_SIZE) -> SearchPage:
    """What fits in the editions that bear the label behind "at:"."""
    called = Q(slug__iexact=query.at) | Q(label__iexact=query.at)
    editions = Edition.objects.published().filter(called, document__in=Document.objects.shown())
    if query.game:
        editions = editions.filter(document__game__slug=query.game)
    if not editions.exists():
        note = gettext("there is no edition “%(edition)s” here") % {"edition": query.at} + _others(query)
        return SearchPage(replace(query, notes=(*query.notes, note)), number=number, size=size)
    terms = set(terms_of(query.text))
    labels = {label.casefold() for label in LABEL.findall(query.words)}
    scored = []
    # Of an edition that we have corrected, its label means what stands in it now.
    standing = Change.objects.standing().filter(_as_it_stood(query), edition__in=editions).as_corrected_last()
    for change in with_wording(standing.distinct()):
        ruling = shown_wording(change, at=change.edition)
        texts = texts_of(ruling)
        counts = Counter(term for text in texts for term in terms_of(text))
        if not says_so(texts, query):
            continue
        shared = sum(1 + min(counts[term], 3) / 10 for term in terms if counts[term])
        if ruling["key"] and ruling["key"].casefold() in labels:
            shared += LABEL_SCORE
        if shared or not terms:
            scored.append((shared, change.position, ruling))
    scored.sort(key=lambda one: (-one[0], one[1]))
    best = scored[0][0] if scored else 0
    fitting = [ruling for shared, _, ruling in scored if shared >= best * FITS]
    number, shown = page_bounds(number, len(fitting), size)
    results = [result_of(ruling, terms) for ruling in fitting[shown]]
    return SearchPage(query, results=results, total=len(fitting), number=number, size=size)


def _others(query: Query) -> str:
    """The editions that can be asked for instead."""
    there = Edition.objects.published().filter(document__in=Document.objects.shown(), corrects=None)
    if query.game:
        there = there.filter(document__game__slug=query.game)
    labels = sorted(set(there.exclude(label=UNLABELLED).values_list("label", flat=True)[:MOST_OFFERED]))
    offered = ", ".join(f"at:{label}" for label in labels)
    return gettext("; there is %(editions)s") % {"editions": offered} if labels else ""


def _as_it_stood(query: Query) -> Q:
    """What the fields of the query language ask of a ruling in an edition, for the database."""
    wanted = Q()
    for name in {name for name, _ in query.filters}:
        values = [value for other, value in query.filters if other == name]
        wanted &= Q(revision__reverses_official=True) if name == "reverses" else Q(**{f"{FIELDS[name]}__in": values})
    if query.section:
        wanted &= Q(revision__key__iexact=query.section)
    for card in query.cards:
        wanted &= Q(pk__in=Reference.objects.filter(card__name__iexact=card).values("change"))
    if query.card_set:
        wanted &= Q(references__card__card_set__name__iexact=query.card_set)
    if query.changed:
        wanted &= Q(ruling__revisions__edition__slug__iexact=query.changed)
    return wanted


def narrowing(query: Query) -> Q:
    """What the fields of the query language ask of a ruling in force, for the database."""
    wanted = Q(game__slug=query.game) if query.game else Q()
    for name in {name for name, _ in query.filters}:
        values = [value for other, value in query.filters if other == name]
        wanted &= Q(record__contains='"reverses_official":true') if name == "reverses" else Q(**{f"{name}__in": values})
    if query.section:
        wanted &= Q(label=query.section.casefold())
    for card in query.cards:
        wanted &= Q(ruling__in=Reference.objects.filter(card__name__iexact=card).values("change__ruling"))
    if query.card_set:
        named = ShownCard.objects.filter(card_set__name__iexact=query.card_set).values("card")
        wanted &= Q(ruling__changes__references__card__in=named)
    if query.changed:
        wanted &= Q(ruling__revisions__edition__slug__iexact=query.changed)
    return wanted
