# ruff: noqa: E501 - decks as programs write them
"""Deck lists as people paste them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.decklists import DeckError, Reading, read_deck
from importers.records import CardCitation


@pytest.mark.parametrize(
    ("line", "count", "citation"),
    [
        ("3x Shotgun", 3, CardCitation("Shotgun")),
        ("3 x Shotgun", 3, CardCitation("Shotgun")),
        ("3× Shotgun", 3, CardCitation("Shotgun")),
        ("3X Shotgun", 3, CardCitation("Shotgun")),
        ("3 Shotgun", 3, CardCitation("Shotgun")),
        ("3\tShotgun", 3, CardCitation("Shotgun")),
        ("x3 Shotgun", 3, CardCitation("Shotgun")),
        ("Shotgun x2", 2, CardCitation("Shotgun")),
        ("Shotgun ×2", 2, CardCitation("Shotgun")),
        ("Shotgun (x2)", 2, CardCitation("Shotgun")),
        ("Shotgun (Core Set F14) x2", 2, CardCitation("Shotgun", set="Core Set", number="F14")),
        ("Shotgun (F14)x2", 2, CardCitation("Shotgun", number="F14")),
        ("2x Shotgun [Core Set F14]", 2, CardCitation("Shotgun", set="Core Set", number="F14")),
        ("2x Shotgun (Core Set #14)", 2, CardCitation("Shotgun", set="Core Set", number="14")),
        ("2x Shotgun (Core Set) 14", 2, CardCitation("Shotgun", set="Core Set", number="14")),
        ("Shotgun", 1, CardCitation("Shotgun")),
        ("- 3x Shotgun", 3, CardCitation("Shotgun")),
        ("* **Shotgun** x2", 2, CardCitation("Shotgun")),
        ("1. 2x Shotgun", 2, CardCitation("Shotgun")),
        ("- 2x [Shotgun](https://example.org/cards/14) (Core Set)", 2, CardCitation("Shotgun", set="Core Set")),
        ("| 3 | Shotgun | Core Set F14 |", 3, CardCitation("Shotgun", set="Core Set", number="F14")),
        ("| Shotgun | 3x |", 3, CardCitation("Shotgun")),
        ("  3x   Hound   of Tindalos  ", 3, CardCitation("Hound of Tindalos")),
        ("3x Catharsis of Fire, Ex", 3, CardCitation("Catharsis of Fire, Ex")),
        ("Magah Bird 3", 3, CardCitation("Magah Bird")),
        ("Magah Bird\t3", 3, CardCitation("Magah Bird")),
        ("Magah Bird: 3", 3, CardCitation("Magah Bird")),
        ("Magah Bird - 3", 3, CardCitation("Magah Bird")),
        ("Magah Bird *3", 3, CardCitation("Magah Bird")),
        ("Magah Bird,3", 3, CardCitation("Magah Bird")),
        ('"Magah Bird",3', 3, CardCitation("Magah Bird")),
        ("Magah Bird (3)", 3, CardCitation("Magah Bird")),
        ("Magah Bird [3]", 3, CardCitation("Magah Bird")),
        ("(2) Shotgun", 2, CardCitation("Shotgun")),
        ("[2] Shotgun", 2, CardCitation("Shotgun")),
        ("3,Magah Bird", 3, CardCitation("Magah Bird")),
        ("3; Magah Bird", 3, CardCitation("Magah Bird")),
        ("SB: 1x Magah Bird", 1, CardCitation("Magah Bird")),
        ("2x Book of Dyzan (Atlantean)", 2, CardCitation("Book of Dyzan (Atlantean)")),
        ("2x Beat Cop (2) (Core Set)", 2, CardCitation("Beat Cop", set="Core Set")),
        ("2x Shotgun (Core Set) (F14)", 2, CardCitation("Shotgun", set="Core Set", number="F14")),
        ("2x Shotgun - Core Set", 2, CardCitation("Shotgun", set="Core Set")),
        ("2x Shotgun | Core Set", 2, CardCitation("Shotgun", set="Core Set")),
        ("2\tShotgun\tCore Set", 2, CardCitation("Shotgun", set="Core Set")),
        ("3\tShotgun Blast\tCore Set\tF16", 3, CardCitation("Shotgun Blast", set="Core Set", number="F16")),
        ("1x Shotgun # good card", 1, CardCitation("Shotgun")),
        ("1x Shotgun // good card", 1, CardCitation("Shotgun")),
        ("1x Shotgun (Core Set F14) #unique", 1, CardCitation("Shotgun", set="Core Set", number="F14")),
        ("- [ ] 2x Shotgun", 2, CardCitation("Shotgun")),
        ("- [x] 1 Shotgun", 1, CardCitation("Shotgun")),
        ("> 2x Shotgun", 2, CardCitation("Shotgun")),
        ("| 3 | Shotgun | F14 | Core Set |", 3, CardCitation("Shotgun", set="Core Set", number="F14")),
    ],
)
def test_a_line_can_be_read_as_a_count_and_a_card(line: str, count: int, citation: CardCitation) -> None:
    (read,) = read_deck(line)
    assert Reading(count, citation) in read.readings


@pytest.mark.parametrize(
    "line",
    [
        *("# My deck", "## Characters", "// a remark", "; a remark", "<!-- a remark -->", "---", "***"),
        *("|---|---|", "| Qty | Name | Set |", "| # | Name | No. | Set |"),
    ],
)
def test_remarks_rules_and_heads_of_tables_name_no_card(line: str) -> None:
    (read,) = read_deck(line)
    assert read.readings == ()


@pytest.mark.parametrize("line", ["Characters:", "Characters (24)", "Total: 50 cards", "**Support**", "Sideboard"])
def test_what_may_be_a_heading_is_marked_so(line: str) -> None:
    (read,) = read_deck(line)
    assert read.may_be_heading


@pytest.mark.parametrize("line", ["Harbuor Bell 2", "Drowned Sextn (Tides of Vell 3)", "Magah Bird - 3", "Shotgun"])
def test_a_line_that_ends_in_a_number_is_no_heading(line: str) -> None:
    (read,) = read_deck(line)
    assert not read.may_be_heading


def test_a_line_is_first_of_all_a_name() -> None:
    (read,) = read_deck("13 Lanterns")
    assert read.readings[:2] == (Reading(1, CardCitation("13 Lanterns")), Reading(13, CardCitation("Lanterns")))
    assert read.likeliest.count == 13


def test_lines_are_counted_as_pasted_and_know_their_section() -> None:
    lines = read_deck("# Deck\n\n3x Shotgun\nSideboard:\nLocal Sheriff")
    assert [(line.number, line.section) for line in lines] == [(1, ""), (3, "Deck"), (4, "Deck"), (5, "Sideboard")]


def test_an_octgn_deck_is_read() -> None:
    deck = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
    <deck game="43054c18-2362-43e0-a434-72f8d0e8477c">
      <section name="Deck" shared="False">
        <card qty="3" id="1">Hound of Tindalos</card>
        <card qty="1" id="2">Shotgun &amp; Shells</card>
      </section>
      <notes><![CDATA[3x Nothing]]></notes>
    </deck>"""
    assert [(line.likeliest.count, line.likeliest.citation.name) for line in read_deck(deck)] == [
        (3, "Hound of Tindalos"),
        (1, "Shotgun & Shells"),
    ]


