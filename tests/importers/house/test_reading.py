"""What the house format means, and how mistakes are reported."""

from pathlib import Path

import pytest

from importers.checking import lost_lines
from importers.extraction import extract as decode
from importers.house import read_house
from importers.reading import read
from importers.records import Authority, CardCitation, Kind, ListName, ParsedDocument, ParsedRuling, Scope

HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: 1.0\nauthority: official\n---\n"


def read_body(body: str) -> ParsedDocument:
    return read_house(decode((HEAD + body).encode(), name="test.md"))


def only(body: str) -> ParsedRuling:
    document = read_body(body)
    assert not document.errors
    (ruling,) = document.rulings
    return ruling


def test_the_front_matter_names_the_edition() -> None:
    text = "---\ngame: Vell\ndocument: FAQ\nedition: 3.10\ndate: 2020-03-01\nauthority: digest\nsource: us\n---\n# A\nb"
    document = read_house(decode(text.encode(), name="test.md"))
    assert (document.game, document.document, document.edition) == ("Vell", "FAQ", "3.10")
    assert (str(document.date), document.authority, document.source) == ("2020-03-01", Authority.DIGEST, "us")


def test_headings_below_errata_name_the_set_and_the_pack() -> None:
    ruling = only("# Errata {errata}\n## Tides\n### Low Water\n#### Sexton (7)\nCosts 3.")
    assert ruling.cards == (CardCitation("Sexton", "Tides", "Low Water", "7"),)
    assert (ruling.kind, ruling.scope, ruling.title) == (Kind.ERRATUM, Scope.CARD, "Sexton")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Sexton", CardCitation("Sexton", "Tides")),
        ("Sexton (7)", CardCitation("Sexton", "Tides", "", "7")),
        ("Sexton (Core Box 7)", CardCitation("Sexton", "Core Box", "", "7")),
        ("Sexton (Core Box)", CardCitation("Sexton", "Core Box")),
        ("Sexton (Core Box / First Light, F 7)", CardCitation("Sexton", "Core Box", "First Light", "F 7")),
        ("Sexton (Box 2, 7)", CardCitation("Sexton", "Box 2", "", "7")),
        ("Sexton ()", CardCitation("Sexton")),
        (r"Sexton \(Limited\) (7)", CardCitation("Sexton (Limited)", "Tides", "", "7")),
        (r"Bells\; and Bones", CardCitation("Bells; and Bones", "Tides")),
    ],
)
def test_a_citation_names_card_set_pack_and_number(written: str, meant: CardCitation) -> None:
    assert only(f"# Errata {{errata}}\n## Tides\n#### {written}\nCosts 3.").cards == (meant,)


def test_one_erratum_can_correct_several_cards() -> None:
    ruling = only("# Errata {errata}\n## Tides\n#### Sexton (7); Moth (Core Box L3)\nCost 3.")
    assert [card.name for card in ruling.cards] == ["Sexton", "Moth"]
    assert ruling.title == "Sexton, Moth"


def test_a_title_carries_label_version_tag_reversal_and_authority() -> None:
    ruling = only("# Rules\n#### (2.11) Searching (v1.4) * {unofficial}\nShuffle.")
    assert (ruling.key, ruling.title, ruling.version_tag) == ("2.11", "Searching", "v1.4")
    assert (ruling.reverses_official, ruling.authority) == (True, Authority.UNOFFICIAL)


def test_list_items_are_listings_and_prose_is_a_note() -> None:
    note, listing = read_body("# Banned {banned}\nNever.\n\n- Sexton (Tides 7)\n  Since the flood.").rulings
    assert (note.kind, note.title, note.text) == (Kind.CLARIFICATION, "Banned", "Never.")
    assert (listing.list_name, listing.text) == (ListName.BANNED, "Since the flood.")


def test_steps_nest_and_windows_open_after_them() -> None:
    body = "# Round {timing}\n- (1) Dusk\n- [Player window]\n- (2) Light\n  In order.\n  - (2a) Pay\n- (3) Dawn"
    steps = read_body(body).rulings
    assert [(step.key, step.depth, step.window_after) for step in steps] == [
        ("1", 0, "Player window"),
        ("2", 0, ""),
        ("2a", 1, ""),
        ("3", 0, ""),
    ]
    assert steps[1].text == "In order."


def test_a_question_can_name_the_cards_it_is_about() -> None:
    ruling = only("# Q {questions}\n#### May I?\nCards: Sexton (Tides 7)\n\nYes.")
    assert (ruling.title, ruling.text) == ("May I?", "Yes.")
    assert ruling.cards == (CardCitation("Sexton", "Tides", "", "7"),)


def test_a_text_keeps_its_paragraphs_lists_and_lesser_headings() -> None:
    text = "One.\n\n- two\n- three\n\n##### Four\n\n| a | b |\n|---|---|\n| c | d |"
    assert only(f"# Rules\n#### (1.1) A\n{text}").text == text


def test_lines_include_the_heading_and_end_with_the_text() -> None:
    document = read_body("# Rules\n\n#### (1.1) A\nOne.\n\nTwo.\n\n\n#### (1.2) B\nThree.\n")
    assert [(ruling.lines.first, ruling.lines.last) for ruling in document.rulings if ruling.lines] == [
        (9, 12),
        (15, 16),
    ]


