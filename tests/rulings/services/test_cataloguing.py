"""The catalogue, from files and from documents."""

from collections.abc import Callable
from pathlib import Path

import pytest

from importers.resolving import SetName
from rulings.models import Alias, Card, CardSet, Document, Edition, Game, Pack, Reference
from rulings.services import cataloguing, importing_cards
from rulings.services.facts import known_facts

CSV = """set,pack,number,name,type
Core Box,,L12,Lamplighter,Person
Core Box,,L55,Salt Road,Place
Tides of Vell,Low Water,7,Drowned Sexton,Person
Tides of Vell,Low Water,7,Drowned Verger,Person
Tides of Vell,,,"Bell, Book and Candle",
"""


def import_cards(text: str = CSV, game: str = "lanterns-of-vell") -> importing_cards.CardCounts:
    return importing_cards.import_table(text.splitlines(keepends=True), game_name=game)


def test_cards_are_imported_with_sets_and_packs(db: None) -> None:
    counts = import_cards()
    assert (counts.added, counts.new_sets) == (5, ["Core Box", "Tides of Vell"])
    assert Game.objects.get().name == "Lanterns of Vell"
    assert Pack.objects.get().name == "Low Water"
    sexton = Card.objects.get(name="Drowned Sexton")
    assert sexton.get_absolute_url() == "/lanterns-of-vell/cards/tides-of-vell/7-drowned-sexton/"
    assert Card.objects.get(number="").slug == "bell-book-and-candle"


def test_importing_cards_twice_changes_nothing(db: None) -> None:
    import_cards()
    before = list(Card.objects.order_by("pk").values())
    counts = import_cards()
    assert (counts.added, counts.updated, counts.same) == (0, 0, 5)
    assert list(Card.objects.order_by("pk").values()) == before


def test_a_card_known_from_a_document_becomes_catalogued_and_keeps_its_address(lanterns: Document) -> None:
    lamplighter = Card.objects.get(name="Lamplighter")
    assert not lamplighter.catalogued
    counts = import_cards()
    assert (counts.added, counts.updated) == (2, 3)
    lamplighter.refresh_from_db()
    assert (lamplighter.catalogued, lamplighter.card_type) == (True, "Person")
    assert lamplighter.slug == "L12-lamplighter"


def test_a_game_is_found_by_its_name_slug_or_short_name(db: None) -> None:
    game = Game.objects.create(name="Lanterns of Vell", slug="lanterns-of-vell", short_name="LoV")
    for name in ("Lanterns of Vell", "lanterns-of-vell", "LOV", "The Lanterns of Vell"):
        assert cataloguing.find_or_make_game(name) == game


def test_importing_cards_resolves_what_was_open(publish: Callable[[Path | str], Edition]) -> None:
    publish("---\ngame: Vell\ndocument: D\nedition: 1\nauthority: official\n---\n# A\n#### B\nSee [[Salt Road]].\n")
    assert Reference.objects.get().status == "unresolved"
    import_cards(game="vell")
    assert Reference.objects.get().card == Card.objects.get(name="Salt Road")


def test_lines_that_name_no_card_are_skipped_and_told(db: None) -> None:
    counts = import_cards("set,pack,number,name,type\nCore,,1,,\nCore,,2,Bell,\n,,3,Moth,\n")
    assert (counts.added, counts.skipped) == (1, ["file, line 2", "file, line 4"])


def test_two_packs_can_each_have_a_card_of_one_name_and_number(db: None) -> None:
    text = "set,pack,number,name,type\nTides,Low,7,Twin,\nTides,High,7,Twin,\n"
    assert import_cards(text).added == 2
    assert import_cards(text).same == 2


def test_a_card_that_a_file_names_twice_keeps_its_first_line(db: None) -> None:
    text = "set,pack,number,name,type\nCore,,1,Bell,Act\nCore,,1,Bell,Agenda\n"
    assert import_cards(text).added == 1
    assert Card.objects.get().card_type == "Act"
    assert import_cards(text).updated == 0


def test_a_row_without_a_number_is_the_numbered_card_of_that_name(lanterns: Document) -> None:
    counts = import_cards("set,pack,number,name,type\nCore Box,,,Lamplighter,Person\n")
    assert (counts.added, counts.updated) == (0, 1)
    assert Card.objects.get(name="Lamplighter").number == "L12"


def test_aliases_name_sets(publish: Callable[[Path | str], Edition]) -> None:
    cataloguing.load_games({"vell": {"name": "Vell", "sets": [{"name": "Core Box", "aliases": ["CB"]}]}})
    publish("---\ngame: Vell\ndocument: D\nedition: 1\nauthority: official\n---\n# L {banned}\n- Bell (CB L1)\n")
    assert Alias.objects.get().card_set.name == "Core Box"
    assert CardSet.objects.count() == 1
    assert Card.objects.get().card_set.name == "Core Box"


def test_a_pack_that_has_no_cards_yet_is_known_by_its_name(publish: Callable[[Path | str], Edition]) -> None:
    cataloguing.load_games({"vell": {"name": "Vell", "sets": [{"name": "Tides", "packs": ["Low Water"]}]}})
    publish("---\ngame: Vell\ndocument: D\nedition: 1\nauthority: official\n---\n# L {banned}\n- Bell (Low Water 7)\n")
    card = Card.objects.get()
    assert (card.card_set.name, card.pack.name) == ("Tides", "Low Water")


def test_a_file_that_numbers_a_known_card_twice_makes_two_cards(db: None) -> None:
    import_cards("set,pack,number,name,type\nCore,,,Twin,\n")
    twins = "set,pack,number,name,type\nCore,,1,Twin,\nCore,,2,Twin,\n"
    import_cards(twins)
    assert sorted(Card.objects.values_list("number", flat=True)) == ["1", "2"]
    assert import_cards(twins).same == 2


def test_a_card_without_a_set_is_left_unresolved_not_invented(publish: Callable[[Path | str], Edition]) -> None:
    publish("---\ngame: Vell\ndocument: D\nedition: 1\nauthority: official\n---\n# L {banned}\n- Bell\n")
    assert not Card.objects.exists()
    assert Reference.objects.get().status == "unresolved"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,number\nBell,1\n", "line 1: the column set is missing"),
        ("set,pack,number,name,type\nCore,,1,Bell,\nCore,,2," + "x" * 300 + ",\n", "line 3: the name is too long"),
        ("", "is empty"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line_and_changes_nothing(db: None, text: str, message: str) -> None:
    with pytest.raises(importing_cards.CatalogueError, match=message):
        import_cards(text)
    assert not Card.objects.exists()
    assert not Game.objects.exists()


def test_importers_know_the_sets_and_cards_of_a_game_that_was_not_shipped(db: None) -> None:
    import_cards("set,pack,number,name,type\nCore Box,Dusk,L1,Bell,Thing\n", game="vell")
    known = known_facts().of("Vell")
    assert known.find_set("dusk") == SetName("Core Box", "Dusk")
    assert known.find_card("Bell", number="l1") == SetName("Core Box", "Dusk")