BOMB = '<!DOCTYPE d [<!ENTITY a "aaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><deck><card qty="1">&b;</card></deck>'
OUTSIDE = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><deck><card qty="1">&a;</card></deck>'


@pytest.mark.parametrize("deck", [BOMB, OUTSIDE, '<!DOCTYPE deck SYSTEM "http://example.org/x.dtd"><deck/>'])
def test_xml_that_declares_anything_is_refused(deck: str) -> None:
    with pytest.raises(DeckError, match="declares things"):
        read_deck(deck)


@pytest.mark.parametrize("deck", ["<deck><card>", "<", "<deck/>", "<html><body>3x Shotgun</body></html>"])
def test_xml_that_is_no_deck_is_refused_with_a_reason(deck: str) -> None:
    with pytest.raises(DeckError, match="XML"):
        read_deck(deck)


def test_a_list_that_is_no_deck_is_refused() -> None:
    with pytest.raises(DeckError, match="at most 1000"):
        read_deck("Shotgun\n" * 1001)


@given(st.text(max_size=300))
def test_nothing_that_can_be_pasted_is_another_error(text: str) -> None:
    try:
        for line in read_deck(text):
            assert all(reading.count and reading.citation.name for reading in line.readings)
    except DeckError:
        pass


@pytest.mark.parametrize(
    "text",
    [
        '{"ObjectStates": 5}',
        '{"ContainedObjects": [{"Name": "Deck", "DeckIDs": [[1]]}]}',
        '{"slots": {"01016": ' + "9" * 5000 + "}}",
        '{"a": true}',
        "[[[[",
        "name,count\n" + "x" * 140_000 + ",1\n",
    ],
)
def test_a_deck_that_is_damaged_is_refused_and_not_an_error_of_ours(text: str) -> None:
    try:
        lines = read_deck(text)
    except DeckError:
        return
    assert all(reading.count < 1000 for line in lines for reading in line.readings)


@pytest.mark.parametrize(
    ("text", "count", "name", "external_id"),
    [
        ('<deck><section name="Main"><card qty="3" id="ABC-1">Misspelt Nmae</card></section></deck>', 3, "Misspelt Nmae", "abc-1"),
        ('<deck><superzone name="Deck"><card><name id="x">Owl</name></card><card><name id="x">Owl</name></card></superzone></deck>', 2, "Owl", ""),
        ('{"slots": {"01016": 2}, "investigator_code": "01001"}', 2, "01016", "01016"),
        ('[{"code": "01016", "quantity": 2}]', 2, "01016", "01016"),
        ('{"ObjectStates": [{"Name": "Deck", "DeckIDs": [7, 7, 7], "ContainedObjects": [{"Name": "Card", "CardID": 7, "Nickname": "Owl (2)"}]}]}', 3, "Owl", ""),
        ("Set;Anzahl;Kartenname\nTides;2;Owl\n", 2, "Owl", ""),
        ("01016 x2", 2, "01016", "01016"),
        ("[url=http://x]3x Owl[/url] (Tides)", 3, "Owl", ""),
        ("3\tOwl, The", 3, "The Owl", ""),
    ],
)  # fmt: skip
def test_the_formats_of_programs_are_read(text: str, count: int, name: str, external_id: str) -> None:
    readings = [reading for line in read_deck(text) for reading in line.readings]
    assert any((one.count, one.citation.name, one.external_id) == (count, name, external_id) for one in readings)


def test_the_marks_of_a_deck_on_a_forum_are_not_cards() -> None:
    assert [bool(line.readings) for line in read_deck("[deck]\n3 Lamp\n[/deck]")] == [False, True, False]
