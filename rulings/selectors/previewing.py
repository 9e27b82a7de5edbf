"""A small preview of what a link leads to."""

from dataclasses import dataclass

from django.urls import Resolver404, resolve

from rulings.models import Change
from rulings.selectors.cards import Status, card_page, find_card
from rulings.selectors.finding import MissingError, find_edition, find_game
from rulings.selectors.plain import one_line
from rulings.selectors.rulings import find_ruling, find_ruling_at, ruling_page

LONGEST = 280


@dataclass(frozen=True)
class Preview:
    """A title, a line about it, and the beginning of what it says."""

    title: str
    detail: str
    text: str
    label: str = ""
    statuses: tuple[Status, ...] = ()


def preview(address: str) -> Preview:
    """What is at an address of the site; only cards and rulings have previews."""
    try:
        match = resolve(address)
    except Resolver404 as error:
        raise MissingError from error
    if match.url_name == "card":
        return _preview_card(**match.kwargs)
    if match.url_name == "ruling":
        return _preview_ruling(find_ruling_page(**match.kwargs))
    if match.url_name == "ruling-at":
        return _preview_ruling(find_ruling_page_at(**match.kwargs))
    raise MissingError


def find_ruling_page(game: str, document: str, ruling: str) -> Change:
    page = ruling_page(find_ruling(game, document=document, slug=ruling))
    if page is None:
        raise MissingError
    return page.change


def find_ruling_page_at(game: str, document: str, edition: str, ruling: str) -> Change:
    read_in = find_edition(game, document=document, slug=edition)
    found = find_ruling_at(read_in, ruling)
    page = ruling_page(found, read_in) if found else None
    if page is None:
        raise MissingError
    return page.change


def _preview_card(game: str, card_set: str, card: str) -> Preview:
    found = find_card(find_game(game), set_slug=card_set, slug=card)
    page = card_page(found)
    about = (page.errata or page.others or page.mentions)[:1]
    text = one_line(about[0].revision.text, length=LONGEST) if about and about[0].revision else ""
    detail = " ".join(filter(None, (found.card_set.name, found.number)))
    return Preview(found.name, detail, text or "No ruling corrects or lists it.", statuses=tuple(page.statuses))


def _preview_ruling(change: Change) -> Preview:
    revision = change.revision
    if revision is None:
        raise MissingError
    summary = getattr(revision, "summary", None)
    short = summary.digest.revision.text if summary and summary.digest.revision else ""
    return Preview(
        title=one_line(revision.title, length=LONGEST),
        detail=f"{change.edition.title}, {change.ruling.get_kind_display().lower()}",
        text=one_line(short or revision.text, length=LONGEST),
        label=revision.key,
    )
