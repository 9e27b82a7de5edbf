"""All pages that search engines should know, kind by kind."""

from collections.abc import Sequence

from django.db.models import F, Max, QuerySet

from rulings.models import Card, CardSet, Change, Document, Game
from rulings.selectors.cards import lists_of
from rulings.selectors.documents import shown_games


def mapped_games() -> QuerySet[Game]:
    return shown_games().annotate(changed=Max("documents__current__published_at")).order_by("pk")


def mapped_sets() -> QuerySet[CardSet]:
    return CardSet.objects.filter(cards__in=Card.objects.shown()).select_related("game").distinct().order_by("pk")


def mapped_cards() -> QuerySet[Card]:
    return Card.objects.shown().select_related("card_set__game").order_by("pk")


def mapped_lists() -> Sequence[tuple[Game, str]]:
    return lists_of()


def mapped_documents() -> QuerySet[Document]:
    return Document.objects.shown().select_related("game", "current").order_by("pk")


def mapped_rulings() -> QuerySet[Change]:
    """The rulings in force, with when the edition that gave each its wording was published."""
    in_force = Change.objects.in_force().select_related("ruling__document__game").order_by("pk")
    return in_force.annotate(changed=F("revision__edition__published_at"))
