"""Law 4: history only grows, and the database sees to it."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction

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
    "give another reason": lambda: Edition.objects.update(reason="another"),
    "decide otherwise": lambda: Edition.objects.update(decisions=[{}]),
    "publish earlier": lambda: Edition.objects.update(published_at="2001-01-01T00:00Z"),
    "reorder editions": lambda: Edition.objects.update(position=77),
    "make a draft of an edition": lambda: Edition.objects.update(state="draft", position=None, published_at=None),
    "forget an edition": lambda: Edition.objects.all()._raw_delete("default"),
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_database_refuses_to_change_history(lanterns: Document, attempt: str) -> None:
    with pytest.raises(DatabaseError, match="history only grows"), transaction.atomic():
        ATTEMPTS[attempt]()
