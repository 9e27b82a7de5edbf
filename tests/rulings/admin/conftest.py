"""People at the desk."""

import pytest
from django.test import Client

from rulings.services.accounts import create_editor

PASSWORD = "correct horse battery"  # noqa: S105 - of accounts that live as long as a test


def client_of(name: str, *, is_publisher: bool) -> Client:
    client = Client()
    client.force_login(
        create_editor(name, PASSWORD, is_publisher=is_publisher), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


@pytest.fixture
def editor(db: None) -> Client:
    """Somebody who prepares editions."""
    return client_of("ed", is_publisher=False)


@pytest.fixture
def publisher(db: None) -> Client:
    """Somebody who may also publish them."""
    return client_of("pub", is_publisher=True)
