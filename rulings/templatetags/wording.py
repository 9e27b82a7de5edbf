"""Template tags for the wording of rulings; built in to every template."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.safestring import SafeString, mark_safe

from rulings.read_model.wording import plain_title

register = template.Library()
register.filter(plain_title)


@register.filter
def html(record: dict[str, Any], key: str = "html") -> SafeString:
    """A part of a ruling that is HTML already."""
    return mark_safe(str(record[key]))  # noqa: S308 - sanitised in read_model/wording.py


@register.filter
def on(day: str | None) -> str:
    """A day as people write it: "2020-03-01" is 1 March 2020."""
    date = parse_date(day) if day else None
    return f"{date:%-d %B %Y}" if date else ""


@register.filter
def moment(time: str | None) -> Any:
    """A stored moment, to be formatted."""
    return parse_datetime(time) if time else None


@register.simple_tag
def search_address(query: str, narrowing: dict[str, str], number: int) -> str:
    """The address of a page of results."""
    parameters = {"q": query, **{name.removesuffix("_name"): value for name, value in narrowing.items() if value}}
    return f"{reverse('search')}?{urlencode({**parameters, 'page': number})}"
