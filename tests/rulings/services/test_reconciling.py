"""What publishing would do, and what the source itself marks as new."""

from importers.records import ChangeKind, Kind, ParsedRuling
from rulings.models import Revision
from rulings.services.reconciling import Plan, PlannedChange

MARKED = ParsedRuling(
    kind=Kind.CLARIFICATION, heading_path=("Rules",), title="Lamps", text="Lamps burn.", is_marked=True
)
PLAIN = ParsedRuling(kind=Kind.CLARIFICATION, heading_path=("Rules",), title="Oars", text="Oars row.")


def test_what_a_source_marks_is_not_compared_with_an_edition_of_the_same_label() -> None:
    changes = (
        PlannedChange(ChangeKind.SAME, MARKED, previous=Revision()),
        PlannedChange(ChangeKind.REWORDED, PLAIN, previous=Revision()),
    )
    following, again = Plan(changes), Plan(changes, is_again=True)
    assert (following.only_marked, following.unmarked) == (["Lamps"], ["Oars"])
    assert (again.only_marked, again.unmarked) == ([], [])
