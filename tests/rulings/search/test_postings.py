"""The scores of the embedded engine, next to the same sums made one by one."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.search.arrays import Words
from rulings.search.engine import Request
from rulings.search.postings import K1, B, Postings, Segment

TERMS = ("card", "damage", "story", "zone")
GAMES = ("mythos", "warhammer")
# By ruling, how often it has each term; and its game.
rulings = st.tuples(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.sampled_from(GAMES))
sites = st.lists(st.lists(rulings, min_size=1, max_size=40), min_size=1, max_size=3)


def segment(found: list[tuple[list[int], str]], *, first_id: int) -> Segment:
    entries = {f"game\x1f{game}": [(n, 1) for n, (_, own) in enumerate(found) if own == game] for game in GAMES}
    for place, term in enumerate(TERMS):
        entries[f"text\x1f{term}"] = [(n, times[place]) for n, (times, _) in enumerate(found) if times[place]]
    names = sorted(name for name, having in entries.items() if having)
    postings = [pair for name in names for pair in entries[name]]
    stored = {
        "text": Words.of(names).as_array(),
        "starts": np.cumsum([0, *(len(entries[name]) for name in names)]),
        "rulings": np.array([ruling for ruling, _ in postings], dtype=np.int32),
        "times": np.array([times for _, times in postings], dtype=np.float32),
        "ids": np.arange(first_id, first_id + len(found)),
        "lengths": np.array([sum(times) for times, _ in found], dtype=np.float32),
    }
    return Segment(stored, deleted=())


def postings_of(site: list[list[tuple[list[int], str]]]) -> Postings:
    starts = np.cumsum([0, *map(len, site)])
    return Postings([segment(part, first_id=int(start)) for part, start in zip(site, starts, strict=False)])


def expected_scores(site: list[list[tuple[list[int], str]]], *, game: str) -> dict[int, float]:
    """BM25 of all terms, ruling by ruling."""
    found = [one for part in site for one in part]
    average = max(1.0, sum(sum(times) for times, _ in found) / len(found))
    scores: dict[int, float] = {}
    for number, (times, own) in enumerate(found):
        if not any(times) or game not in ("", own):
            continue
        norm = K1 * (1 - B + B * sum(times) / average)
        scores[number] = sum(
            log(1 + (len(found) - used + 0.5) / (used + 0.5)) * count * (K1 + 1) / (count + norm)
            for place, count in enumerate(times)
            if (used := sum(bool(other[place]) for other, _ in found))
        )
    return scores


@given(site=sites, game=st.sampled_from(("", *GAMES)), limit=st.integers(1, 50))
def test_the_best_rulings_are_found_with_their_scores(
    site: list[list[tuple[list[int], str]]], game: str, limit: int
) -> None:
    filters = (("game", (game,)),) if game else ()
    hits = postings_of(site).find(Request(wanted=tuple((term, 1.0) for term in TERMS), filters=filters, limit=limit))
    expected = expected_scores(site, game=game)
    assert len(hits.ids) == min(limit, len(expected))
    assert list(hits.scores) == pytest.approx(sorted(expected.values(), reverse=True)[: len(hits.ids)], abs=0.02)
    assert all(score == pytest.approx(expected[pk], abs=1e-3) for pk, score in zip(hits.ids, hits.scores, strict=True))


@given(site=sites, game=st.sampled_from(GAMES))
def test_a_filter_alone_finds_all_that_it_allows(site: list[list[tuple[list[int], str]]], game: str) -> None:
    found = [own for part in site for _, own in part]
    hits = postings_of(site).find(Request(filters=(("game", (game,)),)))
    assert sorted(hits.ids) == [number for number, own in enumerate(found) if own == game][:100]
    assert hits.facets["game"] == ({game: len(hits.ids)} if hits.ids else {})
