"""The publishers' errata on the cards that they are about, and on cards that they are not about."""

import os
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from importers.catalogues import CatalogueCard, read_catalogue
from importers.extraction.files import extract
from importers.facts import load_facts
from importers.folding import fold_title
from importers.reading import read_source
from importers.records import Kind as RulingKind
from importers.records import ParsedRuling, Scope
from rulings.effective import Kind, Outcome, Printed, Rarity, apply, read_instructions
from rulings.effective.general import read_general

DOCUMENTS, CARDS = os.environ.get("RULINGS_DOCUMENTS", ""), os.environ.get("RULINGS_CARDS", "")
FACTS = load_facts(Path(__file__).parents[3] / "fixtures" / "games.toml")
GAMES = {"call-of-cthulhu": "coc-faq-3.2.pdf", "warhammer-invasion": "003_*.txt"}
# What came of the errata when each was last read by eye next to its card, where several cards of a title are told
# apart by hand: outcome by outcome, how many.
OUTCOMES = {
    "call-of-cthulhu": {"applied": 55, "already": 7, "note": 6, "impossible": 1},
    "warhammer-invasion": {"applied": 31, "already": 6, "note": 6, "impossible": 2},
}
LONG = 8

pytestmark = pytest.mark.skipif(not (DOCUMENTS and CARDS), reason="RULINGS_DOCUMENTS and RULINGS_CARDS are not set")


@cache
def catalogue(game: str) -> tuple[CatalogueCard, ...]:
    return read_catalogue(Path(CARDS) / game, signs=FACTS.of(game).icons).cards


@cache
def rarity(game: str) -> Rarity:
    return Rarity(card.text for card in catalogue(game) if card.text)


@cache
def errata(game: str) -> list[ParsedRuling]:
    (path,) = Path(DOCUMENTS).glob(GAMES[game])
    rulings = read_source(extract(path.read_bytes(), name="x"), facts=FACTS).document.rulings
    return [one for one in rulings if one.kind is RulingKind.ERRATUM]


@pytest.mark.parametrize("game", GAMES)
def test_a_long_quotation_is_put_on_one_wrong_card_in_a_hundred_at_the_most(game: str) -> None:
    chosen = random.Random(7)
    with_text = [card for card in catalogue(game) if card.text]
    tried = wrong = 0
    for ruling in errata(game):
        instructions = read_instructions(ruling.text)
        if not any(one.kind is Kind.READ and len(one.words.split()) > LONG for one in instructions):
            continue
        own = {fold_title(card.name)[:6] for card in ruling.cards}
        for card in chosen.sample(with_text, 30):
            if fold_title(card.name)[:6] not in own:
                found = apply(Printed(card.name, card.text, card.facts), instructions, rarity(game))
                tried += 1
                wrong += found.outcome is Outcome.APPLIED
    assert tried > 800
    assert wrong <= tried / 100


@pytest.mark.parametrize("game", GAMES)
def test_nearly_all_errata_are_put_into_their_own_cards(game: str) -> None:
    by_name: dict[str, list[CatalogueCard]] = {}
    for card in catalogue(game):
        by_name.setdefault(fold_title(card.name), []).append(card)
    outcomes: Counter[str] = Counter()
    for ruling in errata(game):
        for cited in ruling.cards if ruling.scope is Scope.CARD else ():
            own = by_name.get(fold_title(cited.name), [])
            if len(own) == 1:
                found = apply(
                    Printed(own[0].name, own[0].text, own[0].facts), read_instructions(ruling.text), rarity(game)
                )
                outcomes[found.outcome] += 1
    expected = OUTCOMES[game]
    assert outcomes["impossible"] <= expected["impossible"] + 2
    assert outcomes["applied"] >= expected["applied"] - 6
    assert outcomes["note"] == expected["note"] or abs(outcomes["note"] - expected["note"]) <= 1


def test_a_general_erratum_touches_the_cards_that_have_its_words() -> None:
    general = [read_general(one.text) for one in errata("warhammer-invasion") if one.scope is Scope.GENERAL]
    texts = [card.text for card in catalogue("warhammer-invasion") if card.text]
    assert [sum(one.touches(text) for text in texts) for one in general if one] == [7, 35, 10, 2]
