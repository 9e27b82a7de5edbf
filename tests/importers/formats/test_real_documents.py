"""The publishers' documents themselves, where RULINGS_DOCUMENTS names their folder: laws 1 to 3, and the hard cases."""

import os
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from importers.checking import lost_lines
from importers.extraction import extract as decode
from importers.facts import load_facts
from importers.formats import IMPORTERS
from importers.house import read_house, write_house
from importers.reading import Reading, read
from importers.records import Kind, Lines, ListName, ParsedRuling

FOLDER = os.environ.get("RULINGS_DOCUMENTS", "")
FACTS = Path(__file__).resolve().parents[3] / "fixtures" / "games.toml"
FORMATS = {"000": "lcg-faq", "001": "timing-sheet", "002": "ccg-rulings", "003": "column-faq", "004": "rules-faq"}
# What the importers found when their results were last compared with the documents by eye; no independent count.
COUNTS = {
    "000": {"erratum": 74, "listing": 23, "clarification": 68, "question": 68, "step": 64},
    "001": {"clarification": 53, "step": 32},
    "002": {"erratum": 108, "clarification": 25},
    "003": {"erratum": 52, "listing": 19, "clarification": 54, "question": 49, "step": 40},
    "004": {"clarification": 9},
}

pytestmark = pytest.mark.skipif(not FOLDER, reason="RULINGS_DOCUMENTS does not name the publishers' documents")


def path_of(prefix: str) -> Path:
    (path,) = Path(FOLDER).glob(f"{prefix}_*.txt")
    return path


@cache
def reading_of(prefix: str) -> Reading:
    return read(path_of(prefix).read_bytes(), name="renamed.txt", facts=load_facts(FACTS))


def rulings_of(prefix: str, kind: Kind) -> list[ParsedRuling]:
    return [ruling for ruling in reading_of(prefix).document.rulings if ruling.kind is kind]


def find(prefix: str, title: str) -> ParsedRuling:
    (ruling,) = [ruling for ruling in reading_of(prefix).document.rulings if ruling.title == title]
    return ruling


def lines_of(ruling: ParsedRuling) -> tuple[int, int]:
    assert ruling.lines
    return ruling.lines.first, ruling.lines.last


@pytest.mark.parametrize("prefix", FORMATS)
def test_each_document_is_claimed_by_exactly_one_importer(prefix: str) -> None:
    source = decode(path_of(prefix).read_bytes(), name="x")
    assert [importer.name for importer in IMPORTERS if importer.identify(source).holds] == [FORMATS[prefix]]


@pytest.mark.parametrize("prefix", FORMATS)
def test_no_line_of_a_document_is_lost(prefix: str) -> None:
    reading = reading_of(prefix)
    assert lost_lines(reading.source, reading.document) == []
    assert not reading.document.errors


@pytest.mark.parametrize("prefix", FORMATS)
def test_the_count_of_each_kind_is_what_it_was_when_the_documents_were_last_read_through(prefix: str) -> None:
    assert Counter(ruling.kind.value for ruling in reading_of(prefix).document.rulings) == COUNTS[prefix]


@pytest.mark.parametrize("prefix", FORMATS)
def test_a_document_survives_the_house_format(prefix: str) -> None:
    document = reading_of(prefix).document
    assert read_house(decode(write_house(document).encode(), name="x")) == document


def test_all_documents_are_read_within_ten_seconds_of_processor_time() -> None:
    facts = load_facts(FACTS)
    started = time.process_time()
    for prefix in FORMATS:
        read(path_of(prefix).read_bytes(), name="x", facts=facts)
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    ("prefix", "identity"),
    [
        ("000", ("Call of Cthulhu", "FAQ", "3.2")),
        ("002", ("Mythos", "Errata and rulings", "7.8")),
        ("003", ("Warhammer: Invasion", "FAQ", "2.0")),
        ("004", ("Arkham Horror", "FAQ", "unlabelled")),
        ("001", ("Arkham Horror", "Timing reference", "unlabelled")),
    ],
)
def test_a_document_tells_what_it_is(prefix: str, identity: tuple[str, str, str]) -> None:
    document = reading_of(prefix).document
    assert (document.game, document.document, document.edition) == identity


def test_sections_of_the_living_card_games_faq_bear_their_labels() -> None:
    keys = [ruling.key for ruling in rulings_of("000", Kind.CLARIFICATION) if ruling.key]
    assert keys == [
        *(f"1.{n}" for n in range(1, 17)),
        *(f"2.{n}" for n in range(1, 38)),
        *(f"3.{n}" for n in range(1, 6)),
    ]


