"""The invented game, published once for all tests of a file that only read."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import pytest_django
from django.db import transaction
from django.test import Client

from importers.reading import read
from rulings.models import Document, Edition
from rulings.services import importing, publishing

Get = Callable[..., dict[str, object]]
DOCUMENTS = Path(__file__).resolve().parents[2] / "documents"


@pytest.fixture(scope="module")
def vell_once(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[Edition]:
    with django_db_blocker.unblock(), transaction.atomic():
        for label in ("1.0", "1.1", "2.0"):
            path = DOCUMENTS / f"lanterns-{label}.md"
            edition, _ = publishing.publish(importing.take_in(read(path.read_bytes(), name=path.name)).edition)
        yield edition
        transaction.set_rollback(True)


@pytest.fixture
def vell(vell_once: Edition, db: None) -> Document:
    """The invented FAQ with all three editions published."""
    return Document.objects.select_related("game", "current").get(pk=vell_once.document_id)


@pytest.fixture
def get(client: Client, vell: Document) -> Get:
    """Ask the API for something that is there."""

    def get_one(path: str, **asked: object) -> dict[str, object]:
        response = client.get(f"/api/v1{path}", asked)
        assert response.status_code == 200, response.content
        answer: dict[str, object] = response.json()
        return answer

    return get_one
