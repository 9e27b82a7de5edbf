"""A revision's Markdown as safe HTML, with its references as links."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import escape

import nh3
from markdown import Markdown

from importers.references import find_references
from rulings.models import Reference, Revision

TAGS = {
    "a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "h5", "h6", "hr", "i", "ins", "li",
    "ol", "p", "pre", "s", "span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "abbr": {"title"}, "ol": {"start"}, "span": {"title"}}
CLASSES = {"a": {"to-card", "to-ruling"}, "span": {"unresolved"}}
EXTENSIONS = ["markdown.extensions.tables", "markdown.extensions.sane_lists"]
# Stands for a reference while Markdown is at work; nobody can write it into a document.
TOKEN = f"x{secrets.token_hex(8)}n"
RENDERINGS_KEPT = 4096


@dataclass(frozen=True)
class Anchor:
    """A stretch of text that is a link, or should be one."""

    start: int
    end: int
    label: str
    url: str = ""
    kind: str = ""
    title: str = ""


def anchors_of(references: Iterable[Reference], place: Reference.Place) -> tuple[Anchor, ...]:
    """The links in a title or text, from its references."""
    return tuple(
        _anchor(reference)
        for reference in sorted(references, key=lambda reference: reference.position)
        if reference.place == place
    )


def render_text(revision: Revision) -> str:
    """The text of a revision as HTML; its references must have been fetched."""
    return render_markdown(revision.text, anchors_of(revision.references.all(), Reference.Place.TEXT))


def render_title(revision: Revision) -> str:
    """The title of a revision as HTML."""
    anchors = anchors_of(revision.references.all(), Reference.Place.TITLE)
    parts, end = [], 0
    for anchor in anchors:
        parts += [escape(revision.title[end : anchor.start]), _link(anchor)]
        end = anchor.end
    return "".join([*parts, escape(revision.title[end:])])


def without_brackets(text: str) -> str:
    """A title or text with its references as plain words."""
    parts, end = [], 0
    for found in find_references(text):
        parts += [text[end : found.start], found.label]
        end = found.end
    return "".join([*parts, text[end:]])


@lru_cache(maxsize=RENDERINGS_KEPT)
def render_markdown(text: str, anchors: tuple[Anchor, ...] = ()) -> str:
    """Markdown as HTML that can do no harm, whatever the text."""
    for number, anchor in reversed(list(enumerate(anchors))):
        text = f"{text[: anchor.start]}{TOKEN}{number}e{text[anchor.end :]}"
    try:
        html = Markdown(extensions=EXTENSIONS, output_format="html").convert(text)
    except RecursionError:
        html = f"<pre>{escape(text)}</pre>"
    for number, anchor in enumerate(anchors):
        html = html.replace(f"{TOKEN}{number}e", _link(anchor))
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )


def _anchor(reference: Reference) -> Anchor:
    url = kind = title = ""
    if reference.card:
        url, kind = reference.card.get_absolute_url(), "to-card"
    elif reference.ruling:
        url, kind = reference.ruling.get_absolute_url(), "to-ruling"
    else:
        title = f"{reference.get_status_display()} reference"
    return Anchor(reference.start or 0, reference.end or 0, reference.label, url, kind, title)


def _link(anchor: Anchor) -> str:
    label = escape(anchor.label)
    if anchor.url:
        return f'<a class="{anchor.kind}" href="{escape(anchor.url)}">{label}</a>'
    return f'<span class="unresolved" title="{escape(anchor.title)}">{label}</span>'
