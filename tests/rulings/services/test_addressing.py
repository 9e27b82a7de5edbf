"""Addresses: readable, unique, never reserved."""

import pytest

from importers.records import CardCitation, Kind, ListName, ParsedRuling
from rulings.services.addressing import free_slug, make_label_slug, make_slug, slug_for_card, slug_for_ruling


def ruling(key: str = "", title: str = "Searching", kind: Kind = Kind.CLARIFICATION) -> ParsedRuling:
    return ParsedRuling(kind=kind, heading_path=("Rules", "Action window"), key=key, title=title, text="…")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Hound of Tindalos", "hound-of-tindalos"),
        ("R’lyeh Rising", "rlyeh-rising"),
        ("Doppelgänger", "doppelganger"),
        ("規則", "規則"),
        ("!!!", "x"),
        ("word " * 40, ("word-" * 12)[:-1]),
    ],
)
def test_a_name_becomes_a_slug(name: str, slug: str) -> None:
    assert make_slug(name) == slug


@pytest.mark.parametrize(("label", "slug"), [("3.2", "3.2"), ("ST.3", "ST.3"), ("v 1/2", "v-1-2"), ("3...2", "3.2")])
def test_a_label_keeps_its_case_and_dots(label: str, slug: str) -> None:
    assert make_label_slug(label) == slug


def test_a_labelled_ruling_is_addressed_by_its_label_while_it_is_free() -> None:
    assert slug_for_ruling(ruling("2.11"), taken=set()) == "2.11"
    assert slug_for_ruling(ruling("2.11"), taken={"2.11"}) == "2.11-searching"
    assert slug_for_ruling(ruling("2.11"), taken={"2.11", "2.11-searching"}) == "2.11-searching-2"


def test_a_step_with_a_bare_number_is_addressed_within_its_chart() -> None:
    assert slug_for_ruling(ruling("3", kind=Kind.STEP), taken=set()) == "action-window-3"
    assert slug_for_ruling(ruling("ST.3", kind=Kind.STEP), taken=set()) == "ST.3"


def test_a_listing_is_addressed_by_its_list_and_card() -> None:
    bell = ParsedRuling(
        kind=Kind.LISTING, list_name=ListName.BANNED, heading_path=("L",), title="Bell", cards=(CardCitation("Bell"),)
    )
    assert slug_for_ruling(bell, taken=set()) == "banned-bell"


def test_reserved_words_are_never_an_address() -> None:
    assert slug_for_ruling(ruling(title="Timing"), taken=set()) == "timing-2"
    assert free_slug("Cards", taken=(), place="document") == "cards-2"
    assert free_slug("API", taken=(), place="game") == "api-2"


def test_two_cards_of_one_name_get_two_addresses() -> None:
    assert slug_for_card("Bell", number="F28", taken={"F28-bell"}) == "F28-bell-2"
