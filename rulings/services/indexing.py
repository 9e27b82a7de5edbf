"""Keeps the search index in step with the database, after the commit and in one batch."""

import logging

from rulings.models import Card, Document
from rulings.search.engine import IndexUnavailableError, engine
from rulings.search.indexes import CardIndex, RulingIndex
from rulings.selectors.state import site_state

__all__ = ["IndexUnavailableError", "index_cards", "index_document", "is_ready", "note_current", "rebuild"]

logger = logging.getLogger(__name__)

CHUNK = 1000


def index_document(document_id: int) -> None:
    """Index what is in force of a document, and the cards of its game; a failure is logged, not raised."""
    document = Document.objects.select_related("game").get(pk=document_id)
    # Its digest gives way to it, or takes its place again.
    documents = Document.objects.at(document.game.slug, document.slug)
    _replace([one.pk for one in documents], game_id=document.game_id)


def index_cards(game_id: int) -> None:
    """Index the cards of a game; a failure is logged, not raised."""
    _replace([], game_id=game_id)


def is_ready() -> bool:
    """Whether the index is there, can be read, and holds all that was published."""
    return engine().is_ready(site_state().generation)


def note_current() -> None:
    """Remember that the index holds all that the site shows now."""
    engine().note_generation(site_state().generation)


def rebuild() -> None:
    """Build the index anew from the database, beside the one in use; once more if something was published meanwhile."""
    generation = -1
    while generation != site_state().generation:
        generation = site_state().generation
        rulings, cards = RulingIndex(), CardIndex()
        engine().rebuild(
            [
                (rulings, rulings.index_queryset().iterator(chunk_size=CHUNK)),
                (cards, cards.index_queryset().iterator(chunk_size=CHUNK)),
            ],
            generation=generation,
        )


def _replace(document_ids: list[int], *, game_id: int) -> None:
    generation = site_state().generation
    rulings, cards = RulingIndex(), CardIndex()
    in_force, shown = rulings.index_queryset(), Card.objects.shown().select_related("card_set")
    parts = [
        (rulings, "document_id", pk, in_force.filter(ruling__document=pk).iterator(chunk_size=CHUNK))
        for pk in document_ids
    ]
    parts.append((cards, "game_id", game_id, shown.filter(card_set__game_id=game_id).iterator(chunk_size=CHUNK)))
    try:
        if engine().is_ready(0):
            engine().replace(parts)
            engine().note_generation(generation)
        else:
            rebuild()
    except Exception:
        # The data is safe in the database, and the index can be rebuilt from it.
        logger.exception("The search index is out of date: run manage.py rebuild_index.")