@pytest.mark.parametrize(
    ("text", "line", "message", "advice"),
    [
        ("# A\nb", 1, "does not begin with front matter", "game:"),
        ("---\ngame: G\n", 1, "does not end", "'---'"),
        ("---\ngame: G\ndocument: D\nedition: 1\n---\n# A\nb", 1, "no authority", "authority:"),
        (
            HEAD.replace("official", "royal") + "# A\nb",
            5,
            "'royal' is not an authority",
            "official, unofficial, digest",
        ),
        (HEAD.replace("edition: 1.0", "edition:") + "# A\nb", 4, "The edition is empty", "edition:"),
        (HEAD.replace("---\n# ", "date: May\n---\n# "), 7, "no rulings", "heading"),
        (HEAD.replace("edition", "date: 3 May\nedition") + "# A\nb", 4, "'3 May' is not a date", "2013-09-18"),
        (HEAD.replace("edition", "colour: red\nedition") + "# A\nb", 4, "'colour: red'", "game, document"),
        (HEAD.replace("edition", "game: H\nedition") + "# A\nb", 4, "game twice", "Delete"),
        (HEAD + "text", 7, "before the first heading", "heading"),
        (HEAD + "#### (1.1) A\nb", 7, "under no heading", "heading"),
        (HEAD + "# A\n### B\nc", 8, "3 '#'", "one level at a time"),
        (HEAD + "# A {eratta}\nb", 7, "{eratta} is not a mark", "{errata}"),
        (HEAD + "# A\n#### B {errata}\nc", 8, "{errata} is not a mark of a ruling", "one to three '#'"),
        (HEAD + "# A\n####\nc", 8, "empty", "title"),
        (HEAD + "# A {questions}\n#### May I?\n", 8, "no answer", "answer"),
        (HEAD + "# A {errata}\n## S\n#### Card (1)\n", 9, "says nothing", "correction"),
        (HEAD + "# A\n#### (1.1) B\nc\n#### (1.1) D\ne", 10, "used twice; it is already in line 8", "Change"),
        (HEAD + "# A {timing}\n- (1) B\n- (1) C", 9, "used twice; it is already in line 8", "Change"),
        (HEAD + "# A {banned}\n- X (S 1)\n- X (S 1)", 9, "twice", "delete"),
        (HEAD + "# A {banned}\n- X (S 1)\ntext", 9, "belongs to no list item", "2 spaces"),
        (HEAD + "# A {timing}\n- [Window]\n- One", 8, "before the first step", "below"),
        (HEAD + "# A {timing}\n- One\n    - Two", 9, "indented too far", "2 spaces"),
        (HEAD + "# A {timing}\n- One\n - Two", 9, "indented by half", "2 spaces"),
        (HEAD + "# A {questions}\n#### Q?\nCards:\nYes.", 9, "names no card", "Cards: Name"),
        (HEAD + "# A {banned}\n* X (S 1)", 8, "not a list item", "'- '"),
        (HEAD + "# A {timing}\n1. Dusk", 8, "not a list item", "'- '"),
        (HEAD + "# A {banned}\n- X (S 1)\n- X (S)", 9, "twice", "delete"),
        (HEAD + "# A\n####(1.1) B\nc", 8, "no space", "backslash"),
        (HEAD + "# A\n ## B\nc", 8, "indented", "left"),
        (HEAD + "# A{errata}\n#### B\nc", 7, "no space before", "backslash"),
        (HEAD + "# A\n#### (1.1)\nc", 8, "a label (1.1) but no title", "Write one"),
        (HEAD, 7, "no rulings", "heading"),
    ],
)
def test_a_mistake_is_reported_with_its_line_and_advice(text: str, line: int, message: str, advice: str) -> None:
    found = [problem for problem in read_house(decode(text.encode(), name="x.md")).errors if message in problem.message]
    assert [problem.line for problem in found] == [line]
    assert advice in found[0].advice


def test_every_mistake_is_reported_at_once() -> None:
    document = read_body("# A {eratta}\n#### (1.1) B\nc\n\n# Q {questions}\n#### May I?\n")
    assert [problem.line for problem in document.errors] == [7, 12]


def test_an_open_reference_is_only_a_warning() -> None:
    document = read_body("# A\n#### B\nSee [[2.1.\n")
    assert not document.errors
    assert [problem.line for problem in document.problems] == [9]


@pytest.mark.parametrize("name", ["lanterns-1.0.md", "lanterns-1.1.md", "lanterns-2.0.md"])
def test_no_line_is_lost(documents: Path, name: str) -> None:
    reading = read((documents / name).read_bytes(), name=name)
    assert not reading.document.problems
    assert lost_lines(reading.source, reading.document) == []


def test_names_beyond_measure_are_refused() -> None:
    reading = read((HEAD + f"# A {{banned}}\n- {'x' * 201} (S 1)").encode(), name="x.md")
    assert [str(problem) for problem in reading.document.errors] == [
        "line 8: A card's name has more than 200 characters. Shorten it."
    ]


def test_the_same_label_may_stand_below_each_step() -> None:
    chart = "# A {timing}\n- (1) B\n  - (I) C\n  - (II) D\n- (2) E\n  - (I) F\n    - (I) G\n"
    assert read_body(chart).problems == ()
