"""What stands before the first part that a recipe knows: a preface is kept, and rulings are never taken for it."""

from importers.extraction import extract
from importers.facts import Facts
from importers.reading import read_source
from importers.recipe_files import read_recipe
from importers.records import ParsedDocument

RECIPE = """
game = "Vell"
document = "FAQ"
edition = 'Version (\\d+)'
[[parts]]
heading = "Card Errata"
reader = "errata"
entry = "NAME (SET NUMBER)"
entry_look = "h3"
"""
PARTS = "<h2>Card Errata</h2><h3>Lamp (Core 4)</h3><p>Is lit.</p>"


def read(front: str) -> ParsedDocument:
    page = f"<!doctype html><html><body>{front}{PARTS}</body></html>"
    return read_source(extract(page.encode(), name="page.html"), facts=Facts(), recipe=read_recipe(RECIPE)).document


def test_rulings_before_the_first_part_are_left_over_and_said() -> None:
    oar = "<h3>Oar (Tides 7)</h3><p>It is wet, and stays wet for good.</p>"
    found = read(f"<h1>Vell FAQ</h1><h2>Version 2</h2><h2>New Errata</h2>{oar}<p>Q: May I row?</p><p>A: Yes.</p>")
    left = " ".join(one.text for one in found.leftovers)
    assert all(words in left for words in ("Oar (Tides 7)", "It is wet", "Q: May I row?"))
    (said,) = [one.message for one in found.problems if "before the first part" in one.message]
    assert said == "3 lines before the first part of the recipe are read by nothing."


def test_a_title_with_a_preface_is_no_ruling() -> None:
    found = read("<h1>Vell FAQ</h1><h2>Version 2</h2><p>This document answers what players ask about Vell.</p>")
    assert found.leftovers == ()
    assert not any("before the first part" in one.message for one in found.problems)
