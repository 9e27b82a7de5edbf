"""Editions that were read by a recipe behave as all others do: they are corrected, judged by their lists, and kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from importers.formats import RECIPE
from importers.recipe_files import read_recipe
from importers.records import Authority
from rulings.models import Document, Edition, Ruling
from rulings.read_model.records.cards import CardStatus
from rulings.selectors.cards.judging import DeckTitle, judge
from rulings.services import correcting, importing, publishing, recipes

PAGE = Path(__file__).resolve().parents[2] / "importers" / "proposing" / "documents" / "embers_of_kharad_faq.html"


@pytest.fixture
def edition(db: None) -> Edition:
    found = recipes.recipe_for(PAGE.read_bytes(), name=PAGE.name)
    reading = importing.examine(PAGE.read_bytes(), name=PAGE.name, recipe=found.recipe).reading
    return publishing.publish(recipes.take_in_by(reading, user=None).edition)[0]


def test_a_ruling_that_was_read_by_a_recipe_can_be_corrected(edition: Edition) -> None:
    ruling = Ruling.objects.get(slug="1.02")
    text = correcting.text_of(ruling).replace("Unless otherwise noted", "Unless it is noted")
    correcting.correct_text(ruling, text, reason="a slip", basis=edition.pk, user=None)
    assert Document.objects.get().current.format_name == RECIPE


def test_an_edition_keeps_its_recipe_and_what_was_checked(edition: Edition) -> None:
    assert read_recipe(edition.recipe).game == "Embers of Kharad"
    assert edition.gates["is_open"]


def test_a_known_document_prints_its_recipe(edition: Edition) -> None:
    again = recipes.recipe_for(PAGE.read_bytes(), name=PAGE.name)
    assert again.is_known
    assert again.recipe.parts == read_recipe(Document.objects.get().recipe).parts


def test_a_saved_recipe_that_cannot_be_read_stops_nothing_else(edition: Edition) -> None:
    Document.objects.update(recipe='game = "X"\n[[parts]]\nreader = "poem"\n')
    assert not recipes.recipe_for(PAGE.read_bytes(), name=PAGE.name).is_known


@pytest.mark.parametrize(
    ("listed", "legal"), [(["joust"], None), (["joust", "melee"], False), ([None], False)], ids=["one", "both", "all"]
)
def test_a_deck_is_judged_for_each_way_of_playing(listed: list[str | None], legal: bool | None) -> None:
    listings = [{"list": "banned", "format": play_format} for play_format in listed]
    title = DeckTitle("Lamp", [CardStatus.BANNED], listings=listings)
    game = {"name": "Vell", "restricted_titles": 1}
    lists = {"lamp": "banned"}
    verdict = judge(game, lists, [title], [], [], formats=["joust", "melee"])  # type: ignore[arg-type]
    assert verdict.is_legal is legal
    assert "Joust: Banned: Lamp." in verdict.reasons


def test_a_draft_does_not_change_the_authority_of_what_is_in_force(edition: Edition) -> None:
    data = PAGE.read_bytes()
    recipe = recipes.recipe_for(data, name=PAGE.name).recipe
    reading = importing.examine(data, name=PAGE.name, recipe=recipe, edition="2.0").reading
    changed = replace(reading, document=replace(reading.document, authority=Authority.UNOFFICIAL))
    importing.take_in(changed, may_change_authority=True)
    assert Document.objects.get().authority == "official"


def test_a_recipe_says_where_it_comes_from(edition: Edition) -> None:
    known = recipes.recipe_for(PAGE.read_bytes(), name=PAGE.name)
    assert known.remark == f"This document is known: it is read by the recipe {known.recipe.name}."
    Document.objects.update(recipe="")
    proposed = recipes.recipe_for(PAGE.read_bytes(), name=PAGE.name, game_name="Embers of Kharad")
    assert proposed.remark.startswith("No recipe knows this document. Proposed from its outline: Errata")
    assert read_recipe(proposed.text) == proposed.recipe
    empty = replace(proposed, recipe=replace(proposed.recipe, parts=()))
    assert "No part was recognised" in empty.remark


@pytest.mark.django_db
def test_a_text_in_a_known_format_is_known_by_it() -> None:
    path = Path(__file__).resolve().parents[2] / "importers" / "formats" / "documents" / "lcg_faq.txt"
    found = recipes.recipe_for(path.read_bytes(), name="renamed")
    assert found.is_known
    assert (found.recipe.format, found.recipe.parts) == ("lcg-faq", ())


def test_a_recipe_that_says_something_else_is_a_new_version(edition: Edition) -> None:
    recipe = read_recipe(edition.recipe)
    assert recipe.version == 1
    other = replace(recipe, parts=recipe.parts[:-1])
    reading = importing.examine(PAGE.read_bytes() + b"<!-- 2 -->", name=PAGE.name, recipe=other, edition="1.7").reading
    draft = recipes.take_in_by(reading, user=None)
    assert read_recipe(draft.edition.recipe).version == 2
    assert recipes.editions_read_by_older() == [edition.pk]
