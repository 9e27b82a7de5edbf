"""Writes what helps a search: the thesaurus, players' phrasings, and the searches that found nothing."""

from collections.abc import Mapping, Sequence

from django.db.models import F

from importers.folding import fold
from rulings.models import Document, Game, Phrasing, Synonym, UnansweredSearch
from rulings.services import indexing, state

LONGEST_QUERY = 200
# Robots search too: only so many unanswered searches are kept, and now and then the oldest are dropped.
MOST_UNANSWERED = 2000
TIDY_EVERY = 100
BATCH = 500


def note_unanswered(query: str) -> None:
    """Count a search that found nothing; nothing is kept of who searched."""
    words = fold(query)[:LONGEST_QUERY]
    if not words:
        return
    seen, is_new = UnansweredSearch.objects.get_or_create(query=words)
    if not is_new:
        seen.count = F("count") + 1
        seen.save(update_fields=["count", "last_asked_at"])
    elif seen.pk % TIDY_EVERY == 0:
        kept = UnansweredSearch.objects.order_by("-last_asked_at").values("pk")[:MOST_UNANSWERED]
        UnansweredSearch.objects.exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()


def load_thesaurus(tables: Mapping[str, Mapping[str, Sequence[str]]]) -> int:
    """Add what is missing of the thesaurus: by game slug, or "general", phrases with their meanings."""
    games = {game.slug: game for game in Game.objects.all()}
    synonyms = [
        Synonym(game=games.get(slug), phrase=phrase, meanings=", ".join(meanings))
        for slug, table in tables.items()
        for phrase, meanings in table.items()
    ]
    return len(Synonym.objects.bulk_create(synonyms, batch_size=BATCH, ignore_conflicts=True))


def load_phrasings(document: Document, phrasings: Mapping[str, Sequence[str]]) -> int:
    """Add players' phrasings to the rulings of a document, by the last part of their address."""
    rulings = {ruling.slug: ruling for ruling in document.rulings.all()}
    made = [
        Phrasing(ruling=rulings[slug], words=words)
        for slug, several in phrasings.items()
        if slug in rulings
        for words in several
    ]
    return len(Phrasing.objects.bulk_create(made, batch_size=BATCH, ignore_conflicts=True))


def thesaurus_changed() -> None:
    """Let pages and searches know that the thesaurus was edited; the index does not hold it."""
    is_current = indexing.is_ready()
    state.mark_changed()
    if is_current:
        indexing.note_current()


def phrasings_changed(document: Document) -> None:
    """Search the new phrasings of a document's rulings from now on."""
    state.mark_changed()
    indexing.index_document(document.pk)
