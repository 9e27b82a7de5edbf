"""A small preview of what a link leads to, and how other sites embed it."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from django.urls import Resolver404, resolve
from django.utils.translation import gettext, ngettext

from rulings.effective.tokens import plain
from rulings.read_model import addresses
from rulings.read_model.cards import says_now
from rulings.read_model.records.cards import StatusDetail
from rulings.read_model.stored import rulings_by_key
from rulings.read_model.wording import labelled, one_line
from rulings.selectors.cards.page import find_card
from rulings.selectors.documents.rulings import shown_ruling
from rulings.selectors.site.finding import MissingError, MovedError

LONGEST = 280
# The sizes of an embedded piece, unless less is asked for; it scrolls where it needs more.
WIDTH, HEIGHT = 480, 320


@dataclass(frozen=True)
class Preview:
    """A title, a line about it, and the beginning of what it says."""

    title: str
    detail: str
    text: str
    label: str = ""
    statuses: tuple[StatusDetail, ...] = ()


@dataclass(frozen=True)
class Embed:
    """A piece of this site on a page of another one."""

    title: str
    # The path of the page that it is taken from.
    page: str
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def url(self) -> str:
        """The path of the piece."""
        return f"/embed{self.page}"


def preview(address: str) -> Preview:
    """What is at an address of the site; only cards and rulings have previews."""
    try:
        match = resolve(address)
    except Resolver404 as error:
        raise MissingError from error
    parts: dict[str, Any] = dict(match.kwargs)
    if match.view_name == "card":
        return _preview_card(parts["game"], parts["card_set"], parts["card"])
    if match.view_name in ("ruling", "ruling-at"):
        ruling, _ = shown_ruling(
            parts["game"], document=parts["document"], slug=parts["ruling"], edition=parts.get("edition", "")
        )
        return _preview_ruling(ruling)
    raise MissingError


def embed_for(address: str, *, width: int = WIDTH, height: int = HEIGHT) -> Embed:
    """How to embed the card or ruling of an address, no larger than that."""
    path = unquote(addresses.path_in(address))
    try:
        shown = preview(path)
    except MovedError as moved:
        return embed_for(moved.address, width=width, height=height)
    return Embed(labelled(shown.label, shown.title), path, min(width, WIDTH), min(height, HEIGHT))


def _preview_card(game: str, card_set: str, slug: str) -> Preview:
    card = find_card(game, set_slug=card_set, slug=slug)
    errata = card.rulings["errata"][:1]
    erratum = next(iter(rulings_by_key(errata).values()), None) if errata else None
    count = len(card.rulings["others"]) + len(card.rulings["mentions"])
    text = gettext("No ruling about it; no erratum.")
    if erratum:
        text = gettext("Corrected: %(text)s") % {"text": erratum["text"]}
    elif count:
        told = ngettext("%(count)s ruling about it; no erratum.", "%(count)s rulings about it; no erratum.", count)
        text = told % {"count": count}
    if now := says_now(card.record):
        text = plain(now)
    detail = labelled(card.record["set"], card.record["number"] or "")
    return Preview(card.record["name"], detail, one_line(text, length=LONGEST), statuses=tuple(card.record["details"]))


def _preview_ruling(ruling: Any) -> Preview:
    return Preview(
        title=one_line(ruling["plain_title"], length=LONGEST),
        detail=f"{ruling['edition_title']}, {gettext(ruling['kind'])}",
        text=one_line(ruling["summary"] or ruling["text"], length=LONGEST),
        label=ruling["key"] or "",
    )
