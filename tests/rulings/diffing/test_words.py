"""Differences, word for word."""

import time

from hypothesis import given
from hypothesis import strategies as st

from rulings.diffing.words import Operation, compare

WORDS = st.lists(st.sampled_from(["light", "a", "lantern", ",", "dusk", "\n", "\n\n", "it’s", "é"]), max_size=20)
TEXTS = WORDS.map(" ".join)


def text_of(old: str, new: str, *operations: Operation) -> str:
    return "".join(span.text for span in compare(old, new) if span.operation in operations)


@given(TEXTS, TEXTS)
def test_the_spans_hold_both_texts(old: str, new: str) -> None:
    assert text_of(old, new, Operation.EQUAL, Operation.DELETE) == old
    assert text_of(old, new, Operation.EQUAL, Operation.INSERT) == new


def test_only_the_changed_words_are_marked() -> None:
    spans = compare("Light one lantern at dusk.", "Light two lanterns at dusk.")
    assert [(span.operation.value, span.text) for span in spans] == [
        ("equal", "Light "),
        ("delete", "one lantern"),
        ("insert", "two lanterns"),
        ("equal", " at dusk."),
    ]


def test_a_long_repetitive_text_is_compared_in_seconds() -> None:
    started = time.monotonic()
    compare("the lantern is lit " * 5000, "the lantern was lit " * 5000)
    assert time.monotonic() - started < 5
