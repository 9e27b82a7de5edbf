"""Which importer reads a text."""

import pytest

from importers.extraction import extract as decode
from importers.facts import Facts
from importers.formats import IMPORTERS, Importer, UnidentifiedError, format_of, named
from importers.reading import read


def test_the_house_format_is_identified_by_its_content_not_its_name() -> None:
    assert format_of(decode(b"\n---\ngame: G\n---\n", name="notes.pdf.txt")).name == "house"


def test_an_unknown_text_gets_an_error_that_lists_what_each_importer_said() -> None:
    with pytest.raises(UnidentifiedError) as caught:
        format_of(decode(b"Call me Ishmael.", name="novel.txt"))
    for importer in IMPORTERS:
        assert f"{importer.name}: it" in str(caught.value)


@pytest.mark.parametrize("importer", IMPORTERS, ids=lambda one: one.name)
def test_an_importer_says_why_a_text_is_not_in_its_format(importer: Importer) -> None:
    claim = importer.identify(decode(b"Call me Ishmael.", name="novel.txt"))
    assert not claim.holds
    assert claim.reason


def test_an_importer_says_why_a_text_is_in_its_format() -> None:
    claim = named("house").identify(decode(b"---\ngame: G\n---\n", name="notes.txt"))
    assert claim == (True, "it begins with front matter (a line '---')")


def test_a_text_in_two_formats_gets_an_error_that_says_why_each_claims_it() -> None:
    text = "Vell CCG Errata, Rulings & Clarification (7.8 9/18/2013)\n## (1.1) Lamps\nLit.\n## (1.2) Oars\nRow.\n"
    with pytest.raises(UnidentifiedError, match=r"rules-faq: it has .*; ccg-rulings: it begins .*Say which"):
        format_of(decode(text.encode(), name="both.txt"))


def test_an_unknown_format_name_lists_the_known_ones() -> None:
    with pytest.raises(UnidentifiedError, match="there are: house"):
        named("pdf")


def test_a_document_that_names_no_game_is_refused_unless_somebody_says_it() -> None:
    text = b"FAQ\n\nVersion 1.0\n\nRULES CLARIFICATIONS\n\n(1.1) Lamps\n\nThey are lit.\n"
    refused = read(text, name="faq.txt", format_name="lcg-faq").document
    assert "which game" in refused.errors[0].message
    assert not read(text, name="faq.txt", format_name="lcg-faq", facts=Facts().assuming("Vell")).document.errors


@pytest.mark.parametrize(
    ("printed", "date"), [("9/18/2013", "2013-09-18"), ("31/12/2013", "2013-12-31"), ("2/30/2013", "None")]
)
def test_a_date_in_either_order_is_read_and_one_that_is_none_is_reported(printed: str, date: str) -> None:
    title = f"Vell CCG Errata, Rulings & Clarification (7.8 {printed})"
    document = read(f"{title}\nGeneral Errata, Rulings & Clarification\nCancel: Some do.\n".encode(), name="x").document
    assert str(document.date) == date
    reported = "The date in the title is none." in [problem.message for problem in document.problems]
    assert reported == (date == "None")


def test_a_paragraph_above_the_first_section_is_a_ruling_of_its_chapter() -> None:
    text = b"Rules\n\n# Play\n\nA word before.\n\n## (1.1) Lamps\nThey are lit.\n\n## (1.2) Oars\nThey row.\n"
    document = read(text, name="faq.txt", format_name="rules-faq", facts=Facts().assuming("Vell")).document
    assert next((ruling.title, ruling.text) for ruling in document.rulings) == ("Play", "A word before.")


def test_a_text_without_a_ruling_is_refused() -> None:
    document = read(b"It was dark.\n", name="x", format_name="rules-faq", facts=Facts().assuming("Vell")).document
    assert [problem.message for problem in document.errors] == ["Nothing in it reads as a ruling."]


def test_a_shouted_line_below_a_set_with_cards_opens_another_set_and_not_a_pack() -> None:
    text = (
        "LANTERNS OF VELL THE CARD GAME\n\nFAQ / ERRATA VERSION 21\n\nCard Clarification and Errata\n\n"
        "FIRST BOX\n\nLamplighter (F12)\nShould read: one.\n\nSECOND BOX\n\nHarbour Bell (F40)\nShould read: two.\n"
    )
    rulings = named("lcg-faq").read(decode(text.encode(), name="faq.txt"), Facts()).rulings
    assert [(card.set, card.pack) for ruling in rulings for card in ruling.cards] == [
        ("First Box", ""),
        ("Second Box", ""),
    ]


def test_an_edition_that_contradicts_the_printed_one_is_a_problem() -> None:
    data = b"---\ngame: G\ndocument: FAQ\nedition: 3.2\n---\n\n# Rules\n\n## One {kind: clarification}\n\nText.\n"
    said = [problem.message for problem in read(data, name="faq.md", edition="3.2").document.problems]
    assert not any("says that it is edition" in message for message in said)
    said = [problem.message for problem in read(data, name="faq.md", edition="3.3").document.problems]
    assert "The document itself says that it is edition 3.2; it is taken in as 3.3." in said


def test_listed_cards_may_have_no_set_and_a_list_without_cards_is_said() -> None:
    text = (
        "LANTERNS OF VELL THE CARD GAME\n\nFAQ / ERRATA VERSION 2.1\n\nCard Errata\n\nLamplighter (F12)\n"
        "Should read: one.\n\nRestricted List\n\nCaptain Ondry (C012)\n\nOld Oar (C013)\n\n"
        "Banned List\n\nThese are banned for good and all.\n\nRules Clarifications\n\n(1.1) Lamps\n\nThey burn.\n"
    )
    document = read(text.encode(), name="faq.txt").document
    listed = [(one.title, one.list_name, one.cards[0].number) for one in document.rulings if one.list_name]
    assert listed == [("Captain Ondry", "restricted", "C012"), ("Old Oar", "restricted", "C013")]
    assert [one.message for one in document.problems if "lists no card" in one.message] == [
        "“Banned List” is read as a list, and lists no card."
    ]
