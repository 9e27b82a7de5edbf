"""The wording of rulings as safe HTML and as Markdown, with their references as links."""

import re
import secrets
from dataclasses import dataclass
from datetime import date, datetime
from html import escape
from threading import local

import nh3
from django.utils.formats import date_format
from django.utils.translation import gettext
from markdown import Markdown

from importers.paragraphs import ICON
from importers.references import shown_text
from rulings.models import Change, Edition, Reference
from rulings.read_model import addresses

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
# Stands for the address of the site in stored Markdown.
SITE = "\ue000"

# One converter for each thread: making one takes longer than converting a ruling.
_kept = local()
# The "**" of "**Forced Response**"; the "\" of "\*"
EMPHASIS = re.compile(r"(?<!\\)\*+|\\(?=[*_\[\]#>-])")
# The "- " of a list, the "# " of a heading, the "> " of a quotation
LINE_START = re.compile(r"(?m)^(\s*)(?:[-*+]|#+|>)\s+")
# The "[note](https://…)" of a link
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
# What stands for a lost icon where it cannot be explained.
LOST = "▢"


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
    text = change.revision.text if change.revision else ""
    return render_markdown(text, _anchors(change, Reference.Place.TEXT, at)) if text else ""


def render_title(change: Change, *, at: Edition | None = None) -> str:
    """The title of a ruling as HTML."""
    title = change.revision.title if change.revision else ""
    parts, end = [], 0
    for anchor in _anchors(change, Reference.Place.TITLE, at):
        parts += [escape(title[end : anchor.start]), _link(anchor)]
        end = anchor.end
    return "".join([*parts, escape(title[end:])]).replace(ICON, LOST_ICON)


def markdown_text(change: Change, *, at: Edition | None = None) -> str:
    """The text of a ruling as Markdown, its references as links; the address of the site is left open."""
    text = change.revision.text if change.revision else ""
    for anchor in reversed(_anchors(change, Reference.Place.TEXT, at)):
        label = f"[{anchor.label}]({SITE}{anchor.url})" if anchor.url else anchor.label
        text = f"{text[: anchor.start]}{label}{text[anchor.end :]}"
    return text.replace(ICON, "▢")


def render_markdown(text: str, anchors: tuple[Anchor, ...] = ()) -> str:
    """Markdown as HTML that can do no harm, whatever the text."""
    for number, anchor in reversed(list(enumerate(anchors))):
        text = f"{text[: anchor.start]}{TOKEN}{number}e{text[anchor.end :]}"
    try:
        html = _converter().reset().convert(text)
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


def _converter() -> Markdown:
    if not hasattr(_kept, "converter"):
        _kept.converter = Markdown(extensions=EXTENSIONS, output_format="html")
    converter: Markdown = _kept.converter
    return converter


def _without_stray_links(tag: str, attribute: str, value: str) -> str | None:
    """Drop links that would lead somewhere on this site by accident."""
    if attribute == "href" and not value.startswith(("/", "http:", "https:", "mailto:")):
        return None
    # Browsers read a backslash as a slash: "/\\evil.example" is another site.
    return None if value.replace("\\", "/").startswith("//") else value


def _anchors(change: Change, place: Reference.Place, at: Edition | None) -> tuple[Anchor, ...]:
    return tuple(_anchor(reference, at) for reference in change.references.all() if reference.place == place)


def _anchor(reference: Reference, at: Edition | None) -> Anchor:
    url = kind = title = ""
    if reference.card:
        url, kind = addresses.of_card(reference.card), "to-card"
    elif reference.ruling:
        url, kind = addresses.of_ruling(reference.ruling, at), "to-ruling"
    else:
        title = f"{reference.get_status_display()} reference"
    return Anchor(reference.start or 0, reference.end or 0, reference.label, url, kind, title)


def _link(anchor: Anchor) -> str:
    label = escape(anchor.label)
    if anchor.url:
        return f'<a class="{anchor.kind}" href="{escape(anchor.url)}">{label}</a>'
    return f'<span class="unresolved" title="{escape(anchor.title)}">{label}</span>'


def plain_title(title: str) -> str:
    """A title as it reads; it has references, but no other markup."""
    return shown_text(title).replace(ICON, LOST)


def plain_text(text: str) -> str:
    """A text as it reads, line by line: list items begin with a dot, a lost icon is a box."""
    text = LINE_START.sub(r"\1• ", plain_title(text))
    return EMPHASIS.sub("", LINK.sub(r"\1", text))


def one_line(text: str, *, length: int) -> str:
    """The beginning of a text in one line, cut between two words."""
    line = " ".join(plain_text(text).replace("• ", "").split())
    return line if len(line) <= length else f"{line[:length].rsplit(' ', 1)[0]} …"


def moment(when: datetime | None) -> str | None:
    """A point in time, as records have it: "2020-03-01T12:00:00.000Z"."""
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z") if when else None


def day(when: date | None) -> str | None:
    """A day, as records have it: "2020-03-01"."""
    return when.isoformat() if when else None


def spoken_day(day: date | str | None) -> str:
    """A day as people write it: "2020-03-01" is 1 March 2020."""
    when = date.fromisoformat(day) if isinstance(day, str) and day else day
    # Translators: how a day is written, in the letters of Django's dates.
    return date_format(when, gettext("j F Y")) if when else ""


def labelled(key: str | None, title: str) -> str:
    """A label with the title behind it: "2.11 Searching"."""
    return f"{key or ''} {title}".strip()
