"""Instructions as an editor writes them."""

import pytest

from rulings.effective.instructions import read_instructions
from rulings.effective.lines import LineError, as_lines, from_lines

ERRATA = [
    'Should read: "Attach it to a character (counts as an Attachment)..."',
    "The second ability should read: “Action: Draw 2 cards.”",
    "Its Forced effect should read: “Forced: Discard 1 card.”",
    'All should read: "Action:" instead of "Any Phase:"',
    "No longer has the text: “Your kennel may hold eight hounds.”",
    "The last sentence should be deleted.",
    "Add the text “Limit once per turn.” to the end of the text.",
    "Should have the trait *Sorcerer*, and be unique.",
    "The player may look at the card.",
]


@pytest.mark.parametrize("erratum", ERRATA)
def test_what_is_written_is_read_back_the_same(erratum: str) -> None:
    instructions = read_instructions(erratum)
    lines = as_lines(instructions)
    assert as_lines(from_lines(lines)) == lines
    assert [one.kind for one in from_lines(lines)] == [one.kind for one in instructions]


def test_which_ability_is_meant_is_not_lost() -> None:
    (one,) = from_lines("read (second, response): Action: Draw 2 cards.")
    assert (one.ordinal, one.ability, one.words) == ("second", "response", "Action: Draw 2 cards.")


@pytest.mark.parametrize("text", ["", "nonsense", "replace: without an arrow", "set: x"])
def test_a_line_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(LineError):
        from_lines(text)
