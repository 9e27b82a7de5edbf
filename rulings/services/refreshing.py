"""Brings the read model up to date, in the transaction of what changed it."""

from collections.abc import Callable

from django.db import transaction
from django.db.models import Q, QuerySet

from rulings.models import Game, SiteState
from rulings.models.shown import Shown
from rulings.read_model.rows import FORMAT, rows_of

BATCH = 500
Progress = Callable[[str], object]


def refresh(game: Game) -> None:
    """Work out again what is shown of a game, and write the rows that differ."""
    for model, rows in rows_of(game).items():
        _write(model, game, rows)


@transaction.atomic
def rebuild(progress: Progress = lambda step: None) -> None:
    """Write the whole read model from history, as if there were none."""
    games = list(Game.objects.order_by("pk"))
    for number, game in enumerate(games, 1):
        progress(f"{number} of {len(games)}: {game}")
        rows = rows_of(game)
        for model in rows:
            _of_game(model, game).delete()
        for model, of_model in rows.items():
            model._base_manager.bulk_create(of_model.values(), batch_size=BATCH)
    SiteState.objects.update_or_create(pk=1, defaults={"shown_format": FORMAT})


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
