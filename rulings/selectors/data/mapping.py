"""All pages that search engines should know, kind by kind: their addresses, and when they changed."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from rulings.models import Change, ShownCard, ShownDocument, ShownRuling
from rulings.read_model import addresses
from rulings.selectors.site.frames import game_frames, lists_of


def mapped_games() -> Sequence[tuple[str, object]]:
    return [(game["url"], None) for game in game_frames()]


def mapped_sets() -> Sequence[tuple[str, object]]:
    return [(one["url"], None) for game in game_frames() for one in game["sets"]]


def mapped_lists() -> Sequence[tuple[str, object]]:
    return [(addresses.of_list(game["id"], name), None) for game, name in lists_of()]


def mapped_cards() -> QuerySet[ShownCard, tuple[str, int]]:
    """The ids and keys of the cards."""
    return ShownCard.objects.order_by("pk").values_list("path", "pk")


def mapped_documents() -> QuerySet[ShownDocument, tuple[str, datetime | None]]:
    """The ids of the documents, with when their editions in force were published."""
    return ShownDocument.objects.order_by("pk").values_list("path", "document__current__published_at")


def mapped_rulings() -> QuerySet[ShownRuling, tuple[str, datetime | None]]:
    """The ids of the rulings in force, with when the edition that gave each its wording was published."""
    wording = Change.objects.filter(ruling=OuterRef("pk"), edition=OuterRef("document__current"))
    worded = ShownRuling.objects.annotate(changed=Subquery(wording.values("revision__edition__published_at")[:1]))
    return worded.order_by("pk").values_list("path", "changed")
