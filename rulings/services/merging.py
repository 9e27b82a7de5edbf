"""Merges entries of the catalogue: one stays, and the names and addresses of the others lead to it."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction

from importers.folding import fold_title
from rulings.models import (
    Alias,
    Card,
    CardAlias,
    CardSet,
    CardText,
    EffectiveDecision,
    FormerAddress,
    Pack,
    Reference,
)
from rulings.services import accounts, addressing
from rulings.services.addressing import taken_slugs
from rulings.services.curating import follow, lock


class MergeError(Exception):
    """The merge cannot be done; the message says why."""


@transaction.atomic
def merge_cards(keep: Card, others: Iterable[Card], *, user: User | None) -> None:
    """Make one card of several; their addresses and names lead to it."""
    merged = [card for card in others if card.pk != keep.pk]
    if any(card.card_set.game_id != keep.card_set.game_id for card in merged):
        raise MergeError("Cards of two games cannot be one.")
    lock(keep.card_set.game)
    for card in merged:
        absorb_card(card, keep)
    accounts.note(user, keep, f"merged with {', '.join(map(str, merged))}")
    follow(keep.card_set.game)


@transaction.atomic
def merge_sets(keep: CardSet, others: Iterable[CardSet], *, user: User | None) -> None:
    """Make one set of several; their names are aliases of it, and their addresses lead to it."""
    merged = [card_set for card_set in others if card_set.pk != keep.pk]
    if any(card_set.game_id != keep.game_id for card_set in merged):
        raise MergeError("Sets of two games cannot be one.")
    lock(keep.game)
    for card_set in merged:
        _merge_set(card_set, keep)
    accounts.note(user, keep, f"merged with {', '.join(map(str, merged))}")
    follow(keep.game)


@transaction.atomic
def merge_packs(keep: Pack, others: Iterable[Pack], *, user: User | None) -> None:
    """Make one pack of several of one set; their names are aliases of it."""
    merged = [pack for pack in others if pack.pk != keep.pk]
    if any(pack.card_set_id != keep.card_set_id for pack in merged):
        raise MergeError("Packs of two sets cannot be one: merge the sets first.")
    game = keep.card_set.game
    lock(game)
    for pack in merged:
        pack.cards.update(pack=keep)
        pack.aliases.update(pack=keep)
        Alias.objects.get_or_create(
            game=game,
            folded=fold_title(pack.name),
            defaults={"name": pack.name, "card_set": keep.card_set, "pack": keep},
        )
        pack.delete()
    accounts.note(user, keep, f"merged with {', '.join(map(str, merged))}")
    follow(game)


def absorb_card(card: Card, keep: Card) -> None:
    """Let the references, names and address of a card lead to another one, and remove it."""
    game, card_set = card.card_set.game, card.card_set
    Reference.objects.filter(card=card).update(card=keep)
    card.former_addresses.update(card=keep)
    known = set(keep.aliases.values_list("name", "set_name", "number"))
    for alias in card.aliases.all():
        if (alias.name, alias.set_name, alias.number) not in known:
            alias.card = keep
            alias.save()
    if (card.folded_name, card.number, card.card_set_id) != (keep.folded_name, keep.number, keep.card_set_id):
        CardAlias.objects.get_or_create(card=keep, name=card.name, set_name=card_set.name, number=card.number)
    FormerAddress.objects.update_or_create(
        game=game, set_slug=card_set.slug, card_slug=card.slug, defaults={"card": keep, "card_set": None}
    )
    _hand_down(card, keep)
    card.delete()


def _hand_down(card: Card, keep: Card) -> None:
    """Let what a catalogue says of a card be known of the one that stays, where that has nothing of its own."""
    for table in (CardText, EffectiveDecision):
        if not table._base_manager.filter(card=keep).exists():
            table._base_manager.filter(card=card).update(card=keep)
    keep.external_id = keep.external_id or card.external_id
    keep.subtitle = keep.subtitle or card.subtitle
    keep.facts = {**card.facts, **keep.facts}
    keep.catalogued = keep.catalogued or card.catalogued
    keep.save()


def _merge_set(card_set: CardSet, keep: CardSet) -> None:
    packs = {fold_title(pack.name): pack for pack in keep.packs.all()}
    for pack in card_set.packs.all():
        same = packs.get(fold_title(pack.name))
        if same:
            pack.cards.update(pack=same)
            pack.aliases.update(pack=same, card_set=keep)
            pack.delete()
        else:
            pack.card_set = keep
            pack.slug = addressing.free_slug(pack.name, taken=set(keep.packs.values_list("slug", flat=True)))
            pack.save()
    for card in card_set.cards.all():
        _move_card(card, keep)
    card_set.aliases.update(card_set=keep)
    card_set.former_addresses.update(card_set=keep)
    Alias.objects.get_or_create(
        game=keep.game, folded=fold_title(card_set.name), defaults={"name": card_set.name, "card_set": keep}
    )
    FormerAddress.objects.update_or_create(
        game=keep.game, set_slug=card_set.slug, card_slug="", defaults={"card_set": keep, "card": None}
    )
    card_set.delete()


def _move_card(card: Card, keep: CardSet) -> None:
    same = keep.cards.filter(folded_name=card.folded_name, number=card.number, pack=card.pack).first()
    if same:
        absorb_card(card, same)
        return
    FormerAddress.objects.update_or_create(
        game=keep.game,
        set_slug=card.card_set.slug,
        card_slug=card.slug,
        defaults={"card": card, "card_set": None},
    )
    card.card_set = keep
    card.slug = addressing.slug_for_card(card.name, number=card.number, taken=taken_slugs(keep))
    card.save()
