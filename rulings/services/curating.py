"""Curates the catalogue by hand: saves, deletes and merges, and lets the references and pages follow."""

from collections.abc import Iterable
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction

from importers.folding import fold_title
from rulings.models import Alias, Card, CardAlias, CardSet, FormerAddress, Game, Pack, Reference
from rulings.services import addressing, auditing, indexing, state
from rulings.services.cataloguing import number_order
from rulings.services.linking import relink

Entry = Game | CardSet | Pack | Alias | Card | CardAlias


class CurationError(Exception):
    """An entry contradicts the catalogue; the message says how."""


class MergeError(Exception):
    """The merge cannot be done; the message says why."""


@transaction.atomic
def save(entry: Entry) -> None:
    """Save an entry of the catalogue with what follows from its name; an address that it has stays."""
    if isinstance(entry, Alias):
        entry.folded = fold_title(entry.name)
        entry.game = entry.card_set.game
    elif isinstance(entry, Card):
        entry.folded_name, entry.number_order = fold_title(entry.name), number_order(entry.number)
        entry.catalogued = True
        _leave_former_set(entry)
        taken = set(entry.card_set.cards.exclude(pk=entry.pk).values_list("slug", flat=True))
        if not entry.slug or entry.slug in taken:
            entry.slug = addressing.slug_for_card(entry.name, number=entry.number, taken=taken)
    elif isinstance(entry, Game):
        entry.slug = entry.slug or addressing.free_slug(
            entry.name, taken=set(Game.objects.values_list("slug", flat=True)), place="game"
        )
    elif isinstance(entry, CardSet | Pack):
        family = entry.game.card_sets if isinstance(entry, CardSet) else entry.card_set.packs
        entry.slug = entry.slug or addressing.free_slug(entry.name, taken=set(family.values_list("slug", flat=True)))
    entry.save()
    follow(game_of(entry))


def _leave_former_set(card: Card) -> None:
    """Let the address that a card had in another set lead to it."""
    before = Card.objects.filter(pk=card.pk).exclude(card_set=card.card_set).select_related("card_set__game").first()
    if before:
        FormerAddress.objects.update_or_create(
            game=before.card_set.game,
            set_slug=before.card_set.slug,
            card_slug=before.slug,
            defaults={"card": card, "card_set": None},
        )


def check(entry: Entry) -> None:
    """Refuse what would contradict the rest of the catalogue."""
    if isinstance(entry, Alias | Card) and entry.pack and entry.pack.card_set_id != entry.card_set_id:
        raise CurationError(f"{entry.pack} is a pack of {entry.pack.card_set}, not of {entry.card_set}.")
    if isinstance(entry, Alias):
        same = Alias.objects.filter(game=entry.card_set.game, folded=fold_title(entry.name)).exclude(pk=entry.pk)
        if same.exists():
            raise CurationError(f"{entry.name} is an alias already.")
    elif isinstance(entry, Card):
        same_card = Card.objects.filter(
            card_set=entry.card_set, pack=entry.pack, number=entry.number, folded_name=fold_title(entry.name)
        )
        if same_card.exclude(pk=entry.pk).exists():
            raise CurationError(f"{entry.name} is in {entry.card_set} already, with this number.")
    elif isinstance(entry, CardSet):
        others = CardSet.objects.filter(game=entry.game).exclude(pk=entry.pk)
        if fold_title(entry.name) in {fold_title(name) for name in others.values_list("name", flat=True)}:
            raise CurationError(f"{entry.game} has a set of this name already.")
        if CardSet.objects.filter(pk=entry.pk).exclude(game=entry.game).exists():
            raise CurationError("A set cannot move to another game.")


def game_of(entry: Entry) -> Game:
    """The game that an entry of the catalogue belongs to."""
    if isinstance(entry, Game):
        return entry
    if isinstance(entry, CardSet):
        return entry.game
    return entry.card.card_set.game if isinstance(entry, CardAlias) else entry.card_set.game


def follow(game: Game) -> None:
    """Look up the references of a game again, and let pages and search know."""
    relinked = relink(game)
    state.mark_changed()
    transaction.on_commit(partial(indexing.index_documents, relinked))


@transaction.atomic
def merge_cards(keep: Card, others: Iterable[Card], *, user: User | None) -> None:
    """Make one card of several; their addresses and names lead to it."""
    merged = [card for card in others if card.pk != keep.pk]
    if any(card.card_set.game_id != keep.card_set.game_id for card in merged):
        raise MergeError("Cards of two games cannot be one.")
    for card in merged:
        _merge_card(card, keep)
    auditing.note(user, keep, f"merged with {', '.join(map(str, merged))}")
    follow(keep.card_set.game)


@transaction.atomic
def merge_sets(keep: CardSet, others: Iterable[CardSet], *, user: User | None) -> None:
    """Make one set of several; their names are aliases of it, and their addresses lead to it."""
    merged = [card_set for card_set in others if card_set.pk != keep.pk]
    if any(card_set.game_id != keep.game_id for card_set in merged):
        raise MergeError("Sets of two games cannot be one.")
    for card_set in merged:
        _merge_set(card_set, keep)
    auditing.note(user, keep, f"merged with {', '.join(map(str, merged))}")
    follow(keep.game)


def _merge_card(card: Card, keep: Card) -> None:
    game, card_set = card.card_set.game, card.card_set
    Reference.objects.filter(card=card).update(card=keep)
    card.former_addresses.update(card=keep)
    known = set(keep.aliases.values_list("name", "set_name", "number"))
    for alias in card.aliases.all():
        if (alias.name, alias.set_name, alias.number) not in known:
            alias.card = keep
            alias.save()
    if (fold_title(card.name), card.card_set_id) != (keep.folded_name, keep.card_set_id):
        CardAlias.objects.get_or_create(card=keep, name=card.name, set_name=card_set.name, number=card.number)
    FormerAddress.objects.update_or_create(
        game=game, set_slug=card_set.slug, card_slug=card.slug, defaults={"card": keep, "card_set": None}
    )
    card.delete()


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
        _merge_card(card, same)
        return
    FormerAddress.objects.update_or_create(
        game=keep.game,
        set_slug=card.card_set.slug,
        card_slug=card.slug,
        defaults={"card": card, "card_set": None},
    )
    card.card_set = keep
    card.slug = addressing.slug_for_card(
        card.name, number=card.number, taken=set(keep.cards.values_list("slug", flat=True))
    )
    card.save()
