"""Texts without their markup."""

import pytest

from rulings.read_model.wording import one_line, plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Forced Response:** draw *one* card", "Forced Response: draw one card"),
        ("- first\n- second", "• first\n• second"),
        ("see [[2.11|the rule]] and [[Harbour Bell]]", "see the rule and Harbour Bell"),
        ("it gains [icon?].", "it gains ▢."),
        ("a \\*starred\\* word", "a *starred* word"),
        ("read [this](https://example.org/x)", "read this"),
        ("2 - 1 is 1", "2 - 1 is 1"),
    ],
)
def test_markup_is_left_out(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_a_line_is_cut_between_two_words() -> None:
    assert one_line("one two three four", length=9) == "one two …"
    assert one_line("- one\n- two", length=9) == "one two"
