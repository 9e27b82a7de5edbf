"""What holds for the titles of a game: corrected, restricted, banned, changed by the newest edition."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce

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
    for name, kind, list_name in in_force.values_list(
        "card__folded_name", "change__ruling__kind", "change__ruling__list_name"
    ):
        if kind == "erratum":
            found["errata"].add(name)
        if kind == "listing":
            found[list_name].add(name)
    found["changed"] = _changed(subjects, game_id)
    return {status: frozenset(names) for status, names in found.items()}


def _changed(subjects: QuerySet[Reference], game_id: int) -> set[str]:
    """What the publishers' newest editions changed; a correction of our import is no change of theirs."""
    shown = Document.objects.shown().filter(game=game_id)
    newest = list(shown.values_list(Coalesce("current__corrects", "current"), flat=True))
    again = _published_again(game_id)
    rows = subjects.filter(change__edition__in=newest).values_list(
        "card__folded_name",
        "change__kind",
        "change__ruling__document",
        "change__revision__version_tag",
        "change__edition__label",
    )
    # A first edition adds everything; what it changed is told by its tags, if it prints them.
    changed = {
        name
        for name, kind, document, tag, label in rows
        if (kind != Change.Kind.SAME and document in again) or tag.removeprefix("v") == label
    }
    removed = Change.objects.filter(edition__in=newest, kind=Change.Kind.REMOVED)
    left = subjects.filter(change__ruling__in=removed.values("ruling"))
    return changed | set(left.values_list("card__folded_name", flat=True))


def _published_again(game_id: int) -> set[int]:
    """The documents of a game of which more than one edition of the publisher is here."""
    published = Count("editions", filter=Q(editions__state="published", editions__corrects=None))
    documents = Document.objects.filter(game=game_id).annotate(published=published)
    return set(documents.filter(published__gt=1).values_list("pk", flat=True))
