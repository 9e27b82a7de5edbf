"""The words of the records and those of the model are the same, because they are declared once."""

from importers import records
from importers.citing import Origin
from importers.resolving import Status
from importers.targets import Target
from rulings.models import Change, Finding, Reference, Ruling


def test_the_model_offers_the_words_of_the_records() -> None:
    for field, words in (
        (Ruling._meta.get_field("kind"), records.Kind),
        (Ruling._meta.get_field("scope"), records.Scope),
        (Ruling._meta.get_field("list_name"), records.ListName),
        (Change._meta.get_field("kind"), records.ChangeKind),
        (Reference._meta.get_field("status"), Status),
        (Reference._meta.get_field("leads_to"), Target),
        (Reference._meta.get_field("origin"), Origin),
    ):
        assert [value for value, _ in field.choices or ()] == [word.value for word in words]


def test_every_mending_can_be_kept_as_a_finding() -> None:
    assert {word.value for word in records.RepairKind} < set(Finding.Kind.values)
