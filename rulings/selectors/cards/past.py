"""A card as it was to be read by an edition of the past."""

from dataclasses import replace

from django.db.models import QuerySet

from rulings.models import Card, Change, Edition, Game, ShownCard
from rulings.read_model.cards import TitleRulings, by_card, card_record, titled
from rulings.read_model.effective import Texts
from rulings.read_model.rulings import shown_wordings, with_wording
from rulings.selectors.cards.page import CardPage, card_page, find_card
from rulings.selectors.site.finding import find_edition


def card_page_at(game: str, *, document: str, edition: str, set_slug: str, slug: str) -> tuple[CardPage, Edition]:
    """The page of a card with what stood in an edition; of the game's other documents, what is in force."""
    stored = find_card(game, set_slug=set_slug, slug=slug)
    at = find_edition(game, document=document, slug=edition)
    today = card_page(stored)
    row = ShownCard.objects.get(pk=stored.pk)
    same = dict(ShownCard.objects.filter(folded_name=row.folded_name).values_list("pk", "first_printing"))
    changes = list(with_wording(standing_at(row.game_id, at)))
    rulings = by_card(changes, same).get(row.first_printing, TitleRulings())
    shown = {
        part: [{**one, "printed_for": []} for one in shown_wordings(getattr(rulings, part), at=at)]
        for part in vars(TitleRulings())
    }
    card = Card.objects.select_related("card_set__game", "pack").get(pk=stored.pk)
    texts = Texts(Game.objects.get(pk=row.game_id), changes)
    effective = texts.effective_record(card, rulings.errata)
    record = {
        **today.card,
        **card_record(card, list(rulings.grounds), printed=texts.printed_record(card), effective=effective),
        "html": texts.html_of(card, effective),
        "details": [
            {
                "name": status,
                "title": titled(status, rulings.formats(status)),
                "formats": rulings.formats(status),
                "edition_title": change.edition.title,
                "url": "#errata",
                "printed_for": "",
            }
            for status, change in rulings.grounds.items()
        ],
    }
    return replace(today, card=record, history=[], general=[], **shown), at  # type: ignore[arg-type]


def standing_at(game: int, at: Edition) -> QuerySet[Change]:
    """What stood in an edition, and what is in force of the other documents of its game."""
    others = Change.objects.in_force().filter(ruling__document__game=game)
    others = others.exclude(ruling__document__slug=at.document.slug)
    own = at.changes.standing().values_list("pk", flat=True)
    return Change.objects.filter(pk__in=[*others.values_list("pk", flat=True), *own])
