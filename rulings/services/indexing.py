"""Keeps the search index in step with the database: after the commit, in one batch."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from haystack import connections

from rulings.models import Document, ShownRuling, SiteState
from rulings.read_model.state import site_state
from rulings.search.engine import IndexUnavailableError, engine
from rulings.search.indexes import RulingIndex

__all__ = ["IndexUnavailableError", "catch_up", "is_current", "is_ready", "rebuild", "without_phrasings"]

logger = logging.getLogger(__name__)

CHUNK = 500


def catch_up() -> None:
    """Index what has changed since the state that the index holds; a failure is logged, not raised."""
    try:
        _catch_up()
    except Exception:
        # The data is safe in the database, and the index can be rebuilt from it.
        logger.exception("The search index is out of date; a running site tries again by itself.")


def _catch_up() -> None:
    key = site_state().key
    if engine().key() == key:
        # Published in one transaction with what was indexed just now.
        return
    if not _replaced(key) and engine().key() != site_state().key:
        # And nobody else has indexed it meanwhile.
        rebuild()


def _replaced(key: str) -> bool:
    """Index the documents that changed since the state that the index holds; whether that could be done."""
    before, index = engine().key(), RulingIndex()
    changed = _changed_since(before)
    if changed is None:
        return False
    parts = ((pk, index.index_queryset().filter(document=pk).iterator(chunk_size=CHUNK)) for pk in sorted(changed))
    try:
        return engine().replace(index, parts, before=before, after=key)
    except Exception as error:
        logger.warning("The search index is built again: it could not be written (%r).", error)
        return False


def _changed_since(key: str) -> set[int] | None:
    """The documents that changed since a state, each with its digest; none: that state is not known any more."""
    state = SiteState.objects.filter(pk=1).first()
    keys = [name for name, _ in state.recent] if state else []
    if state is None or key not in keys:
        return None
    later = state.recent[keys.index(key) + 1 :]
    ids = {pk for _, documents in later for pk in documents}
    # A digest gives way to its document, or takes its place again.
    return {
        one.pk
        for document in Document.objects.filter(pk__in=ids).select_related("game")
        for one in Document.objects.at(document.game.slug, document.slug)
    }


def is_current() -> bool:
    """Whether the index holds what the site shows; cheap to ask."""
    return engine().key() == site_state().key


def is_ready() -> bool:
    """Whether the index is there, can be read, and holds what the site shows."""
    return is_current() and engine().is_readable()


def rebuild() -> None:
    """Build the index from the database, next to the one in use; once more if something was published meanwhile."""
    key, index = "", RulingIndex()
    while key != site_state().key:
        key = site_state().key
        engine().rebuild(index, ShownRuling.objects.order_by("pk").iterator(chunk_size=CHUNK), key=key)


@contextmanager
def without_phrasings() -> Iterator[None]:
    """Let the searches of this process go by an index of their own that has no phrasings, to measure what they do."""
    connection, index = connections["default"], RulingIndex()
    index.has_phrasings = False
    path = connection.options["PATH"]
    with TemporaryDirectory() as folder:
        connection.options["PATH"], connection._backend = folder, None
        try:
            rows = ShownRuling.objects.order_by("pk").iterator(chunk_size=CHUNK)
            engine().rebuild(index, rows, key=site_state().key)
            yield
        finally:
            connection.options["PATH"], connection._backend = path, None
