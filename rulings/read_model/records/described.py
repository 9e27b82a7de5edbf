"""How a key of a record is described, for the API's documentation."""

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
