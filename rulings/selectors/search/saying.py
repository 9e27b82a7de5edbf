"""Cards by what they say: those whose text has the words of a search, as somebody remembers them."""

import re
from dataclasses import replace
from math import ceil

import numpy as np

from importers.folding import fold_text
from rulings.effective.tokens import plain
from rulings.models import ShownCard
from rulings.read_model.cards import says_now
from rulings.read_model.records.cards import ShownCardRecord
from rulings.read_model.stored import cards_by_key
from rulings.search.analysis import terms_of
from rulings.search.engine import engine
from rulings.search.language import Query

# One word alone says too little; and more cards than these say nothing in particular.
FEWEST_TERMS, MOST_FITTING, MOST_SHOWN = 2, 200, 5
# Of many words, so much must be there: nobody remembers a text word for word.
LONG, SHARE = 5, 0.8
# Icons stand between the words of a text, and are left out of what somebody remembers: "[Terror]"
ICON = re.compile(r"\[[^\[\]\n]{1,60}\]")


def cards_saying(query: Query) -> list[ShownCardRecord]:
    """The cards whose text has the words: those that have them in one run first, then those that have most of them."""
    terms = list(dict.fromkeys(terms_of(query.text)))
    if len(terms) < FEWEST_TERMS or replace(query, game="").has_fields:
        return []
    counts = _counts(terms)
    if query.game and counts:
        inside = ShownCard.objects.filter(pk__in=list(counts)[: MOST_FITTING * 4], game__slug=query.game)
        counts = {key: counts[key] for key in inside.values_list("pk", flat=True)}
    if len(counts) > MOST_FITTING and not is_quoted(query):
        return []
    # Of what is quoted, those that have most of its words: they come first.
    keys = list(counts)[:MOST_FITTING]
    found = [(counts[key], card) for key in keys for card in cards_by_key([key]) if _has_phrases(card, query)]
    ordered = sorted(found, key=lambda pair: (not has_in_a_run(pair[1], query), -pair[0], len(says_now(pair[1]))))
    return [card for _, card in ordered][:MOST_SHOWN]


def is_quoted(query: Query) -> bool:
    """Whether so many words are given that they can only be somebody's memory of a text."""
    return len(set(terms_of(query.text))) >= LONG


def has_in_a_run(card: ShownCardRecord, query: Query) -> bool:
    """Whether a card's text has all words of a search one after the other, and they are not only a few."""
    said = fold_text(ICON.sub(" ", query.text))
    return len(said.split()) >= LONG and f" {said} " in _text_of(card)


def _counts(terms: list[str]) -> dict[int, int]:
    """By card, how many of some words its text has; only those that have nearly all."""
    lists = engine().card_terms()
    keys, counts = np.unique(np.concatenate([lists.of_word(term) for term in terms]), return_counts=True)
    wanted = ceil(len(terms) * SHARE) if len(terms) >= LONG else len(terms)
    fitting = counts >= wanted
    order = np.argsort(-counts[fitting], kind="stable")
    return {int(keys[fitting][place]): int(counts[fitting][place]) for place in order}


def _has_phrases(card: ShownCardRecord, query: Query) -> bool:
    said = _text_of(card)
    return all(f" {fold_text(ICON.sub(' ', phrase))} " in said for phrase in query.phrases)


def _text_of(card: ShownCardRecord) -> str:
    return f" {fold_text(ICON.sub(' ', plain(says_now(card))))} "
