"""The whole site as data: cards and rulings, one object each."""

from collections.abc import Iterator

import orjson
from django.db.models import QuerySet

from rulings.models import Change, Document, Game, ShownCard, ShownRuling
from rulings.read_model.records import ExportedCard, ExportedRuling
from rulings.read_model.rulings import shown_wordings, with_wording
from rulings.read_model.stored import as_exported, as_exported_card

CHUNK = 500


def export_records(*, game: Game | None = None, edition: str = "") -> Iterator[ExportedCard | ExportedRuling]:
    """All cards, then all rulings: those in force, or those of one edition label, or with "all" of every edition."""
    games = [game] if game else list(Game.objects.order_by("pk"))
    for one in games:
        yield from export_cards(one)
    for one in games:
        yield from export_rulings(one, edition=edition)


def export_cards(game: Game) -> Iterator[ExportedCard]:
    """The cards of a game."""
    rows = ShownCard.objects.filter(game=game).order_by(
        "set_order", "card_set__name", "is_unnumbered", "number_order", "folded_name", "pk"
    )
    for record in rows.values_list("record", flat=True).iterator(chunk_size=CHUNK):
        yield as_exported_card(orjson.loads(record))


def export_rulings(game: Game, *, edition: str = "") -> Iterator[ExportedRuling]:
    """The rulings of a game: as they are in force, or as they stood."""
    if not edition:
        rows = ShownRuling.objects.filter(game=game).order_by("document_id", "position")
        for record in rows.values_list("record", flat=True).iterator(chunk_size=CHUNK):
            yield as_exported(orjson.loads(record))
        return
    for change in _standing(game, edition).iterator(chunk_size=CHUNK):
        yield as_exported(shown_wordings([change], at=change.edition)[0])


def _standing(game: Game, edition: str) -> QuerySet[Change]:
    """What stood in the editions of one label, or in all; of a corrected edition, as we corrected it last."""
    shown = Document.objects.shown().filter(game=game)
    changes = Change.objects.in_published_editions().standing().filter(ruling__document__in=shown).as_corrected_last()
    if edition != "all":
        changes = changes.filter(edition__label=edition)
    return with_wording(changes).order_by("ruling__document", "edition__position", "position")
