"""Typing mistakes."""

import pytest

from rulings.search.spelling import closest, distance

VOCABULARY = {"attack": 9, "attach": 3, "opportunity": 2, "cancel": 5, "play": 9}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("attak", "attack"),
        ("atack", "attack"),
        ("attahc", "attach"),
        ("oportunety", "opportunity"),
        ("cancle", "cancel"),
        ("zebra", None),
        ("pla", None),
    ],
)
def test_the_likeliest_word_is_found(typed: str, meant: str | None) -> None:
    assert closest(typed, VOCABULARY) == meant


@pytest.mark.parametrize(("one", "other", "slips"), [("abc", "abc", 0), ("abc", "acb", 1), ("abc", "xyz", 3)])
def test_slips_are_counted_up_to_the_most_that_matters(one: str, other: str, slips: int) -> None:
    assert distance(one, other, most=2) == min(slips, 3)
