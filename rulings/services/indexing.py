"""Keeps the search index in step with the database, after the commit and in one batch."""

import logging
from collections.abc import Collection

from rulings.models import Document
from rulings.search.engine import IndexUnavailableError, engine
from rulings.search.indexes import RulingIndex
from rulings.selectors.state import site_state

__all__ = ["IndexUnavailableError", "index_documents", "is_ready", "note_current", "rebuild"]

logger = logging.getLogger(__name__)

# SQLite refuses to look up a thousand cards at a time, and a ruling may name several.
CHUNK = 200


def index_documents(ids: Collection[int]) -> None:
    """Index what is in force of documents, and of their digests; a failure is logged, not raised."""
    generation, index = site_state().generation, RulingIndex()
    # A digest gives way to its document, or takes its place again.
    changed = {
        one.pk
        for document in Document.objects.filter(pk__in=ids).select_related("game")
        for one in Document.objects.at(document.game.slug, document.slug)
    }
    parts = (
        (pk, index.index_queryset().filter(ruling__document=pk).iterator(chunk_size=CHUNK)) for pk in sorted(changed)
    )
    try:
        if not engine().is_ready(0):
            rebuild()
        elif not engine().is_behind(generation):
            # Published in one transaction with what was indexed just now.
            return
        elif changed:
            _rebuild_unless(engine().replace(index, parts, generation=generation))
        else:
            _rebuild_unless(engine().note_generation(generation))
    except Exception:
        # The data is safe in the database, and the index can be rebuilt from it.
        logger.exception("The search index is out of date: run manage.py rebuild_index.")


def _rebuild_unless(is_complete: bool) -> None:
    """Catch up if another process was killed, or is still waiting, before it indexed what it had published."""
    if not is_complete:
        rebuild()


def is_ready() -> bool:
    """Whether the index is there, can be read, and holds all that was published."""
    return engine().is_ready(site_state().generation)


def note_current() -> None:
    """Remember that the index holds all that the site shows now, because nothing changed that it holds."""
    index_documents([])


def rebuild() -> None:
    """Build the index anew from the database, beside the one in use; once more if something was published meanwhile."""
    generation, index = -1, RulingIndex()
    while generation != site_state().generation:
        generation = site_state().generation
        engine().rebuild(index, index.index_queryset().iterator(chunk_size=CHUNK), generation=generation)
