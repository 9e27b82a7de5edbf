"""What a page says of itself: its title, what it is about, and the way to it; for people and for search engines."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

Crumb = tuple[str, str]
LONGEST_DESCRIPTION = 160


@dataclass(frozen=True)
class Head:
    """The head of a page."""

    title: str
    description: str
    # The names and addresses of the pages above it.
    trail: tuple[Crumb, ...] = ()
    # What it is in the words of schema.org, if it is more than a page.
    thing: dict[str, Any] = field(default_factory=dict)
    # The address to be kept by search engines, if it is another one; and whether they should keep any.
    canonical: str = ""
    is_kept: bool = True
    # Which page of several it is.
    number: int = 1
    # Whether it is also there as data and as Markdown, if its kind is.
    has_forms: bool = True

    def address(self, path: str) -> str:
        """The address under which it is known, given the one at which it is."""
        return f"{self.canonical or path}{f'?page={self.number}' if self.number > 1 else ''}"


def trail(*things: Any) -> tuple[Crumb, ...]:
    """The way down to a page: the games, then each thing above it."""
    crumbs = [(gettext("All games"), reverse("home")), *((_name(thing), thing["url"]) for thing in things)]
    # An edition without a version bears the name of its document.
    return tuple(crumb for place, crumb in enumerate(crumbs) if crumb[0] not in [name for name, _ in crumbs[:place]])


def questions_of(rulings: Iterable[Any]) -> list[tuple[str, str]]:
    """The questions among some rulings with their answers."""
    return [(ruling["plain_title"], ruling["plain"]) for ruling in rulings if ruling["kind"] == "question"]


def question(title: str, answer: str) -> dict[str, Any]:
    """A question with its one answer."""
    return {"@type": "Question", "name": title, "answerCount": 1, "acceptedAnswer": {"@type": "Answer", "text": answer}}


def question_page(title: str, answer: str) -> dict[str, Any]:
    """A page about one question."""
    return {"@type": "QAPage", "mainEntity": question(title, answer)}


def faq_page(questions: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """A page of questions; nothing, if there are none on it."""
    entries = [question(title, answer) for title, answer in questions]
    return {"@type": "FAQPage", "mainEntity": entries} if entries else {}


def article(title: str, *, based_on: str, date: str) -> dict[str, Any]:
    """A page with one ruling that is not a question."""
    published = {"datePublished": date} if date else {}
    return {"@type": "Article", "headline": title, "isBasedOn": based_on, **published}


def _name(thing: Any) -> str:
    return str(thing.get("title") or thing["name"])
