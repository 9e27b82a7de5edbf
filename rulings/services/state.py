"""Brings the read model up to date and announces the new state: the index and the downloads follow after the commit."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from rulings.models import Game, SiteState
from rulings.models.shown import Shown
from rulings.models.state import new_token
from rulings.read_model.rows import FORMAT, rows_of
from rulings.services import downloads, indexing, instructing

# So many changes are remembered, for an index that has to catch up.
MOST_RECENT = 100
BATCH = 500

Progress = Callable[[str], object]
# What has changed so far, where several changes make one.
_collecting: ContextVar[tuple[dict[int, Game], set[int]] | None] = ContextVar("collecting", default=None)


def mark_changed(*games: Game, documents: Collection[int] = ()) -> None:
    """Start a new state; call it last in the transaction that changes something.

    `games` are those of which something else is shown now, `documents` those whose rulings are to be indexed again.
    """
    if (collecting := _collecting.get()) is not None:
        collecting[0].update((game.pk, game) for game in games)
        collecting[1].update(documents)
        return
    for game in games:
        refresh(game)
    _renew(documents)
    transaction.on_commit(indexing.catch_up)
    transaction.on_commit(downloads.build_soon)


@contextmanager
def as_one_change() -> Iterator[None]:
    """Let all that is changed within make one new state: what is shown of a game is worked out once, at the end."""
    games: dict[int, Game] = {}
    documents: set[int] = set()
    token = _collecting.set((games, documents))
    try:
        yield
    finally:
        _collecting.reset(token)
    if games or documents:
        mark_changed(*games.values(), documents=documents)


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


def refresh(game: Game) -> None:
    """Work out again what is shown of a game, and write the rows that differ."""
    instructing.write_instructions(game)
    for model, rows in rows_of(game).items():
        _write(model, game, rows)


@transaction.atomic
def rebuild(progress: Progress = lambda step: None) -> None:
    """Write the whole read model from history, as if there were none, and start a new state."""
    games = list(Game.objects.order_by("pk"))
    for number, game in enumerate(games, 1):
        progress(f"{number} of {len(games)}: {game}")
        instructing.write_instructions(game)
        rows = rows_of(game)
        for model in rows:
            _of_game(model, game).delete()
        for model, of_model in rows.items():
            model._base_manager.bulk_create(of_model.values(), batch_size=BATCH)
    SiteState.objects.update_or_create(pk=1, defaults={"shown_format": FORMAT})
    mark_changed()


def is_current() -> bool:
    """Whether the rows have the shape that this release reads."""
    return SiteState.objects.filter(pk=1, shown_format=FORMAT).exists()


def differences(game: Game) -> list[str]:
    """The rows of a game that are not what history says; none, if all is well."""
    found = []
    for model, rows in rows_of(game).items():
        right, stored = {pk: row.digest for pk, row in rows.items()}, _digests(model, game)
        wrong = {pk for pk in right.keys() | stored.keys() if right.get(pk) != stored.get(pk)}
        found += [f"{model.__name__} {pk}" for pk in sorted(wrong)]
    return found


def _write(model: type[Shown], game: Game, rows: dict[int, Shown]) -> None:
    stored = _digests(model, game)
    stale = [pk for pk, digest in stored.items() if pk not in rows or rows[pk].digest != digest]
    for start in range(0, len(stale), BATCH):
        model._base_manager.filter(pk__in=stale[start : start + BATCH]).delete()
    kept = stored.keys() - set(stale)
    model._base_manager.bulk_create((row for pk, row in rows.items() if pk not in kept), batch_size=BATCH)


def _of_game(model: type[Shown], game: Game) -> QuerySet[Shown]:
    return model._base_manager.filter(Q(game=game))


def _digests(model: type[Shown], game: Game) -> dict[int, str]:
    return dict(_of_game(model, game).values_list("pk", "digest"))
