"""The site as data, under /api/v1/."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import NinjaAPI, Router

from rulings.api import catalogue, documents, problems, rulings, searching, sharing
from rulings.api.asking import reading
from rulings.api.schemas import Index, Problem
from rulings.read_model.state import site_state
from rulings.read_model.wording import moment
from rulings.validating import validated

ABOUT = """What cards really say now, and what is ruled about them, as on the pages of this site.

Read only, without a key, from any origin. Ids and addresses are permanent. Every answer has an ETag: send it back in
If-None-Match, and what has not changed is answered with a 304. Errors are application/problem+json and say what to do.
"""
# The errors that every operation may answer with, in addition to those that only some can.
COMMON_PROBLEMS = {404: "Nothing is there", 410: "It was withdrawn", 422: "A parameter is wrong"}


class OpenData(NinjaAPI):
    """An API whose OpenAPI document names its problems."""

    _described: Any = None

    def get_openapi_schema(self, **kwargs: Any) -> Any:
        """The OpenAPI document; made once, for it changes with the code alone."""
        if self._described is None:
            self._described = self._describe(**kwargs)
        return self._described

    def _describe(self, **kwargs: Any) -> Any:
        schema = super().get_openapi_schema(**kwargs)
        schema["components"]["schemas"]["Problem"] = Problem.json_schema()
        answer = {problems.CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for operations in schema["paths"].values():
            # What answers GET also answers HEAD.
            operations.pop("head", None)
            for method, operation in operations.items():
                described = {**COMMON_PROBLEMS, **({400: "The body cannot be read"} if method == "post" else {})}
                for status, description in described.items():
                    operation["responses"].setdefault(status, {"description": description, "content": answer})
        schema["x-problems"] = problems.kinds()
        return schema


router = Router(tags=["about"])


@reading(router, "/", response=Index, url_name="index", summary="See what there is")
def index(request: HttpRequest) -> dict[str, Any]:
    """Where to begin, and the state of the site."""
    state = site_state()
    names = {
        "games": "home",
        "sets": "sets",
        "cards": "cards",
        "documents": "documents",
        "editions": "editions",
        "rulings": "rulings",
        "changes": "changes",
        "lists": "lists",
        "search": "search",
        "completion": "suggestions",
        "citations": "cite",
        "deck check": "deck-check",
        "downloads": "downloads",
    }
    return {
        "name": "Rulings",
        "documentation": reverse("api-help"),
        "openapi": reverse("api:openapi-json"),
        "generation": state.generation,
        "state": state.key,
        "changed": moment(state.changed_at),
        "resources": {name: reverse(f"api:{url_name}") for name, url_name in names.items()},
    }


api = OpenData(
    title="Rulings",
    version="1",
    description=ABOUT,
    docs_url=None,
    docs_decorator=validated,
    urls_namespace="api",
    servers=[{"url": "/"}],
)
api.add_decorator(validated, mode="view")
problems.add_handlers(api)
for one in (
    router,
    catalogue.router,
    documents.router,
    rulings.router,
    searching.router,
    sharing.router,
):
    api.add_router("", one)
