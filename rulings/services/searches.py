"""Writes what helps a search: the thesaurus, players' phrasings, and the searches that found nothing."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F, QuerySet

from importers.folding import fold
from rulings.models import Document, Game, Phrasing, Synonym, UnansweredSearch
from rulings.services import state

logger = logging.getLogger(__name__)

LONGEST_QUERY = 200
# Robots search too: only so many unanswered searches are kept, and now and then the oldest are dropped.
MOST_UNANSWERED = 2000
TIDY_EVERY = 100
BATCH = 500


def note_unanswered(query: str) -> None:
    """Count a search that found nothing; nothing is kept of who searched."""
    _note(query, "count")


def note_asked_again(query: str) -> None:
    """Count a search of which nothing was opened, and that was asked again in other words."""
    _note(query, "asked_again")


def _note(query: str, field: str) -> None:
    words = fold(query)[:LONGEST_QUERY]
    if not words or settings.READ_ONLY:
        return
    try:
        with _impatience(), transaction.atomic():
            _count(words, field)
    except DatabaseError:
        # Somebody is publishing: one search that is not counted does not matter.
        logger.info("An unanswered search was not counted.")


def _count(words: str, field: str) -> None:
    first = {"count": 0, "asked_again": 0, field: 1}
    seen, is_new = UnansweredSearch.objects.get_or_create(query=words, defaults=first)
    if not is_new:
        setattr(seen, field, F(field) + 1)
        seen.save(update_fields=[field, "last_asked_at"])
    elif seen.pk % TIDY_EVERY == 0:
        kept = UnansweredSearch.objects.order_by("-last_asked_at").values_list("pk", flat=True)[:MOST_UNANSWERED]
        UnansweredSearch.objects.exclude(pk__in=list(kept)).delete()


@contextmanager
def _impatience() -> Iterator[None]:
    """On SQLite, do not wait for another writer: a page is being shown."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 50")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(patience)}")


def load_thesaurus(tables: Mapping[str, Mapping[str, Sequence[str]]]) -> int:
    """Add what is missing of the thesaurus: by game slug, or "general", phrases with their meanings."""
    games = {game.slug: game for game in Game.objects.all()}
    synonyms = [
        Synonym(game=games.get(slug), phrase=phrase, meanings=", ".join(meanings))
        for slug, table in tables.items()
        for phrase, meanings in table.items()
    ]
    count = len(Synonym.objects.bulk_create(synonyms, batch_size=BATCH, ignore_conflicts=True))
    thesaurus_changed()
    return count


def load_phrasings(document: Document, phrasings: Mapping[str, Sequence[str]]) -> int:
    """Add players' phrasings to the rulings of a document, by the last part of their address."""
    rulings = {ruling.slug: ruling for ruling in document.rulings.all()}
    made = [
        Phrasing(ruling=rulings[slug], words=words)
        for slug, several in phrasings.items()
        if slug in rulings
        for words in several
    ]
    count = len(Phrasing.objects.bulk_create(made, batch_size=BATCH, ignore_conflicts=True))
    _phrasings_changed({document.pk})
    return count


@transaction.atomic
def keep_synonym(synonym: Synonym) -> None:
    """Save an entry of the thesaurus: the next search uses it."""
    synonym.save()
    thesaurus_changed()


@transaction.atomic
def drop_synonyms(synonyms: QuerySet[Synonym]) -> None:
    """Delete entries of the thesaurus."""
    synonyms.delete()
    thesaurus_changed()


@transaction.atomic
def keep_phrasing(phrasing: Phrasing) -> None:
    """Save a phrasing: the next search finds its ruling by it, and no longer the one that it belonged to before."""
    before = set(Phrasing.objects.filter(pk=phrasing.pk).values_list("ruling__document_id", flat=True))
    phrasing.save()
    _phrasings_changed({phrasing.ruling.document_id, *before})


@transaction.atomic
def drop_phrasings(phrasings: QuerySet[Phrasing]) -> None:
    """Delete phrasings."""
    documents = set(phrasings.values_list("ruling__document_id", flat=True))
    phrasings.delete()
    _phrasings_changed(documents)


def thesaurus_changed() -> None:
    """Let pages and searches know that the thesaurus was edited; the index does not hold it."""
    state.mark_changed()


def _phrasings_changed(document_ids: Collection[int]) -> None:
    """Search the new phrasings of these documents' rulings from now on."""
    games = Game.objects.filter(documents__in=document_ids).distinct()
    state.mark_changed(*games, documents=document_ids)
