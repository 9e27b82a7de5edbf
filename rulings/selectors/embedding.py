"""What other sites embed: a card or a ruling by the address of its page."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.urls import Resolver404, resolve

from rulings.selectors.finding import MissingError, MovedError
from rulings.selectors.previewing import preview

# The sizes of an embedded piece, unless less is asked for; it scrolls where it needs more.
WIDTH, HEIGHT = 480, 320
EMBEDDABLE = ("card", "ruling", "ruling-at")


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


def embed_for(address: str, *, width: int = WIDTH, height: int = HEIGHT) -> Embed:
    """How to embed the card or ruling of an address, no larger than that."""
    path = unquote(urlsplit(address).path)
    try:
        match = resolve(path)
    except Resolver404 as error:
        raise MissingError from error
    if match.view_name not in EMBEDDABLE:
        raise MissingError
    try:
        shown = preview(path)
    except MovedError as moved:
        return embed_for(moved.address, width=width, height=height)
    return Embed(f"{shown.label} {shown.title}".strip(), path, min(width, WIDTH), min(height, HEIGHT))
