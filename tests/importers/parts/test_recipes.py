"""The recipes that the site ships, on the publishers' documents: every item is found, and is what the document says."""

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from importers.extraction import extract
from importers.facts import load_facts
from importers.gates import check_gates
from importers.reading import Reading, read_source
from importers.records import Authority, ChangeKind, Kind, Scope
from rulings.diffing.pairing import pair
from rulings.diffing.similarity import classify

FOLDER = os.environ.get("RULINGS_DOCUMENTS", "")
FACTS = load_facts(Path(__file__).resolve().parents[3] / "fixtures" / "games.toml")
PDF, OLD, NEW, GLOSSARY = "coc-faq-3.2.pdf", "agot-faq-2.3.html", "agot-faq-3.0.html", "arkham-rules-reference-1.9.html"
COUNTS = {
    PDF: {"erratum": 74, "listing": 23, "clarification": 68, "question": 68, "step": 64},
    OLD: {"erratum": 9, "listing": 63, "clarification": 50, "question": 24, "step": 8},
    NEW: {"erratum": 9, "listing": 69, "clarification": 51, "question": 27, "step": 8},
    GLOSSARY: {"clarification": 235, "step": 32},
}
# Where the text copy of the same edition differs from the PDF. In all of them the text is the worse copy: it has other
# letters (a name misspelt, a word put right or wrong), lost icons, or lost a chapter's heading.
TEXT_DIFFERS = {
    *("Obsessive Inmate", "Scalethorn Asylum", "Doppelgänger"),
    "Scalethorn Asylum, Brain Transplant, Unspeakable Transformation, Strange Delusions",
    *("Khopesh of the Abyss", "Nyarlathotep"),
    "Under Invulnerability",
    *("1.2", "1.8", "1.12", "1.16", "2.3", "2.6", "2.16", "2.24", "2.27", "2.36", "3.1", "3.2", "3.3", "3.4", "3.5"),
}
QUESTIONS_DIFFER = 5

pytestmark = pytest.mark.skipif(not FOLDER, reason="RULINGS_DOCUMENTS does not name the publishers' documents")


@cache
def reading_of(name: str) -> Reading:
    (path,) = Path(FOLDER).glob(name)
    return read_source(extract(path.read_bytes(), name="renamed"), facts=FACTS)


@pytest.mark.parametrize("name", COUNTS)
def test_every_item_is_found(name: str) -> None:
    assert Counter(ruling.kind.value for ruling in reading_of(name).document.rulings) == COUNTS[name]


@pytest.mark.parametrize("name", COUNTS)
def test_nothing_is_lost_or_altered_and_it_reads_back_the_same(name: str) -> None:
    reading = reading_of(name)
    gates = check_gates(reading.source, reading.document)
    assert gates.is_open, gates.sentences()
    assert not reading.document.leftovers


def test_the_pdf_says_what_its_text_copy_says_where_the_copy_is_right() -> None:
    printed, copied = reading_of(PDF).document.rulings, reading_of("000_*.txt").document.rulings
    pairs = pair(copied, printed)
    assert len(pairs) == len(printed) == len(copied)
    differing = [printed[new] for old, new in pairs if classify(copied[old], printed[new]) is not ChangeKind.SAME]
    questions = [ruling for ruling in differing if ruling.kind is Kind.QUESTION]
    assert {ruling.key or ruling.title for ruling in differing if ruling not in questions} == TEXT_DIFFERS
    assert len(questions) == QUESTIONS_DIFFER


def test_icons_of_a_text_font_are_named() -> None:
    texts = {ruling.key or ruling.title: ruling.text for ruling in reading_of(PDF).document.rulings}
    assert "[Combat][Combat][Arcane]" in texts["Eye of the Deep"]
    assert "[Terror][Combat][Arcane][Investigation]" in texts["2.27"]
    assert "[Hastur]" in texts["1.2"]


def test_what_the_publisher_prints_in_red_is_marked() -> None:
    marked = [ruling for ruling in reading_of(PDF).document.rulings if ruling.is_marked]
    assert {"Things in the Ground", "Flooded Vault", "The Festival"} <= {ruling.title for ruling in marked}
    assert len(marked) == 13


def test_listings_keep_the_way_of_playing() -> None:
    listings = [ruling for ruling in reading_of(NEW).document.rulings if ruling.kind is Kind.LISTING]
    assert Counter(ruling.play_format for ruling in listings) == {"joust": 41, "melee": 28}


def test_notes_of_the_sites_owner_are_not_official() -> None:
    notes = [ruling for ruling in reading_of(NEW).document.rulings if ruling.authority is Authority.UNOFFICIAL]
    assert len(notes) == 14
    assert all(ruling.title.startswith("Note: ") for ruling in notes)


def test_errata_have_their_version_tags_and_cards() -> None:
    errata = {ruling.title: ruling for ruling in reading_of(NEW).document.rulings if ruling.scope is Scope.CARD}
    card = errata["Driftwood Cudgel"].cards[0]
    assert (card.set, card.number, errata["Driftwood Cudgel"].version_tag) == ("Flight of Crows", "112", "v1.4")


def test_the_comparison_of_two_editions_is_right() -> None:
    old, new = reading_of(OLD).document.rulings, reading_of(NEW).document.rulings
    pairs = pair(old, new)
    kinds = Counter(classify(old[one], new[other]) for one, other in pairs)
    added = [ruling for place, ruling in enumerate(new) if place not in {other for _, other in pairs}]
    removed = [ruling.title for place, ruling in enumerate(old) if place not in {one for one, _ in pairs}]
    # The note above a list no longer says which card was taken off it.
    assert kinds == {ChangeKind.SAME: 153, ChangeKind.REWORDED: 1}
    assert not removed
    # What is new is what the publisher marks as new.
    assert all(ruling.is_marked for ruling in added)
    assert len(added) == 10


def test_a_glossary_has_its_entries_and_those_below_them() -> None:
    rulings = reading_of(GLOSSARY).document.rulings
    entries = [ruling for ruling in rulings if ruling.heading_path == ("Glossary",) and ruling.title != "Glossary"]
    below = [ruling for ruling in rulings if ruling.heading_path[0] == "Glossary" and len(ruling.heading_path) == 2]
    assert (len(entries), len(below)) == (173, 22)


def test_charts_have_their_windows() -> None:
    steps = {ruling.key: ruling for ruling in reading_of(GLOSSARY).document.rulings if ruling.kind is Kind.STEP}
    assert steps["1.4"].window_after == steps["ST.2"].window_after == "Player window"
    assert not steps["ST.3"].window_after
