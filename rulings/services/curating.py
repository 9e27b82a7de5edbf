"""Curates the catalogue by hand: keeps, removes and checks its entries, and lets the references and pages follow."""

from collections.abc import Iterable

from django.db import transaction

from importers.folding import fold_title
from importers.resolving import Status
from rulings.models import Alias, Card, CardAlias, CardSet, Edition, FormerAddress, Game, Pack, Reference
from rulings.services import addressing, state
from rulings.services.addressing import number_order, taken_slugs
from rulings.services.linking import relink

Entry = Game | CardSet | Pack | Alias | Card | CardAlias


class CurationError(Exception):
    """An entry contradicts the catalogue; the message says how."""


@transaction.atomic
def keep(entry: Entry) -> None:
    """Save an entry with what follows from its name; `follow` its game when all are saved.

    An address that it has stays, and a name that it had still means it.
    """
    if not isinstance(entry, Game):
        lock(game_of(entry))
    if isinstance(entry, Alias):
        entry.folded = fold_title(entry.name)
        entry.game = entry.card_set.game
    elif isinstance(entry, Card):
        entry.folded_name, entry.number_order = fold_title(entry.name), number_order(entry.number)
        entry.catalogued = True
        _leave_former_place(entry)
        taken = taken_slugs(entry.card_set, but=entry)
        if not entry.slug or entry.slug in taken:
            entry.slug = addressing.slug_for_card(entry.name, number=entry.number, taken=taken)
    elif isinstance(entry, Game):
        entry.slug = entry.slug or addressing.free_slug(
            entry.name, taken=set(Game.objects.values_list("slug", flat=True)), place="game"
        )
    elif isinstance(entry, CardSet | Pack):
        _leave_former_name(entry)
        family = entry.game.card_sets if isinstance(entry, CardSet) else entry.card_set.packs
        entry.slug = entry.slug or addressing.free_slug(entry.name, taken=set(family.values_list("slug", flat=True)))
    entry.save()


@transaction.atomic
def remove(entry: Entry) -> None:
    """Delete an entry; `follow` its game when all are deleted."""
    if not isinstance(entry, Game):
        lock(game_of(entry))
    entry.delete()


def _leave_former_place(card: Card) -> None:
    """Let the name, number and address that a card had still lead to it."""
    before = Card.objects.filter(pk=card.pk).select_related("card_set__game").first()
    if before is None:
        return
    if (before.folded_name, before.number, before.card_set_id) != (card.folded_name, card.number, card.card_set_id):
        CardAlias.objects.get_or_create(
            card=card, name=before.name, set_name=before.card_set.name, number=before.number
        )
    if before.card_set_id != card.card_set_id:
        FormerAddress.objects.update_or_create(
            game=before.card_set.game,
            set_slug=before.card_set.slug,
            card_slug=before.slug,
            defaults={"card": card, "card_set": None},
        )


def _leave_former_name(entry: CardSet | Pack) -> None:
    """Let the name that a set or pack had still mean it: documents go on citing it."""
    before = type(entry)._default_manager.filter(pk=entry.pk).first()
    if before and fold_title(before.name) != fold_title(entry.name):
        card_set, pack = (entry.card_set, entry) if isinstance(entry, Pack) else (entry, None)
        Alias.objects.get_or_create(
            game=card_set.game,
            folded=fold_title(before.name),
            defaults={"name": before.name, "card_set": card_set, "pack": pack},
        )


def check(entry: Entry) -> None:
    """Refuse what would contradict the rest of the catalogue."""
    if isinstance(entry, Alias | Card) and entry.pack and entry.pack.card_set_id != entry.card_set_id:
        raise CurationError(f"{entry.pack} is a pack of {entry.pack.card_set}, not of {entry.card_set}.")
    if isinstance(entry, Alias) and hasattr(entry.card_set, "game"):
        same = Alias.objects.filter(game=entry.card_set.game, folded=fold_title(entry.name)).exclude(pk=entry.pk)
        if same.exists():
            raise CurationError(f"{entry.name} is an alias already.")
        names = entry.card_set.game.card_sets.exclude(pk=entry.card_set_id).values_list("name", flat=True)
        if fold_title(entry.name) in map(fold_title, names):
            raise CurationError(f"{entry.name} is the name of another set.")
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
    elif isinstance(entry, Pack):
        if Pack.objects.filter(pk=entry.pk).exclude(card_set=entry.card_set).exists():
            raise CurationError("A pack cannot move to another set: make it there, and move its cards.")
        others_in_set = Pack.objects.filter(card_set=entry.card_set).exclude(pk=entry.pk)
        if fold_title(entry.name) in {fold_title(name) for name in others_in_set.values_list("name", flat=True)}:
            raise CurationError(f"{entry.card_set} has a pack of this name already.")


def game_of(entry: Entry) -> Game:
    """The game that an entry of the catalogue belongs to."""
    if isinstance(entry, Game):
        return entry
    if isinstance(entry, CardSet):
        return entry.game
    return entry.card.card_set.game if isinstance(entry, CardAlias) else entry.card_set.game


def lock(game: Game) -> None:
    """Let one at a time write to the catalogue of a game, publications among them."""
    Game.objects.select_for_update().get(pk=game.pk)


@transaction.atomic
def follow(game: Game) -> None:
    """Look up the references of a game again, and let pages and search know."""
    state.mark_changed(game, documents=relink(game))


def remove_unused(game: Game, *, made_by: Iterable[Edition]) -> None:
    """Remove the cards, packs and sets that some editions made, and that nothing else uses."""
    makers = list(made_by)
    mine = Card.objects.filter(card_set__game=game, made_by__in=makers, catalogued=False, aliases=None)
    gone = [card.pk for card in mine if not card.references.filter(change__edition__state="published").exists()]
    Reference.objects.filter(card__in=gone).update(card=None, status=Status.UNRESOLVED)
    Card.objects.filter(pk__in=gone).delete()
    Pack.objects.filter(card_set__game=game, made_by__in=makers, cards=None, aliases=None).delete()
    game.card_sets.filter(made_by__in=makers, cards=None, packs=None, aliases=None, former_addresses=None).delete()
