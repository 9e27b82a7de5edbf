"""What holds for the titles of a game: corrected, restricted, banned, changed by the newest edition."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from django.db.models import Count, Q

from rulings.models import Change, Document, Game, Reference
from rulings.selectors.state import site_state

STATUSES = {
    "errata": "with errata",
    "restricted": "restricted",
    "banned": "banned",
    "changed": "changed in the newest edition",
}
# Those that are marked beside a card, the gravest first.
MARKED = ("banned", "restricted", "errata")
GAMES_KEPT = 64


def statuses_of(game: Game) -> Mapping[str, frozenset[str]]:
    """For each status, the folded names of the titles that have it; it counts for every printing of a title."""
    return _statuses(site_state().generation, game.pk)


@lru_cache(maxsize=GAMES_KEPT)
def _statuses(generation: int, game_id: int) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    subjects = Reference.objects.filter(place=Reference.Place.SUBJECT, card__isnull=False)
    in_force = subjects.filter(change__in=Change.objects.in_force(), change__ruling__document__game=game_id)
    rows = in_force.values_list(
        "card__folded_name",
        "change__ruling__kind",
        "change__ruling__list_name",
        "change__kind",
        "change__ruling__document",
        "change__revision__version_tag",
        "change__edition__label",
    )
    again = _published_again(game_id)
    for name, kind, list_name, change, document, tag, label in rows:
        if kind == "erratum":
            found["errata"].add(name)
        if kind == "listing":
            found[list_name].add(name)
        # A first edition adds everything; what it changed is told by its tags, if it prints them.
        if (change != Change.Kind.SAME and document in again) or tag.removeprefix("v") == label:
            found["changed"].add(name)
    removed = Change.objects.filter(
        edition__in=Document.objects.shown().filter(game=game_id).values("current"), kind=Change.Kind.REMOVED
    )
    left = subjects.filter(change__ruling__in=removed.values("ruling"))
    found["changed"].update(left.values_list("card__folded_name", flat=True))
    return {status: frozenset(names) for status, names in found.items()}


def _published_again(game_id: int) -> set[int]:
    """The documents of a game of which more than one edition is published."""
    published = Count("editions", filter=Q(editions__state="published"))
    documents = Document.objects.filter(game=game_id).annotate(published=published)
    return set(documents.filter(published__gt=1).values_list("pk", flat=True))
