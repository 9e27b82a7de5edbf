"""Rulings that fit, for programs: in force, or as they stood."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from django.db.models import Q, QuerySet

from importers.folding import fold_title
from rulings.models import Change, Document, Reference, ShownCard, ShownRuling
from rulings.read_model.records.rulings import RulingRecord
from rulings.read_model.rulings import about_titles, shown_wordings, with_wording
from rulings.read_model.stored import as_ruling
from rulings.selectors.cards.page import follow_card
from rulings.selectors.site.finding import find_game_called


@dataclass(frozen=True)
class RulingFilter:
    """What rulings are asked for; what is empty does not matter."""

    game: str = ""
    document: str = ""
    edition: str = ""
    label: str = ""
    kind: str = ""
    scope: str = ""
    list_name: str = ""
    authority: str = ""
    tag: str = ""
    card: str = ""
    mentions: str = ""


def rulings_that_fit(wanted: RulingFilter) -> QuerySet[Any]:
    """The rulings in force, or of the editions of one label, that fit."""
    return _as_they_stood(wanted) if wanted.edition else _in_force(wanted)


def ruling_records(found: Iterable[Any]) -> list[RulingRecord]:
    """Rulings as data; those of an edition as they stood in it."""
    listed = list(found)
    if all(isinstance(one, ShownRuling) for one in listed):
        return [as_ruling(orjson.loads(one.record)) for one in listed]
    return [as_ruling(shown_wordings([change], at=change.edition)[0]) for change in listed]


def _in_force(wanted: RulingFilter) -> QuerySet[ShownRuling]:
    fields = {
        "document__slug": wanted.document,
        "label": wanted.label.casefold(),
        "kind": wanted.kind,
        "scope": wanted.scope,
        "list_name": wanted.list_name,
        "authority": wanted.authority,
    }
    fitting = Q(**{name: value for name, value in fields.items() if value})
    if wanted.tag:
        fitting &= Q(tag__iexact=wanted.tag) | Q(tag__iexact=f"v{wanted.tag}")
    if wanted.game:
        fitting &= Q(game=find_game_called(wanted.game)["pk"])
    for card, parts in ((wanted.card, ABOUT), (wanted.mentions, (*ABOUT, "mentions"))):
        if card:
            fitting &= Q(pk__in=_rulings_of(card, parts))
    return ShownRuling.objects.filter(fitting).order_by("game__name", "document_id", "position")


ABOUT = ("errata", "listings", "others")


def _rulings_of(card: str, parts: Iterable[str]) -> set[int]:
    """The rulings about a card by its name or id, or that mention it; they count for every printing of its title."""
    rows = ShownCard.objects.filter(_titled(card)).values_list("rulings", flat=True)
    return {key for stored in rows for part in parts for key in orjson.loads(stored)[part]}


def _titled(card: str) -> Q:
    parts = card.split("/")
    if len(parts) != 3:
        return Q(folded_name=fold_title(card))
    found = follow_card(parts[0], set_slug=parts[1], slug=parts[2])
    return Q(folded_name=fold_title(found.record["name"]), game__slug=found.record["game"])


def _as_they_stood(wanted: RulingFilter) -> QuerySet[Change]:
    shown = Document.objects.shown()
    changes = Change.objects.in_published_editions().standing().filter(ruling__document__in=shown)
    fields = {
        "ruling__document__slug": wanted.document,
        "revision__key__iexact": wanted.label,
        "ruling__kind": wanted.kind,
        "ruling__scope": wanted.scope,
        "ruling__list_name": wanted.list_name,
        "revision__authority": wanted.authority,
    }
    fitting = Q(**{name: value for name, value in fields.items() if value})
    fitting &= Q(edition__label__iexact=wanted.edition) | Q(edition__slug__iexact=wanted.edition)
    if wanted.tag:
        fitting &= Q(revision__version_tag__iexact=wanted.tag) | Q(revision__version_tag__iexact=f"v{wanted.tag}")
    if wanted.game:
        fitting &= Q(ruling__document__game=find_game_called(wanted.game)["pk"])
    if wanted.card:
        fitting &= about_titles({_title_of(wanted.card)})
    if wanted.mentions:
        named = Reference.objects.filter(card__folded_name=_title_of(wanted.mentions)).values("change")
        fitting &= Q(pk__in=named) | about_titles({_title_of(wanted.mentions)})
    ordered = ("ruling__document__game__name", "ruling__document", "edition__position", "position")
    return with_wording(changes.as_corrected_last().filter(fitting)).order_by(*ordered)


def _title_of(card: str) -> str:
    """The folded name of a card by its name or id."""
    parts = card.split("/")
    if len(parts) != 3:
        return fold_title(card)
    return fold_title(follow_card(parts[0], set_slug=parts[1], slug=parts[2]).record["name"])
