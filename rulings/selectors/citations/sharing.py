"""A card or a ruling to send to somebody: its words, where they come from, and the permanent link."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import Resolver404, resolve

from rulings.effective.tokens import plain
from rulings.read_model.cards import says_now
from rulings.read_model.wording import labelled
from rulings.selectors.cards.page import find_card
from rulings.selectors.citations.cited import escape
from rulings.selectors.documents.rulings import shown_ruling
from rulings.selectors.site.finding import MissingError

# What a message of a chat may have, with what stands around it.
LONGEST = 1_400
# What is said of wording that the publisher does not print.
OURS = ", our wording, not the publisher’s"


@dataclass(frozen=True)
class Shared:
    """Something to be sent, on a site."""

    title: str
    text: str
    # Who says so: "Call of Cthulhu FAQ 3.2".
    source: str
    url: str
    # What the digest says of a ruling, as HTML.
    html: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_long(self) -> bool:
        return self.short != self.text

    @property
    def short(self) -> str:
        """The words, cut where they are too long for a message."""
        return self.text if len(self.text) <= LONGEST else f"{self.text[:LONGEST].rsplit(' ', 1)[0]} …"

    @property
    def discord(self) -> str:
        """As a message of Discord, in its Markdown; the link without a picture of the page."""
        quoted = "\n".join(f"> {line}" for line in escape(self.short).splitlines())
        return f"**{escape(self.title)}** ({self.source})\n{quoted}\n<{self.url}>"

    @property
    def forum(self) -> str:
        """As a post of a forum, in BBCode."""
        return f"[b]{self.title}[/b] ({self.source})\n[quote]{self.short}[/quote]\n[url]{self.url}[/url]"


def share_ruling(ruling: Any, *, site: str) -> Shared:
    """A ruling to send: a question with its answer."""
    title = labelled(ruling["key"] or "", ruling["plain_title"])
    whose = ", our digest" if ruling["is_digest"] else OURS if ruling["ours"] else ""
    source = f"{ruling['game_name']} {ruling['edition_title']}{whose}"
    in_short = {"html": ruling["short"]["html"]} if ruling["short"] else {}
    return Shared(title, ruling["plain"] or ruling["plain_title"], source, f"{site}{ruling['url']}", in_short)


def share_card(card: Any, *, site: str) -> Shared:
    """A card to send: what it says now, or its statuses where no text is known."""
    place = labelled(card["pack"] or card["set"], card["number"] or "")
    said = [f"{one['title']}, by {one['edition_title']}" for one in card["details"]]
    text = "\n".join(filter(None, (plain(says_now(card)), *said))) or "No erratum, on no list."
    return Shared(card["name"], text, f"{card['game_name']}, {place}", f"{site}{card['url']}")


def shared_at(path: str, *, site: str) -> Shared:
    """What is at an address; only cards and rulings can be shown so."""
    try:
        match = resolve(path)
    except Resolver404 as error:
        raise MissingError from error
    parts = dict(match.kwargs)
    if match.view_name == "card":
        return share_card(find_card(parts["game"], set_slug=parts["card_set"], slug=parts["card"]).record, site=site)
    if match.view_name not in ("ruling", "ruling-at"):
        raise MissingError
    edition = parts.get("edition", "")
    ruling, _ = shown_ruling(parts["game"], document=parts["document"], slug=parts["ruling"], edition=edition)
    return share_ruling(ruling, site=site)
