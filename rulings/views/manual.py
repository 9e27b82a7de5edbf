"""The human page of the API, told from its OpenAPI document."""

import json
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.translation import gettext

from rulings.validating import page
from rulings.views.heads import Head, trail

ABOUT = "The JSON API of this site: every address, its parameters and examples. Free to read, from anywhere, no key."
Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Parameter:
    """Something that an operation can be asked."""

    name: str
    about: str
    allowed: str
    is_required: bool


@dataclass(frozen=True)
class Operation:
    """One address of the API."""

    method: str
    path: str
    summary: str
    about: str
    parameters: list[Parameter]
    # An address to try, and what to send there, if anything.
    example: str
    answer: str


@dataclass(frozen=True)
class Chapter:
    title: str
    operations: list[Operation]


@page
def operators_help(request: HttpRequest) -> HttpResponse:
    """For those who run this site: how the publishers' documents and the texts of cards come here."""
    about = gettext("For those who run this site: how to bring the publishers’ own documents, and the texts of cards.")
    return render(request, "operators_help.html", {"head": Head(gettext("For operators"), about, trail())})


@page
def api_help(request: HttpRequest) -> HttpResponse:
    """What the API can be asked, and what it answers."""
    address = reverse("api:openapi-json")
    # Asked at its own address: what is remembered is remembered by address.
    asked = copy(request)
    asked.path = asked.path_info = address
    schema = json.loads(resolve(address).func(asked).content)
    context = {
        "head": Head("API", ABOUT, trail()),
        "openapi": address,
        "introduction": schema["info"]["description"].strip().split("\n\n"),
        "chapters": chapters_of(schema),
        "problems": schema["x-problems"],
    }
    return render(request, "api_help.html", context)


def chapters_of(schema: Schema) -> list[Chapter]:
    """The operations of an OpenAPI document, chapter by chapter."""
    chapters: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            chapters.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    return [Chapter(title, operations) for title, operations in chapters.items()]


def _operation(path: str, method: str, operation: Schema) -> Operation:
    answer = operation["responses"]["200"].get("content", {}).get("application/json", {}).get("schema", {})
    return Operation(
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        about=operation.get("description", ""),
        parameters=[_parameter(one) for one in operation["parameters"]],
        example=_example(path, operation["parameters"]) if method == "get" else "",
        answer=answer.get("$ref", "").rsplit("/", 1)[-1],
    )


def _parameter(one: Schema) -> Parameter:
    schema = one["schema"]
    allowed = ", ".join(value for value in schema.get("enum", []) if value)
    if "maximum" in schema:
        allowed = f"{schema.get('minimum', 0)} to {schema['maximum']:,}"
    return Parameter(one["name"], one.get("description", ""), allowed, one["required"])


def _example(path: str, parameters: list[Schema]) -> str:
    """An address to try: the path with its examples, and what has to be asked."""
    for one in parameters:
        if one["in"] == "path":
            value = one.get("example") or one["schema"].get("enum", [""])[0]
            path = path.replace(f"{{{one['name']}}}", value)
    asked = {one["name"]: one.get("example", "") for one in parameters if one["in"] == "query" and one["required"]}
    return f"{path}?{urlencode(asked)}" if asked else path
