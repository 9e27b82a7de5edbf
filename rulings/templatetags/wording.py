"""Template tags for the wording of rulings; built in to every template."""

import re
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.safestring import SafeString, mark_safe

from rulings.read_model.card_text import line_html, text_html
from rulings.read_model.wording import plain_title, render_markdown, spoken_day
from rulings.selectors.cards.page import spoken

register = template.Library()
register.filter(plain_title)
# "## Lists" in a note; rulings have no headings.
NOTE_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
# What marks a word in a note: a sign that survives on its way to HTML, and the tag that it becomes.
NOTE_MARKS = {
    r"\*\*": (("\ue001", "<ins>"), ("\ue002", "</ins>")),
    "~~": (("\ue003", "<del>"), ("\ue004", "</del>")),
}


@register.filter
def html(record: dict[str, Any], key: str = "html") -> SafeString:
    """A part of a ruling that is HTML already."""
    return mark_safe(str(record[key]))  # noqa: S308 - sanitised in read_model/wording.py


@register.filter
def icons(value: object) -> SafeString:
    """A line of a card, or a fact about it, with its icons set as such."""
    return mark_safe(line_html(str(value)))  # noqa: S308 - escaped in read_model/card_text.py


register.filter(spoken)


@register.filter
def of_key(found: dict[str, Any], key: str) -> Any:
    """What belongs to a key."""
    return found.get(key, ())


@register.filter
def card_html(text: str) -> SafeString:
    """The text of a card."""
    return mark_safe(text_html(text))  # noqa: S308 - escaped in read_model/card_text.py


@register.filter
def note_html(text: str) -> SafeString:
    """A release note as HTML: what is struck out or bold in it is an old or a new word."""
    for mark, (begin, end) in NOTE_MARKS.items():
        text = re.sub(f"{mark}(.+?){mark}", lambda found, begin=begin, end=end: f"{begin[0]}{found[1]}{end[0]}", text)  # type: ignore[misc]
    shown = render_markdown(NOTE_HEADING.sub("\n\ue005\\1\ue006\n", text))
    shown = shown.replace("<p>\ue005", "<h2>").replace("\ue006</p>", "</h2>")
    for begin, end in NOTE_MARKS.values():
        shown = shown.replace(*begin).replace(*end)
    return mark_safe(shown)  # noqa: S308 - sanitised in read_model/wording.py


@register.filter
def on(day: date | str | None) -> str:
    """A day as people write it: "2020-03-01" is 1 March 2020."""
    return spoken_day(day)


@register.filter
def moment(time: str | None) -> Any:
    """A stored moment, to be formatted."""
    return parse_datetime(time) if time else None


@register.simple_tag
def narrowed(query: str, narrowing: dict[str, str], field: str, value: str) -> str:
    """The address of a search with one facet chosen, or no longer."""
    chosen = {name.removesuffix("_name"): one for name, one in narrowing.items()} | {field: value}
    return f"{reverse('search')}?{urlencode({'q': query, **{name: one for name, one in chosen.items() if one}})}"


@register.simple_tag
def search_address(query: str, narrowing: dict[str, str], number: int) -> str:
    """The address of a page of results."""
    parameters = {"q": query, **{name.removesuffix("_name"): value for name, value in narrowing.items() if value}}
    return f"{reverse('search')}?{urlencode({**parameters, 'page': number})}"
