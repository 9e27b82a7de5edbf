"""Documents that nobody knows, read by the recipe that is proposed for them alone."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from importers.claiming import claim_by_recipe
from importers.facts import Facts
from importers.folding import fold
from importers.gates import check_gates
from importers.proposing import propose
from importers.reading import Reading, open_source, read_source
from importers.recipe_files import read_recipe, write_recipe
from importers.recipes import Recipe
from importers.records import ParsedRuling
from importers.sources import SourceText

DOCUMENTS = Path(__file__).parent / "documents"
# How much is found with the right kind, and how much of it whole.
SHARES = {
    "embers_of_kharad_faq.html": (1.0, 1.0),
    "embers_of_kharad_faq.pdf": (1.0, 1.0),
    "heliarch_faq.html": (1.0, 1.0),
    "neon_cathedral_faq.html": (1.0, 1.0),
    "salt_march_rulings.html": (1.0, 0.97),
    "salt_march_rulings.pdf": (1.0, 0.97),
    "tidewardens_wiki.html": (0.95, 0.87),
    "tallowmere_faq.pdf": (1.0, 1.0),
    "sundered_sky_faq.pdf": (1.0, 0.98),
    "wickholt_reference.html": (0.94, 0.93),
    "wickholt_reference.pdf": (0.93, 0.92),
    "galewright_rulings.html": (0.98, 0.97),
    "brasswater_faq.txt": (1.0, 0.96),
    "mothlight_digest.md": (1.0, 0.98),
    "verdigris_compendium.pdf": (1.0, 1.0),
    "nine_lanterns_writ.pdf": (0.9, 0.88),
    "brimstone_compendium.pdf": (0.97, 0.91),
    "vessmark_mirror.html": (0.96, 0.88),
    "vessmark_mirror.pdf": (0.95, 0.86),
    "hollowmere_wiki.html": (1.0, 0.98),
    "saltmarch_reference.pdf": (0.97, 0.96),
    "marrowmere_faq.pdf": (1.0, 1.0),
    "regents_faq.html": (1.0, 1.0),
    "emberline_rulings.pdf": (0.85, 0.8),
    "harbor_faq.pdf": (1.0, 1.0),
    "lanternfall_page.html": (1.0, 0.98),
    "hollow_fen_rulings.pdf": (1.0, 0.98),
    "vashmere_faq.pdf": (0.99, 0.98),
    "hollow_line_reference.html": (1.0, 0.96),
    "saltglass_faq.pdf": (0.87, 0.86),
    "saltglass_faq.html": (0.98, 0.96),
    "leasehold_faq.pdf": (0.92, 0.9),
    "thornmarch_rulings.txt": (0.98, 0.96),
    "tidewall_faq.pdf": (0.93, 0.84),
    "gryphonmarch_rulings.html": (0.96, 0.96),
    "gryphonmarch_rulings.pdf": (0.87, 0.87),
    "thornreach_faq.pdf": (0.94, 0.91),
    "perihelion_drift_faq.html": (0.97, 0.95),
    "saltmarsh_vigil_rules_reference.pdf": (0.92, 0.91),
    "cinderwright_faq.html": (1.0, 1.0),
    "vesper_reference.html": (1.0, 1.0),
}


# Each is read once, by one of the processes that run the tests.
each_document = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in SHARES]
)


@cache
def proposal_for(name: str) -> tuple[SourceText, Recipe]:
    source = open_source((DOCUMENTS / name).read_bytes(), name=name)
    return source, propose(source, Facts())


@cache
def reading_of(name: str) -> Reading:
    source, recipe = proposal_for(name)
    return read_source(source, facts=Facts(), recipe=recipe)


def letters(text: str) -> str:
    return fold(text).replace(" ", "")


def is_found(item: dict[str, Any], ruling: ParsedRuling) -> bool:
    """Whether a ruling is the item: its kind, list and title agree, and its label where it has one."""
    titles = {letters(ruling.title), letters(f"{ruling.title}{ruling.text}")}
    if len(ruling.cards) > 1 and [letters(card.name) for card in ruling.cards] == _names(item):
        # "Gullcatcher and Netmender"
        titles.add(letters(item["title"]))
    same_list = (ruling.list_name or None) == item.get("list")
    return (
        ruling.kind == item["kind"]
        and letters(item["title"]) in titles
        and (item["kind"] != "listing" or same_list)
        and (item.get("key") in (None, ruling.key, ruling.version_tag) or f"v{item['key']}" == ruling.version_tag)
    )


def _names(item: dict[str, Any]) -> list[str]:
    return [letters(card["name"]) for card in item.get("cards", ())]


def is_whole(item: dict[str, Any], ruling: ParsedRuling) -> bool:
    said = letters(f"{item['title']}{item['text'] or ''}")
    return letters(ruling.text) == letters(item["text"] or "") or letters(f"{ruling.title}{ruling.text}") == said


@each_document
def test_an_unknown_document_is_read_by_the_proposed_recipe(name: str) -> None:
    truth = json.loads((DOCUMENTS / f"{Path(name).stem}.truth.json").read_text(encoding="utf-8"))
    rulings = reading_of(name).document.rulings
    matches = [[ruling for ruling in rulings if is_found(item, ruling)] for item in truth]
    found = sum(bool(match) for match in matches) / len(truth)
    whole = sum(any(is_whole(item, one) for one in match) for item, match in zip(truth, matches, strict=True)) / len(
        truth
    )
    assert (found, whole) >= SHARES[name]
    assert whole >= SHARES[name][1]


@each_document
def test_no_word_of_an_unknown_document_is_lost_or_altered(name: str) -> None:
    reading = reading_of(name)
    gates = check_gates(reading.source, reading.document)
    assert gates.is_open, gates.sentences()


@each_document
def test_a_proposed_recipe_is_the_same_when_written_and_read_again(name: str) -> None:
    source, recipe = proposal_for(name)
    assert read_recipe(write_recipe(recipe)) == recipe
    assert claim_by_recipe(recipe, source).holds


def test_the_game_and_the_edition_are_proposed() -> None:
    recipe = reading_of("embers_of_kharad_faq.pdf").recipe
    assert recipe is not None
    assert (recipe.game, recipe.document) == ("Embers of Kharad", "FAQ")
    assert reading_of("embers_of_kharad_faq.pdf").document.edition == "1.6"


def test_a_column_of_a_list_says_for_which_way_of_playing_it_holds() -> None:
    rulings = reading_of("perihelion_drift_faq.html").document.rulings
    formats = [ruling.play_format for ruling in rulings if ruling.title == "Ghost Manifest" and ruling.list_name]
    assert formats == ["standard", "open"]


def test_a_list_of_one_card_is_a_list() -> None:
    sections = "".join(f"<h4>(1.{n}) Bells</h4><p>They ring {n} times in a storm.</p>" for n in range(1, 9))
    lists = "<h1>Restricted</h1><ul><li>Sunken Bell (Harbour H5)</li><li>Grey Gull (Harbour H6)</li></ul>"
    page = (
        "<title>Reefs FAQ</title><h1>Reefs FAQ</h1><p>Version 2</p>"
        f"{lists}<h1>Banned</h1><ul><li>Old Anchor (Harbour H7)</li></ul><h1>Rules</h1>{sections}"
    )
    source = open_source(page.encode(), name="reefs.html")
    recipe = propose(source, Facts())
    rulings = read_source(source, recipe=recipe).document.rulings
    (listing,) = [one for one in rulings if one.list_name == "banned"]
    assert (listing.cards[0].name, listing.cards[0].number) == ("Old Anchor", "H7")


@pytest.mark.parametrize("title", ["Card Errata and Clarifications", "Errata and Rulings"])
def test_a_first_part_that_names_two_things_is_not_a_second_title(title: str) -> None:
    errata = "".join(f"<h3>Lamp {n} (Core, {n})</h3><p>Should read “Draw {n} cards.”</p>" for n in range(1, 7))
    asked = "".join(f"<p><b>Q: May I light lamp {n}?</b></p><p>A: Yes.</p>" for n in range(1, 7))
    page = f"<h1>Night Reef</h1><h2>{title}</h2>{errata}<h2>Frequently Asked Questions</h2>{asked}"
    source = open_source(page.encode(), name="reef.html")
    rulings = read_source(source, recipe=propose(source, Facts())).document.rulings
    assert [one.title for one in rulings if one.kind == "erratum"] == [f"Lamp {n}" for n in range(1, 7)]
