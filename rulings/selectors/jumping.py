"""Where a search leads at once: a section by its label, a card by its number or its name."""

import re
from dataclasses import dataclass

from importers.folding import fold
from rulings.models import Card, Change, Game
from rulings.selectors.names import CardNames, card_names, ruling_titles

MOST = 6
# What may stand around a label: "CoC FAQ §2.11", "section 2.11"
AROUND = re.compile(r"\b(?:faq|section|step|rule)\b|[§(),]", re.IGNORECASE)
# "2.11", "CoC 2.11", "ST.3", "B-2"
CITATION = re.compile(r"(?:(?P<game>.+?) )?(?P<label>[A-Za-z]{0,3}[.\-]?\d+(?:[.\-]\d+)*)")


@dataclass(frozen=True)
class Jump:
    """A page that a search names outright."""

    title: str
    detail: str
    url: str


def jumps_for(text: str, *, generation: int, game: str = "") -> list[Jump]:
    """The pages that a text names outright: sections, then cards."""
    names = card_names(generation)
    return [*_sections(text, game), *_cards(text, names, game), *_titled(text, generation, game)][:MOST]


def _sections(text: str, game: str) -> list[Jump]:
    match = CITATION.fullmatch(" ".join(AROUND.sub(" ", text).split()))
    if match is None:
        return []
    changes = Change.objects.in_force().filter(revision__key__iexact=match["label"]).with_ruling()
    if match["game"]:
        games = [one for one in Game.objects.all() if fold(match["game"]) in _names_of(one)]
        changes = changes.filter(ruling__document__game__in=games)
    if game:
        changes = changes.filter(ruling__document__game__slug=game)
    return [_to_ruling(change) for change in changes.order_by("ruling__kind", "ruling__document", "position")[:MOST]]


def _titled(text: str, generation: int, game: str) -> list[Jump]:
    """The sections and questions that are called exactly so."""
    found = ruling_titles(generation).get(fold(text), [])[:MOST]
    changes = Change.objects.filter(pk__in=found).with_ruling() if found else []
    return [_to_ruling(change) for change in changes if not game or change.ruling.document.game.slug == game]


def _to_ruling(change: Change) -> Jump:
    document = change.ruling.document
    detail = f"{document.game.name}, {document.title} {change.edition.label}"
    return Jump(str(change.revision), detail, change.ruling.get_absolute_url())


def _cards(text: str, names: CardNames, game: str) -> list[Jump]:
    exact = [name for name in names.like(text)[:1] if name == fold(text) or name == fold(text).removeprefix("the ")]
    ids = names.numbered(text) or names.cards_of(exact)
    if not ids:
        return []
    cards = Card.objects.filter(pk__in=ids[: MOST * 2]).select_related("card_set__game", "pack").in_order()
    if game:
        cards = cards.filter(card_set__game__slug=game)
    return [
        Jump(
            card.name, f"{card.card_set.game.name}, {card.card_set.name} {card.number}".strip(), card.get_absolute_url()
        )
        for card in cards[:MOST]
    ]


def _names_of(game: Game) -> set[str]:
    return {fold(game.name), fold(game.slug), fold(game.short_name)} - {""}
