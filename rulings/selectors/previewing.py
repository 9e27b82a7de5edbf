"""A small preview of what a link leads to."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import Resolver404, resolve

from rulings.models import Change, Edition, Ruling
from rulings.selectors.cards import Status, card_rulings, find_card
from rulings.selectors.finding import MissingError, find_edition, find_game
from rulings.selectors.plain import one_line, plain_title
from rulings.selectors.rulings import find_ruling, find_ruling_at, last_wording

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
    previews: dict[str | None, Callable[..., Preview]] = {
        "card": _preview_card,
        "ruling": _preview_ruling,
        "ruling-at": _preview_ruling_at,
    }
    if match.url_name not in previews:
        raise MissingError
    return previews[match.url_name](**match.kwargs)


def _preview_card(game: str, card_set: str, card: str) -> Preview:
    found = find_card(find_game(game), set_slug=card_set, slug=card)
    about = card_rulings(found)
    erratum = about.errata[0].revision if about.errata else None
    count = len(about.others) + len(about.mentions)
    rulings = f"{count} ruling{'s' if count != 1 else ''} about it" if count else "No ruling about it"
    text = f"Corrected: {erratum.text}" if erratum else f"{rulings}; no erratum."
    detail = " ".join(filter(None, (found.card_set.name, found.number)))
    return Preview(found.name, detail, one_line(text, length=LONGEST), statuses=tuple(about.statuses))


def _preview_ruling(game: str, document: str, ruling: str) -> Preview:
    return _preview(find_ruling(game, document=document, slug=ruling))


def _preview_ruling_at(game: str, document: str, edition: str, ruling: str) -> Preview:
    read_in = find_edition(game, document=document, slug=edition)
    found = find_ruling_at(read_in, ruling)
    if found is None:
        raise MissingError
    return _preview(found, read_in)


def _preview(ruling: Ruling, at: Edition | None = None) -> Preview:
    change: Change | None = last_wording(ruling, at)
    if change is None or change.revision is None:
        raise MissingError
    summary = getattr(change.revision, "summary", None)
    short = summary.digest.revision.text if summary and summary.digest.revision else ""
    return Preview(
        title=one_line(plain_title(change.revision.title), length=LONGEST),
        detail=f"{change.edition.title}, {change.ruling.get_kind_display().lower()}",
        text=one_line(short or change.revision.text, length=LONGEST),
        label=change.revision.key,
    )
