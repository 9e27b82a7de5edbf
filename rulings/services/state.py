"""Announces that what the site shows has changed: the read model follows at once, the index after the commit."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from rulings.models import Game, SiteState
from rulings.models.state import new_token
from rulings.services import downloads, indexing
from rulings.services.refreshing import refresh

# So many changes are remembered, for an index that has to catch up.
MOST_RECENT = 100


def mark_changed(*games: Game, documents: Collection[int] = ()) -> None:
    """Start a new state; call it last in the transaction that changes something.

    `games` are those of which something else is shown now, `documents` those whose rulings are to be indexed again.
    """
    for game in games:
        refresh(game)
    _renew(documents)
    transaction.on_commit(indexing.catch_up)
    transaction.on_commit(downloads.build_soon)


def begin_history() -> None:
    """Let nothing that was made for another history of this site be used: it has just been loaded."""
    state = _locked()
    state.identity, state.recent = new_token(), []
    state.save()


def _renew(documents: Collection[int]) -> None:
    state = _locked()
    state.token, state.generation, state.changed_at = new_token(), state.generation + 1, timezone.now()
    state.recent = [*state.recent, [state.key, sorted(documents)]][-MOST_RECENT:]
    state.save()


def _locked() -> SiteState:
    SiteState.objects.get_or_create(pk=1)
    return SiteState.objects.select_for_update().get(pk=1)
