"""The wording of rulings as safe HTML, with their references as links."""

import secrets
from dataclasses import dataclass
from functools import lru_cache
from html import escape

import nh3
from django.urls import reverse
from markdown import Markdown

from importers.folding import fold
from importers.paragraphs import ICON
from rulings.models import Change, Edition, Reference, Ruling, Summary

TAGS = {
    "a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "h5", "h6", "hr", "i", "ins", "li",
    "ol", "p", "pre", "s", "span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "abbr": {"title"}, "ol": {"start"}, "span": {"title"}}
CLASSES = {"a": {"to-card", "to-ruling"}, "span": {"unresolved", "lost-icon"}}
LOST_ICON = '<span class="lost-icon" title="An icon was lost in the source here">▢</span>'
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


def render_text(change: Change, *, at: Edition | None = None) -> str:
    """The text of a ruling as HTML, its links leading to today's rulings or to those of an edition."""
    return render_markdown(change.revision.text, _anchors(change, Reference.Place.TEXT, at)) if change.revision else ""


def summary_of(change: Change) -> Summary | None:
    """The summary of a ruling's wording, if there is one that says more than the wording itself."""
    summary: Summary | None = getattr(change.revision, "summary", None)
    if summary is None or summary.digest.revision is None or change.revision is None:
        return None
    said, short = change.revision, summary.digest.revision
    if short.text:
        return summary if fold(short.text) != fold(said.text) else None
    return summary if fold(short.title) not in fold(f"{said.title} {said.text}") else None


def render_summary(summary: Summary) -> str:
    """A summary as HTML: its text, or its title where that is all."""
    digest = summary.digest
    return render_text(digest) or f"<p>{render_title(digest)}</p>"


def markdown_text(change: Change, *, at: Edition | None = None, site: str) -> str:
    """The text of a ruling as Markdown, its references as links to a site."""
    text = change.revision.text if change.revision else ""
    for anchor in reversed(_anchors(change, Reference.Place.TEXT, at)):
        label = f"[{anchor.label}]({site}{anchor.url})" if anchor.url else anchor.label
        text = f"{text[: anchor.start]}{label}{text[anchor.end :]}"
    return text.replace(ICON, "▢")


def render_title(change: Change, *, at: Edition | None = None) -> str:
    """The title of a ruling as HTML."""
    title = change.revision.title if change.revision else ""
    parts, end = [], 0
    for anchor in _anchors(change, Reference.Place.TITLE, at):
        parts += [escape(title[end : anchor.start]), _link(anchor)]
        end = anchor.end
    return "".join([*parts, escape(title[end:])]).replace(ICON, LOST_ICON)


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
    html = html.replace(ICON, LOST_ICON)
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        attribute_filter=_without_stray_links,
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )


def _without_stray_links(tag: str, attribute: str, value: str) -> str | None:
    """Drop links that would lead somewhere on this site by accident."""
    if attribute == "href" and not value.startswith(("/", "http:", "https:", "mailto:")):
        return None
    return None if value.startswith("//") else value


def address_at(ruling: Ruling, edition: Edition | None) -> str:
    """The address of a ruling today, or as it stood in an edition of its document."""
    document = ruling.document
    if edition is None or not edition.is_of(document):
        return ruling.get_absolute_url()
    return reverse("ruling-at", args=[document.game.slug, document.slug, edition.slug, ruling.slug])


def _anchors(change: Change, place: Reference.Place, at: Edition | None) -> tuple[Anchor, ...]:
    return tuple(_anchor(reference, at) for reference in change.references.all() if reference.place == place)


def _anchor(reference: Reference, at: Edition | None) -> Anchor:
    url = kind = title = ""
    if reference.card:
        url, kind = reference.card.get_absolute_url(), "to-card"
    elif reference.ruling:
        url, kind = address_at(reference.ruling, at), "to-ruling"
    else:
        title = f"{reference.get_status_display()} reference"
    return Anchor(reference.start or 0, reference.end or 0, reference.label, url, kind, title)


def _link(anchor: Anchor) -> str:
    label = escape(anchor.label)
    if anchor.url:
        return f'<a class="{anchor.kind}" href="{escape(anchor.url)}">{label}</a>'
    return f'<span class="unresolved" title="{escape(anchor.title)}">{label}</span>'
