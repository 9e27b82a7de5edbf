"""A recipe claims a document by its title and headings, and never by a word in passing."""

import pytest

from importers.claiming import claim_by_recipe
from importers.extraction import extract
from importers.recipe_files import read_recipe

RECIPE = read_recipe(
    'game = "Vell"\ndocument = "FAQ"\nnames = ["Lanterns of Vell"]\nsays = ["Card Errata", "Questions"]\n'
    '[[parts]]\nheading = "Card Errata"\nreader = "notes"\n'
)
PARTS = "<h2>Card Errata</h2><p>Lamps burn.</p><h2>Questions</h2><p>Why?</p>"


def claims(front: str, parts: str = PARTS, title: str = "") -> bool:
    page = f"<!doctype html><html><head><title>{title}</title></head><body>{front}{parts}</body></html>"
    return claim_by_recipe(RECIPE, extract(page.encode(), name="page.html")).holds


@pytest.mark.parametrize(
    "front",
    [
        "<h1>Lanterns of Vell FAQ</h1>",
        "<h1>L A N T E R N S of Vell</h1>",
        "<h1>FAQ</h1><p>This answers what is asked most about the Lanterns of Vell card game.</p>",
    ],
)
def test_a_title_or_what_the_first_sentence_is_about_names_the_game(front: str) -> None:
    assert claims(front)


@pytest.mark.parametrize(
    "front",
    [
        "<h1>Night Harbor FAQ</h1><p>Thanks to the Lanterns of Vell fan site.</p>",
        "<h1>Night Harbor FAQ</h1><p>Night Harbor is new.</p><p>Lanterns of Vell fans</p>",
        "<h1>FAQ</h1>",
    ],
)
def test_a_game_named_in_passing_does_not_claim_another_games_document(front: str) -> None:
    assert not claims(front)


def test_what_a_recipe_says_is_a_heading_and_not_words_in_a_sentence() -> None:
    said = "<p>There are no card errata in here, and the questions are answered by a friend of ours.</p>"
    assert not claims("<h1>Lanterns of Vell</h1>", f"{said}<h2>Rules</h2><p>Lamps burn.</p>")
