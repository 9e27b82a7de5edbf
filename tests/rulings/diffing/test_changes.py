"""What an edition did to a ruling."""

from dataclasses import replace

import pytest

from importers.records import ChangeKind, Kind, Lines, ParsedRuling
from rulings.diffing.similarity import classify

OLD = ParsedRuling(
    kind=Kind.CLARIFICATION,
    heading_path=("Rules",),
    key="1.1",
    title="Lighting",
    text="A lantern that is lit cannot be lit again, and the player who has lit it draws one card from the deck.",
    lines=Lines(3, 4),
)
REWRITTEN = "Nobody lights anything any more; ships carry no oil and the harbour is dark."


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({}, ChangeKind.SAME),
        ({"lines": Lines(30, 40)}, ChangeKind.SAME),
        ({"text": OLD.text.replace(", and", ",\nand")}, ChangeKind.SAME),
        ({"key": "1.2"}, ChangeKind.MOVED),
        ({"heading_path": ("Rules", "Lanterns")}, ChangeKind.MOVED),
        ({"key": "1.2", "text": OLD.text.replace("one card", "two cards")}, ChangeKind.MOVED),
        ({"key": "1.2", "text": REWRITTEN}, ChangeKind.REWORDED),
        ({"text": OLD.text.replace("one card", "two cards")}, ChangeKind.REWORDED),
        ({"title": "Lighting lanterns"}, ChangeKind.REWORDED),
        ({"version_tag": "v1.1"}, ChangeKind.REWORDED),
        ({"reverses_official": True}, ChangeKind.REWORDED),
    ],
)
def test_a_change_has_one_kind(changed: dict[str, object], kind: ChangeKind) -> None:
    assert classify(OLD, replace(OLD, **changed)) is kind  # type: ignore[arg-type]


def test_what_has_no_counterpart_is_added_or_removed() -> None:
    assert classify(None, OLD) is ChangeKind.ADDED
    assert classify(OLD, None) is ChangeKind.REMOVED


def test_a_renumbered_ruling_with_a_quarter_of_its_words_new_is_reworded() -> None:
    text = OLD.text.replace("one card from the deck", "two tokens off some pile")
    assert classify(OLD, replace(OLD, key="1.2", text=text)) is ChangeKind.REWORDED
