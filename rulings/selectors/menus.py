"""What a game has to offer, for the bar above its pages."""

from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse

from rulings.models import Card, Change, Document, Game
from rulings.selectors.state import site_state

MENUS_KEPT = 64


@dataclass(frozen=True)
class MenuEntry:
    name: str
    url: str


def menu_of(game: Game) -> tuple[MenuEntry, ...]:
    """The pages of a game that have something on them: its cards, documents, lists and timing charts."""
    return _menu(site_state().generation, game.pk)


@lru_cache(maxsize=MENUS_KEPT)
def _menu(generation: int, game_id: int) -> tuple[MenuEntry, ...]:
    game = Game.objects.get(pk=game_id)
    documents = Document.objects.shown().filter(game=game).select_related("game")
    in_force = Change.objects.in_force().filter(ruling__document__game=game)
    listed = set(in_force.filter(ruling__kind="listing").values_list("ruling__list_name", flat=True))
    charted = set(in_force.filter(ruling__kind="step").values_list("ruling__document", flat=True))
    has_cards = Card.objects.shown().filter(card_set__game=game).exists()
    entries = [MenuEntry("Cards", reverse("cards", args=[game.slug]))] if has_cards else []
    entries += [MenuEntry(document.title, document.get_absolute_url()) for document in documents]
    entries += [
        MenuEntry(name.capitalize(), reverse("list", args=[game.slug, name]))
        for name in ("restricted", "banned")
        if name in listed
    ]
    charts = [document for document in documents if document.pk in charted]
    entries += [
        MenuEntry("Timing" if len(charts) == 1 else f"Timing ({document.title})", _timing_address(document))
        for document in charts
    ]
    return tuple(entries)


def _timing_address(document: Document) -> str:
    return reverse("timing", args=[document.game.slug, document.slug])
