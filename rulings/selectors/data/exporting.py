"""What is written out: the export, line by line, and the map of all addresses."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import orjson
from django.db.models import OuterRef, QuerySet, Subquery

from rulings.models import Change, Document, Game, ShownCard, ShownDocument, ShownRuling
from rulings.read_model import addresses
from rulings.read_model.records.cards import ExportedCard
from rulings.read_model.records.rulings import ExportedRuling
from rulings.read_model.rulings import shown_wordings, with_wording
from rulings.read_model.stored import as_exported, as_exported_card
from rulings.selectors.site.frames import game_frames, lists_of

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


def mapped_games() -> Sequence[tuple[str, object]]:
    return [(game["url"], None) for game in game_frames()]


def mapped_sets() -> Sequence[tuple[str, object]]:
    return [(one["url"], None) for game in game_frames() for one in game["sets"]]


def mapped_lists() -> Sequence[tuple[str, object]]:
    return [(addresses.of_list(game["id"], name), None) for game, name in lists_of()]


def mapped_cards() -> QuerySet[ShownCard, tuple[str, int]]:
    """The ids and keys of the cards."""
    return ShownCard.objects.order_by("pk").values_list("path", "pk")


def mapped_documents() -> QuerySet[ShownDocument, tuple[str, datetime | None]]:
    """The ids of the documents, with when their editions in force were published."""
    return ShownDocument.objects.order_by("pk").values_list("path", "document__current__published_at")


def mapped_rulings() -> QuerySet[ShownRuling, tuple[str, datetime | None]]:
    """The ids of the rulings in force, with when the edition that gave each its wording was published."""
    wording = Change.objects.filter(ruling=OuterRef("pk"), edition=OuterRef("document__current"))
    worded = ShownRuling.objects.annotate(changed=Subquery(wording.values("revision__edition__published_at")[:1]))
    return worded.order_by("pk").values_list("path", "changed")
