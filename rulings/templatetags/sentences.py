"""Filters for the words of records on pages in several languages, and for what stands inside a translated sentence."""

import re
from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from rulings.templatetags.wording import on

register = template.Library()
# What records say, and pages in their own language. Records themselves are in English.
TOLD = (
    *(gettext_noop("erratum"), gettext_noop("listing"), gettext_noop("clarification"), gettext_noop("question")),
    *(gettext_noop("Erratum"), gettext_noop("Listing"), gettext_noop("Clarification"), gettext_noop("Question")),
    # What stands within other sentences in Python.
    *(gettext_noop("and"), gettext_noop("or"), gettext_noop("has an erratum"), gettext_noop("no erratum")),
    *(gettext_noop("Its own text is not here."), gettext_noop("So not both in one deck.")),
    *(gettext_noop("step"), gettext_noop("Step"), gettext_noop("errata"), gettext_noop("listings")),
    *(
        gettext_noop("clarifications"),
        gettext_noop("questions"),
        gettext_noop("steps"),
        gettext_noop("card"),
        gettext_noop("timing step"),
        gettext_noop("timing steps"),
    ),
    *(gettext_noop("restricted"), gettext_noop("banned"), gettext_noop("changed"), gettext_noop("clean")),
    *(gettext_noop("Restricted"), gettext_noop("Banned"), gettext_noop("Has errata"), gettext_noop("Errata")),
    *(gettext_noop("Restricted list"), gettext_noop("Banned list"), gettext_noop("Timing"), gettext_noop("Cards")),
    *(gettext_noop("Game"), gettext_noop("Kind"), gettext_noop("List")),
    *(gettext_noop("official"), gettext_noop("unofficial"), gettext_noop("digest")),
    *(gettext_noop("added"), gettext_noop("reworded"), gettext_noop("moved"), gettext_noop("removed")),
    *(gettext_noop("same"), gettext_noop("inline"), gettext_noop("side-by-side")),
    *(gettext_noop("listing on the restricted list"), gettext_noop("listing on the banned list")),
    *(gettext_noop("letters restored"), gettext_noop("lost icons marked"), gettext_noop("headings joined")),
    *(gettext_noop("lines moved to where they belong"), gettext_noop("errata moved to the right set")),
    *(gettext_noop("lines set aside"), gettext_noop("columns of tables named")),
    *(gettext_noop("lines without a place"), gettext_noop("remarks")),
    *(gettext_noop("yes"), gettext_noop("no"), gettext_noop("none")),
    *(gettext_noop("name"), gettext_noop("cost"), gettext_noop("type"), gettext_noop("text")),
)
# What became of an erratum, and by which edition.
PUT_IN = (
    gettext_noop("Put in word by word, from %(edition)s"),
    gettext_noop("The catalogue’s text already has it (%(edition)s)"),
    gettext_noop("Read with this note, from %(edition)s"),
    gettext_noop("Could not be put in: read both (%(edition)s)"),
    gettext_noop("Changes what is printed next to the text, from %(edition)s"),
    gettext_noop("Put in by an editor, from %(edition)s"),
    gettext_noop("An editor decided: read both (%(edition)s)"),
)
# "Restricted (joust, melee)"
WITH_FORMATS = re.compile(r"(?P<word>[^()]+) \((?P<formats>[^()]+)\)")
# "listing on the joust restricted list"
LISTED = re.compile(r"listing on the (?P<format>.+) (?P<list>restricted|banned) list")


@register.filter
def translated(word: object) -> str:
    """A word of a record in the language of the page."""
    said = str(word or "")
    if found := LISTED.fullmatch(said):
        names = {"format": found["format"], "list": gettext(found["list"])}
        return gettext("listing on the %(format)s %(list)s list") % names
    if found := WITH_FORMATS.fullmatch(said):
        return f"{gettext(found['word'])} ({found['formats']})"
    # Nothing stands for the head of a catalogue.
    return gettext(said) if said else ""


@register.filter
def put_in(erratum: dict[str, Any]) -> str:
    """What became of an erratum in the text of a card, in the language of the page."""
    edition = erratum["edition_title"]
    return gettext(erratum["said"].replace(edition, "%(edition)s")) % {"edition": edition}


@register.filter
def in_words(words: Iterable[str]) -> str:
    """Some words of records with “and” between them."""
    return f" {gettext('and')} ".join(translated(word) for word in words)


@register.filter
def alternatives(names: Iterable[str]) -> SafeString:
    """Names, one of which is meant, with “or” between them."""
    return format_html_join(f" {gettext('or')} ", "<strong>{}</strong>", ((name,) for name in names))


@register.filter
def linked(things: Iterable[dict[str, Any]]) -> SafeString:
    """Editions as links."""
    return format_html_join(", ", '<a href="{}">{}</a>', ((one["url"], one["title"]) for one in things))


@register.filter
def linked_with_dates(editions: Iterable[dict[str, Any]]) -> SafeString:
    """Editions as links, each with its date."""
    pieces = ((one["url"], one["title"], f" ({on(one['date'])})" if one["date"] else "") for one in editions)
    return format_html_join(", ", '<a href="{}">{}</a>{}', pieces)


@register.filter
def linked_games(games: Iterable[tuple[str, str, str]]) -> SafeString:
    """Games as links."""
    return format_html_join(", ", '<a href="/{}/">{}</a>', ((slug, name) for slug, name, _ in games))


@register.filter
def cards_of(ruling: dict[str, Any]) -> SafeString:
    """The cards that a ruling is about as links."""
    return format_html_join(", ", "{}", ((_card(card),) for card in ruling["cards"]))


def _card(card: dict[str, Any]) -> SafeString:
    if not card["url"]:
        return format_html(
            '<span class="unresolved" title="{}">{}</span>', gettext("Not in the catalogue"), card["name"]
        )
    place = f"{card['set']} {card['number']}" if card["number"] else card["set"]
    return format_html('<a class="to-card" href="{}">{} ({})</a>', card["url"], card["name"], place)
