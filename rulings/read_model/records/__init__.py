"""The shapes of everything that readers and programs see. Each is declared once, as a dictionary with typed keys.

A stored row, the context of a template, an answer of the API and a line of an export are the same dictionary. Ids are
part of addresses, and so as permanent: a card's is "game/set/card", a ruling's "game/document/ruling". Addresses are
paths on this site; absent values are null; dates are ISO 8601.
"""

from typing import Any

from pydantic import Field

PATH = "A path on this site"


def said(description: str, example: Any = None, **schema: Any) -> Any:
    """What a key means, perhaps with an example."""
    extra = {**({"example": example} if example is not None else {}), **schema}
    return Field(description=description or None, json_schema_extra=extra or None)


def a_date(description: str = "") -> Any:
    """A day: "2020-03-01"."""
    return said(description, format="date")


def a_time(description: str = "") -> Any:
    """A moment: "2020-03-01T12:00:00+00:00"."""
    return said(description, format="date-time")
