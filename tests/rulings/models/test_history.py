"""Law 4: history only grows, and the database sees to it."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from rulings.models import Change, Document, Edition, Revision, Ruling, Source

ATTEMPTS: dict[str, Callable[[], object]] = {
    "reword": lambda: Revision.objects.update(text="Nothing."),
    "forget a wording": lambda: Revision.objects.all()._raw_delete("default"),
    "rewrite a change": lambda: Change.objects.update(position=7),
    "forget a change": lambda: Change.objects.all()._raw_delete("default"),
    "move an address": lambda: Ruling.objects.update(slug="elsewhere"),
    "forget a ruling": lambda: Ruling.objects.all()._raw_delete("default"),
    "alter a source": lambda: Source.objects.update(text="Nothing."),
    "forget a source": lambda: Source.objects.all()._raw_delete("default"),
    "relabel an edition": lambda: Edition.objects.update(label="9.9"),
    "forget an edition": lambda: Edition.objects.all()._raw_delete("default"),
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_database_refuses_to_change_history(lanterns: Document, attempt: str) -> None:
    with pytest.raises(DatabaseError, match="history only grows"), transaction.atomic():
        ATTEMPTS[attempt]()


def test_sqlite_lets_readers_read_while_somebody_writes(db: None) -> None:
    if connection.vendor != "sqlite":
        assert connection.vendor == "postgresql"
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone()[0] >= 10_000
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in connection.settings_dict["OPTIONS"]["init_command"]
