"""The words of the records and those of the model are the same."""

from importers import records, resolving
from rulings.diffing.changes import ChangeKind
from rulings.models import Change, Finding, Reference, Ruling
from rulings.models.sources import Authority


def test_records_and_model_speak_the_same_words() -> None:
    for pure, stored in (
        (records.Kind, Ruling.Kind),
        (records.Scope, Ruling.Scope),
        (records.ListName, Ruling.ListName),
        (records.Authority, Authority),
        (ChangeKind, Change.Kind),
        (resolving.Status, Reference.Status),
        (resolving.Target, Reference.Leads),
    ):
        assert [word.value for word in pure] == stored.values


def test_every_mending_can_be_kept_as_a_finding() -> None:
    assert {word.value for word in records.Mending} < set(Finding.Kind.values)
