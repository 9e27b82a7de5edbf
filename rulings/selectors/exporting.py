"""The whole site as data: cards and rulings, one object each."""

from collections.abc import Iterator

from django.db.models import QuerySet

from rulings.models import Card, Change, Document, Game
from rulings.selectors.data.rulings import Record, export_record, with_facts

# As for the index: SQLite refuses to look up a thousand cards at a time.
CHUNK = 200


def export_records(*, game: Game | None = None, edition: str = "") -> Iterator[Record]:
    """All cards, then all rulings: those in force, or those of one edition label, or with "all" of every edition."""
    games = [game] if game else list(Game.objects.order_by("pk"))
    for one in games:
        yield from export_cards(one)
    for one in games:
        yield from export_rulings(one, edition=edition)


def export_cards(game: Game) -> Iterator[Record]:
    """The cards of a game."""
    cards = Card.objects.shown().filter(card_set__game=game).select_related("card_set__game", "pack").in_order()
    for card in cards.iterator(chunk_size=CHUNK):
        yield {
            "type": "card",
            "game": card.card_set.game.slug,
            "set": card.card_set.name,
            "pack": card.pack.name if card.pack else None,
            "number": card.number or None,
            "name": card.name,
            "url": card.get_absolute_url(),
        }


def export_rulings(game: Game, *, edition: str = "") -> Iterator[Record]:
    """The rulings of a game."""
    for change in _changes(game, edition).iterator(chunk_size=CHUNK):
        yield export_record(change, at=change.edition if edition else None)


def _changes(game: Game, edition: str) -> QuerySet[Change]:
    changes = Change.objects.in_force()
    if edition:
        changes = (
            Change.objects.in_published_editions().standing().filter(ruling__document__in=Document.objects.shown())
        )
        changes = changes.as_corrected_last()
    if edition not in ("", "all"):
        changes = changes.filter(edition__label=edition)
    changes = changes.filter(ruling__document__game=game)
    return with_facts(changes).order_by("ruling__document", "edition__position", "position")