@pytest.mark.parametrize(
    ("prefix", "title", "card_set", "pack", "number", "lines"),
    [
        ("000", "Hound of Tindalos", "Core Set", "", "F110", (19, 20)),
        ("000", "Julia Brown", "Summons of the Deep", "", "F17", (53, 56)),
        ("000", "The Large Man", "Ancient Relics", "Shifting Sands", "F28", (188, 190)),
        ("000", "Canopic Jar", "Ancient Relics", "Shifting Sands", "F28", (192, 194)),
        ("000", "Aspiring Artist", "Forgotten Lore", "Ancient Horrors", "F12", (234, 235)),
        ("002", "The Stars are Right", "Dreamlands", "", "", (129, 129)),
        ("002", "War Horse", "Dreamlands", "", "", (132, 134)),
        ("002", "The Secret of Power and Glory is Yours!", "Limited", "", "", (204, 204)),
        ("002", "Dimensional Shambler", "Limited", "", "", (176, 176)),
        ("003", "Dwarf Cannon Crew", "Core Set", "", "8", (41, 46)),
        ("003", "Altar of Khaine", "Assault on Ulthuan", "", "36", (223, 227)),
        ("003", "Gathering the Winds", "Bloodquest Cycle", "", "10", (270, 271)),
    ],
)
def test_an_erratum_has_its_card_and_lines(
    prefix: str, title: str, card_set: str, pack: str, number: str, lines: tuple[int, int]
) -> None:
    errata = [ruling for ruling in rulings_of(prefix, Kind.ERRATUM) if ruling.title == title]
    assert lines in [lines_of(ruling) for ruling in errata]
    card = errata[0].cards[0]
    assert (card.set, card.pack, card.number) == (card_set, pack, number)


def test_one_erratum_for_four_cards_belongs_to_each_of_them() -> None:
    (shared,) = [ruling for ruling in rulings_of("000", Kind.ERRATUM) if len(ruling.cards) == 4]
    assert [card.number for card in shared.cards] == ["F109", "F111", "F115", "F118"]


def test_a_card_printed_twice_is_one_listing_with_two_printings() -> None:
    (innovation,) = [ruling for ruling in rulings_of("003", Kind.LISTING) if ruling.title == "Innovation"]
    assert [card.number for card in innovation.cards] == ["119", "57"]
    assert innovation.list_name is ListName.RESTRICTED


def test_reversals_are_marked_by_their_asterisk() -> None:
    reversals = [ruling.title for ruling in reading_of("002").document.rulings if ruling.reverses_official]
    assert {"Diabolical Cultist", "Media Hyperbole", "Come Sail Away", "British Museum", "Circles of Thaol"} == set(
        reversals
    )


def test_lost_letters_are_put_back_and_recorded() -> None:
    reading = reading_of("004")
    assert find("004", "Attacks of Opportunity").key == "1.1"
    after = {repair.after for repair in reading.document.repairs}
    assert {
        "Attacks",
        "effects",
        "after",
        "different",
        "conflict",
        "battle",
        "permitted",
        "to find",
        "left o",
        "off,",
    } <= after
    assert not [repair for repair in reading.document.repairs if "ff " in repair.after]


def test_steps_bear_their_labels_and_windows() -> None:
    steps = rulings_of("001", Kind.STEP)
    keys = [step.key for step in steps]
    assert keys[:10] == ["1.1", "1.2", "1.3", "1.4", "1.5", "2.1", "2.2", "2.2.1", "2.2.2", "2.3"]
    assert [step.key for step in steps if step.window_after] == ["1.4", "2.1", "2.2", "3.2", "4.1", "ST.1", "ST.2"]
    assert find("001", "Fight").text.endswith("No")


def test_version_tags_are_read_off_the_titles() -> None:
    tags = Counter(ruling.version_tag for ruling in rulings_of("003", Kind.CLARIFICATION) if ruling.version_tag)
    assert sum(tags.values()) == 31
    assert find("003", "Triggered Actions (formerly Response Actions)").version_tag == "v1.4"


def test_a_section_that_goes_on_in_another_column_is_joined() -> None:
    search = find("003", "“Search”")
    assert lines_of(search) == (725, 731)
    assert [(part.first, part.last) for part in search.elsewhere] == [(662, 664), (673, 688)]


def test_the_battlefield_phase_is_in_order_with_its_windows() -> None:
    steps = [step for step in rulings_of("003", Kind.STEP) if step.heading_path[-1] == "Phase 4: Battlefield Phase"]
    found = [(lines_of(step)[0], bool(step.window_after)) for step in steps]
    assert found == [
        (1293, False),
        (1295, True),
        (1302, False),
        (1312, True),
        (1335, True),
        (1342, True),
        (1309, True),
        (1321, False),
        (1322, True),
    ]


def test_a_sentence_that_closes_a_list_of_sub_steps_belongs_to_the_step() -> None:
    steps = [step for step in rulings_of("000", Kind.STEP) if step.heading_path[-1] == "The Action Window in Detail"]
    closing = {step.key: [part.first for part in step.elsewhere] for step in steps if step.elsewhere}
    assert closing == {"5": [977], "6": [993]}
    assert all(not step.text for step in steps if step.depth)


def test_a_correction_torn_from_its_card_goes_back_to_it() -> None:
    erratum = find("003", "Protective Spites")
    assert (lines_of(erratum), erratum.elsewhere) == ((255, 258), (Lines(177, 179),))
    assert "remove a" in erratum.text
    assert reading_of("003").document.leftovers == ()
