"""Asking the API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rulings.models import Document

Get = Callable[..., dict[str, Any]]


@pytest.fixture
def get(client: Client, lanterns: Document) -> Get:
    """Ask the API for something that is there."""

    def get_one(path: str, **asked: object) -> dict[str, Any]:
        response = client.get(f"/api/v1{path}", asked)
        assert response.status_code == 200, response.content
        answer: dict[str, Any] = response.json()
        return answer

    return get_one
