"""What an erratum replaces and by what."""

import pytest

from rulings.diffing.replacements import Replacement, find_replacements
from rulings.diffing.words import Operation


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ('All should read: "Action:" instead of "Any Phase:"', "Any Phase:", "Action:"),
        ("Should read: “**Response**” not **Forced Response**.", "Forced Response", "Response"),
        ('Change "THREE lamps" to "3 lamps".', "THREE lamps", "3 lamps"),
        ("Additionally, change 'your target's' to 'any opponent's' in the box.", "your target's", "any opponent's"),
        ("Replace “if” with “when”.", "if", "when"),
        ("All instances of “lit lamp” should read “burning lamp”.", "lit lamp", "burning lamp"),
        ('In its effect, "any Opponent" replaces "your target".', "your target", "any Opponent"),
        ('Clarify "Bury it," to "Bury it at dusk."', "Bury it", "Bury it at dusk"),
    ],
)
def test_both_wordings_are_found_where_both_are_printed(text: str, old: str, new: str) -> None:
    assert find_replacements(text) == [Replacement(old, new)]


@pytest.mark.parametrize(
    "text",
    [
        'Should read: "Light one lantern."',
        "Should be unique, not common.",
        'It says "Limit once" instead of nothing.',
        "The player's lamp isn't the owner's.",
        "",
    ],
)
def test_nothing_is_found_where_only_one_wording_is_printed(text: str) -> None:
    assert find_replacements(text) == []


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ('Replace "A" with "B", not "C".', [("A", "B")]),
        ('"W" should read "X" instead of "Y".', [("W", "X")]),
        ('It affects "characters", not "support cards".', []),
        ('Change "lit" to "dark" and "moth" to "crow".', [("lit", "dark"), ("moth", "crow")]),
    ],
)
def test_what_is_only_said_beside_a_replacement_is_none(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(one.old, one.new) for one in find_replacements(text)] == pairs


def test_several_replacements_keep_their_order() -> None:
    found = find_replacements('Change "a" to "b". Later, "d" instead of "c".')
    assert [(one.old, one.new) for one in found] == [("a", "b"), ("c", "d")]


def test_a_replacement_is_compared_word_for_word() -> None:
    spans = Replacement("light a lamp", "light one lamp").spans
    assert [(span.operation, span.text) for span in spans] == [
        (Operation.EQUAL, "light "),
        (Operation.DELETE, "a"),
        (Operation.INSERT, "one"),
        (Operation.EQUAL, " lamp"),
    ]
