"""What publishing would do, and what the source itself marks as new."""

from importers.records import ChangeKind, Kind, ParsedRuling
from rulings.services.reconciling import Plan, PlannedChange

MARKED = ParsedRuling(kind=Kind.CLARIFICATION, title="Lamps", text="Lamps burn.", is_marked=True)
PLAIN = ParsedRuling(kind=Kind.CLARIFICATION, title="Oars", text="Oars row.")


def test_what_a_source_marks_is_not_compared_with_an_edition_of_the_same_label() -> None:
    same = PlannedChange(ChangeKind.SAME, MARKED)
    assert Plan((same,)).only_marked == ["Lamps"]
    again = Plan((same, PlannedChange(ChangeKind.REWORDED, PLAIN)), is_again=True)
    assert (again.only_marked, again.unmarked) == ([], [])
