"""Typing mistakes."""

import pytest

from rulings.search.spelling import Vocabulary, closest

VOCABULARY = Vocabulary({"attack": 9, "attach": 3, "opportunity": 2, "cancel": 5, "play": 9, "plan": 1})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("attak", "attack"),
        ("atack", "attack"),
        ("tatack", "attack"),
        ("attahc", "attach"),
        ("oportunety", "opportunity"),
        ("cancle", "cancel"),
        ("plau", "play"),
        ("zebra", None),
        ("pla", None),
    ],
)
def test_the_likeliest_word_is_found(typed: str, meant: str | None) -> None:
    assert closest(typed, VOCABULARY) == meant


def test_words_from_elsewhere_can_be_meant_too() -> None:
    assert closest("zebar", VOCABULARY, also=["zebra"]) == "zebra"


def test_two_slips_are_forgiven_in_long_words_alone() -> None:
    assert closest("oppprtunitx", VOCABULARY) == "opportunity"
    assert closest("attxck", VOCABULARY) == "attack"
    assert closest("axtxck", VOCABULARY) is None


def test_known_words_are_found_by_their_beginning() -> None:
    assert VOCABULARY.starting_with("atta") == ["attach", "attack"]
    assert VOCABULARY.starting_with("x") == []
