"""Keeps the search index in step with the database, after the commit and in one batch."""

import logging
from typing import Any

from haystack import connections

from rulings.models import Card, Document, Game
from rulings.search.indexes import CardIndex, RulingIndex
from rulings.selectors.state import site_state

logger = logging.getLogger(__name__)


def index_document(document_id: int) -> None:
    """Index what is in force of a document, and the cards of its game; a failure is logged, not raised."""
    document = Document.objects.select_related("game").get(pk=document_id)
    generation = site_state().generation
    try:
        # Its digest gives way to it, or takes its place again.
        for one in Document.objects.at(document.game.slug, document.slug):
            _replace_rulings(one)
        _replace_cards(document.game_id)
        _backend().note_generation(generation)
    except Exception:
        _admit_failure()


def index_cards(game_id: int) -> None:
    """Index the cards of a game; a failure is logged, not raised."""
    generation = site_state().generation
    try:
        _replace_cards(game_id)
        _backend().note_generation(generation)
    except Exception:
        _admit_failure()


def is_ready() -> bool:
    """Whether the index is there, can be read, and holds all that was published."""
    return bool(_backend().is_ready(site_state().generation))


def rebuild() -> None:
    """Build the index anew from the database."""
    generation = site_state().generation
    _backend().start_anew()
    for document in Document.objects.published():
        _replace_rulings(document)
    for game in Game.objects.shown():
        _replace_cards(game.pk)
    _backend().note_generation(generation)


def _replace_rulings(document: Document) -> None:
    index = RulingIndex()
    rulings = index.index_queryset().filter(ruling__document=document)
    _backend().replace(index, rulings, field="document_id", value=document.pk)


def _replace_cards(game_id: int) -> None:
    cards = Card.objects.shown().filter(card_set__game_id=game_id).select_related("card_set")
    _backend().replace(CardIndex(), cards, field="game_id", value=game_id)


def _admit_failure() -> None:
    # The data is safe in the database, and the index can be rebuilt from it.
    logger.exception("The search index is out of date: run manage.py rebuild_index.")


def _backend() -> Any:
    return connections["default"].get_backend()
