"""Schemathesis drives the whole API from its OpenAPI document, and finds nothing."""

import json
import os
from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application
from django.test.utils import override_settings
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from rulings.api import api
from rulings.models import Document

# So many requests of each operation; a longer search looks for more.
EXAMPLES = int(os.environ.get("RULINGS_API_EXAMPLES", "20"))

# What is there in the invented game.
THERE = {
    "game": "lanterns-of-vell",
    "document": "faq",
    "card_set": "core-box",
    "set": "core-box",
    "card": "L40-harbour-bell",
    "first_set": "core-box",
    "first": "L40-harbour-bell",
    "second_set": "core-box",
    "second": "L12-lamplighter",
    "number": "L40",
    "edition": "1.1",
    "old": "1.0",
    "new": "2.0",
    "ruling": "1.1",
    "label": "1.1",
    "tag": "v1.0",
    "chapter": "rules-clarifications",
    "url": "/lanterns-of-vell/cards/core-box/L40-harbour-bell/",
    "q": "lantern",
}


def described() -> dict[str, Any]:
    """The OpenAPI document as it is served, with examples that are there."""
    schema: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    for operations in schema["paths"].values():
        for operation in operations.values():
            for parameter in operation["parameters"]:
                if parameter["name"] in THERE and "enum" not in parameter["schema"]:
                    parameter["example"] = THERE[parameter["name"]]
                    parameter["schema"].pop("example", None)
    return schema


schema = schemathesis.openapi.from_dict(described())
schema.app = get_wsgi_application()


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_every_answer_is_as_described(case: schemathesis.Case, lanterns: Document) -> None:
    # Whether a text is a deck list, no schema can tell.
    refusable = [positive_data_acceptance] if case.path == "/api/v1/decks/check" else []
    with override_settings(ALLOWED_HOSTS=["*"]):
        # The client of Schemathesis does not unpack what is compressed.
        case.call_and_validate(headers={"Accept-Encoding": "identity"}, excluded_checks=refusable)
