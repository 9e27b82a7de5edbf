"""Rulings that fit, and one of them in full, as data."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from importers.folding import fold_title
from rulings.models import Change, Document, Reference
from rulings.selectors.cards import follow_card
from rulings.selectors.data.catalogue import game_named
from rulings.selectors.data.documents import ruling_detail
from rulings.selectors.data.rulings import Record, ruling_record, with_facts
from rulings.selectors.finding import MissingError, WithdrawnError, find_edition
from rulings.selectors.rulings import find_ruling, find_ruling_at, ruling_page


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


def rulings_that_fit(wanted: RulingFilter) -> QuerySet[Change]:
    """The rulings in force, or of the editions of one label, that fit."""
    changes = Change.objects.in_force()
    if wanted.edition:
        shown = Document.objects.shown()
        changes = Change.objects.in_published_editions().standing().filter(ruling__document__in=shown)
        changes = changes.as_corrected_last()
    fields = {
        "ruling__document__slug": wanted.document,
        "revision__key__iexact": wanted.label,
        "ruling__kind": wanted.kind,
        "ruling__scope": wanted.scope,
        "ruling__list_name": wanted.list_name,
        "revision__authority": wanted.authority,
    }
    fitting = Q(**{name: value for name, value in fields.items() if value})
    if wanted.tag:
        fitting &= Q(revision__version_tag__iexact=wanted.tag) | Q(revision__version_tag__iexact=f"v{wanted.tag}")
    if wanted.edition:
        fitting &= Q(edition__label__iexact=wanted.edition) | Q(edition__slug__iexact=wanted.edition)
    if wanted.game:
        fitting &= Q(ruling__document__game=game_named(wanted.game))
    for name, places in ((wanted.card, [Reference.Place.SUBJECT]), (wanted.mentions, list(Reference.Place))):
        if name:
            citing = Reference.objects.filter(_naming(name), place__in=places)
            fitting &= Q(pk__in=citing.values("change"))
    return with_facts(changes.filter(fitting)).order_by(
        "ruling__document__game__name", "ruling__document", "edition__position", "position"
    )


def _naming(card: str) -> Q:
    """References to a card by its name or id; they count for every printing of its title."""
    parts = card.split("/")
    if len(parts) != 3:
        return Q(card__folded_name=fold_title(card))
    found = follow_card(parts[0], set_slug=parts[1], slug=parts[2])
    return Q(card__folded_name=found.folded_name, card__card_set__game=found.card_set.game)


def ruling_of(game: str, *, document: str, slug: str, edition: str = "") -> Record:
    """A ruling by its address or label, today or as it stood in an edition."""
    at = find_edition(game, document=document, slug=edition) if edition else None
    found = find_ruling_at(at, slug) if at else find_ruling(game, document=document, slug=slug)
    if found is None:
        raise MissingError
    page = ruling_page(found, at)
    if page is None:
        raise WithdrawnError
    facts = with_facts(Change.objects.filter(pk=page.change.pk)).get()
    return ruling_detail(page, ruling_record(facts, at=at))
