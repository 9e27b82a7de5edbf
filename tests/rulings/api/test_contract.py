"""Schemathesis drives the whole API from its OpenAPI document, and finds nothing."""

import os
from collections.abc import Iterator

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.test.utils import override_settings
from hypothesis import HealthCheck, Phase, settings

from rulings.models import Document

# So many requests of each kind and operation; a longer search looks for more.
EXAMPLES = int(os.environ.get("RULINGS_API_EXAMPLES", "12"))

schema = schemathesis.pytest.from_fixture("described")


@pytest.fixture
def described(vell: Document) -> Iterator[schemathesis.BaseSchema]:
    with override_settings(ALLOWED_HOSTS=["*"]):
        yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_every_answer_is_as_described(case: schemathesis.Case) -> None:
    case.call_and_validate()
