"""Whether an answer turns around."""

import pytest

from rulings.diffing.answers import reversal


@pytest.mark.parametrize(
    ("old", "new", "turned"),
    [
        ("Yes. It may.", "No. It may not.", ("Yes", "No")),
        ("**No**, never.", "yes, now.", ("No", "Yes")),
        ("Yes.", "Yes, but once.", None),
        ("Yes.", "Nobody may.", None),
        ("It depends.", "No.", None),
    ],
)
def test_an_answer_is_reversed_only_from_yes_to_no_or_back(old: str, new: str, turned: tuple[str, str] | None) -> None:
    assert reversal(old, new) == turned
