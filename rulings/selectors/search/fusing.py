"""Words and meaning in one order: both scores are divided by their best, and words count for a little more."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulings.models import ShownRuling
from rulings.search import meaning
from rulings.search.analysis import terms_of
from rulings.search.engine import FACETS, Hits, Request
from rulings.search.vectors import Nearness
from rulings.selectors.search.understanding import LABEL, NOT_ENGLISH, Understanding

# How much words count for; meaning counts for the rest.
WORDS = 0.6
# A question has so many words that tell something.
FEWEST_TERMS = 2
# So many rulings may be found by their meaning alone.
MOST_NEAR = 50
# What can be told of a ruling that the words did not find.
TOLD = {"game": "game__slug", "kind": "kind", "list_name": "list_name"}


@dataclass(frozen=True)
class Ranking:
    """What was found, and how sure it is that the first of it is meant."""

    hits: Hits
    # Whether words and meaning put the same ruling first, and how far it is ahead of the next one.
    agree: bool = False
    margin: float = 0.0


def by_meaning(understood: Understanding, hits: Hits) -> Ranking:
    """What the words found, in the order of words and meaning, if a question was asked and there are vectors."""
    query = understood.query
    is_quoting = query.phrases or query.excluded or NOT_ENGLISH in query.notes
    if understood.is_name or is_quoting or LABEL.search(query.words) or len(terms_of(query.words)) < FEWEST_TERMS:
        return Ranking(hits)
    near = meaning.nearest(query.words)
    if near is None or not len(near.rulings):
        return Ranking(hits)
    fused = fuse(hits, near, understood.request)
    first = fused.ids[:1]
    agree = first == list(hits.ids[:1]) and first == [int(near.rulings[near.scores.argmax()])]
    return Ranking(fused, agree, fused.scores[0] - fused.scores[1] if len(fused.ids) > 1 else 0.0)


def fuse(hits: Hits, near: Nearness, request: Request) -> Hits:
    """What was found by its words in the order of both, with what is near in its meaning and fits the request."""
    meant = dict(zip(near.rulings.tolist(), near.scores.tolist(), strict=True))
    facets = _of_strangers([pk for pk in _nearest(near) if pk not in set(hits.ids)], request)
    ids = [*hits.ids, *facets]
    if not ids:
        return hits
    said = dict(zip(hits.ids, hits.scores, strict=True))
    most_said, most_meant = max(said.values(), default=0.0) or 1.0, max(meant.get(pk, 0.0) for pk in ids) or 1.0
    scores = {pk: WORDS * said.get(pk, 0.0) / most_said + (1 - WORDS) * meant.get(pk, 0.0) / most_meant for pk in ids}
    # Where they fit alike, what the words found stays in its order.
    ordered = sorted(ids, key=lambda pk: -round(scores[pk], 4))
    return Hits(ordered, [scores[pk] for pk in ordered], _counted(hits, list(facets.values())))


def _nearest(near: Nearness) -> list[int]:
    order = np.argsort(-near.scores, kind="stable")[:MOST_NEAR]
    found: list[int] = near.rulings[order].tolist()
    return found


def _of_strangers(ids: Sequence[int], request: Request) -> dict[int, dict[str, str]]:
    """The rulings that fit a request although the words did not find them, in their order, with what they count as."""
    if request.required or any(name not in TOLD for name, _ in request.filters):
        return {}
    rows = ShownRuling.objects.filter(pk__in=ids)
    for name, values in request.filters:
        rows = rows.filter(**{f"{TOLD[name]}__in": values})
    told = {pk: dict(zip(FACETS, rest, strict=True)) for pk, *rest in rows.values_list("pk", *_columns())}
    return {pk: told[pk] for pk in ids if pk in told}


def _columns() -> list[str]:
    return [TOLD.get(name, name) for name in FACETS]


def _counted(hits: Hits, more: Sequence[dict[str, str]]) -> dict[str, dict[str, int]]:
    """By field and value, how many there are now."""
    counts = {name: Counter(dict(hits.facets.get(name, {}))) for name in FACETS}
    for name, counted in counts.items():
        counted.update(one[name] for one in more if one[name])
    return {name: dict(counted.most_common()) for name, counted in counts.items()}
