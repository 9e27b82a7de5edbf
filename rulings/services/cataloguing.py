"""Writes the catalogue: games, sets, packs and aliases; and cards because a document names them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from importers.folding import FUNCTION_WORDS, fold_title
from importers.records import CardCitation
from importers.resolving import KnownCard, Status
from rulings.models import Alias, Card, CardSet, DeckLimit, Edition, Game, Pack
from rulings.read_model.known import load_catalogue
from rulings.services import addressing, state


def find_game(name: str) -> Game | None:
    """The game of that name, short name or slug."""
    wanted = fold_title(name)
    for game in Game.objects.all() if wanted else ():
        if wanted in {fold_title(game.name), fold_title(game.short_name), fold_title(game.slug)}:
            return game
    return Game.objects.filter(name=name).first()


def find_or_make_game(name: str) -> Game:
    """The game of that name, made if there is none."""
    game = find_game(name)
    if game is None:
        taken = set(Game.objects.values_list("slug", flat=True))
        if name == addressing.make_slug(name):
            # "warhammer-invasion": only the slug was given.
            words = name.split("-")
            name = " ".join(word if word in FUNCTION_WORDS else word.capitalize() for word in words)
        # Another process may be making it at this moment: then that one is waited for.
        slug = addressing.free_slug(name, taken=taken, place="game")
        game, _ = Game.objects.get_or_create(name=name, defaults={"slug": slug})
    return game


class CatalogueWriter:
    """Adds what is missing to one game's catalogue, remembering what is there."""

    def __init__(self, game: Game, *, made_by: Edition | None = None) -> None:
        self.made_by = made_by
        # One writer at a time: two publications may name the same new card.
        self.game = Game.objects.select_for_update().get(pk=game.pk)
        self.catalogue = load_catalogue(game)
        self.sets = {fold_title(card_set.name): card_set for card_set in game.card_sets.all()}
        self.packs = {
            (pack.card_set_id, fold_title(pack.name)): pack for pack in Pack.objects.filter(card_set__game=game)
        }
        # By set, the last parts of addresses that cards have or had.
        self.slugs: dict[str, set[str]] = defaultdict(set)
        had = game.former_addresses.values_list("set_slug", "card_slug")
        have = Card.objects.filter(card_set__game=game).values_list("card_set__slug", "slug")
        for set_slug, slug in (*had, *have):
            self.slugs[set_slug].add(slug)
        self.new_sets: list[str] = []
        self._places: dict[tuple[str, str], tuple[CardSet, Pack | None]] = {}

    def make_set(self, name: str) -> CardSet:
        """The card set of that name or alias, made if there is none."""
        meant = self.catalogue.find_set(name)
        proper = meant.set if meant and not meant.pack else name
        card_set = self.sets.get(fold_title(proper))
        if card_set is None:
            taken = {*self.slugs, *(known.slug for known in self.sets.values())}
            slug = addressing.free_slug(proper, taken=taken)
            card_set = CardSet.objects.create(
                game=self.game, name=proper, slug=slug, position=len(self.sets) + 1, made_by=self.made_by
            )
            self.sets[fold_title(proper)] = card_set
            self.new_sets.append(proper)
        return card_set

    def make_pack(self, card_set: CardSet, name: str) -> Pack:
        """The pack of that name in a set, made if there is none."""
        pack = self.packs.get((card_set.pk, fold_title(name)))
        if pack is None:
            taken = {known.slug for known in self.packs.values() if known.card_set_id == card_set.pk}
            slug = addressing.free_slug(name, taken=taken)
            pack = Pack.objects.create(
                card_set=card_set, name=name, slug=slug, position=len(taken) + 1, made_by=self.made_by
            )
            self.packs[card_set.pk, fold_title(name)] = pack
        return pack

    def known_pack(self, card_set: int, name: str) -> Pack | None:
        """The pack of that name in a set; none is made."""
        return self.packs.get((card_set, fold_title(name)))

    def make_alias(self, name: str, *, card_set: CardSet) -> None:
        """Let a set be known by another name too."""
        Alias.objects.get_or_create(
            game=self.game, folded=fold_title(name), defaults={"name": name, "card_set": card_set}
        )

    def add_card(self, citation: CardCitation, *, card_type: str = "", catalogued: bool) -> Card:
        """Make a card that is not shown yet, its set and pack as well; one that was withdrawn gets its address back."""
        card_set, pack = self.place_of(citation)
        folded_name = fold_title(citation.name)
        place = {"card_set": card_set, "pack": pack, "number": citation.number, "folded_name": folded_name}
        card = Card.objects.filter(**place).first()
        if card is None:
            slug = addressing.slug_for_card(citation.name, number=citation.number, taken=self.slugs[card_set.slug])
            self.slugs[card_set.slug].add(slug)
            card = Card.objects.create(
                **place,
                number_order=addressing.number_order(citation.number),
                name=citation.name,
                slug=slug,
                card_type=card_type,
                catalogued=catalogued,
                made_by=self.made_by,
            )
        self.catalogue.add(KnownCard(card.pk, card.name, card_set.name, pack.name if pack else "", card.number))
        return card

    def place_of(self, citation: CardCitation) -> tuple[CardSet, Pack | None]:
        """The set and pack that a citation names; "set" may be the name of a pack, and a pack that of its set."""
        key = citation.set, citation.pack
        if key not in self._places:
            meant = self.catalogue.place_of(citation)
            card_set = self.make_set(meant.set)
            is_itself = fold_title(meant.pack) in (fold_title(card_set.name), "")
            self._places[key] = card_set, None if is_itself else self.make_pack(card_set, meant.pack)
        return self._places[key]


def add_named_cards(writer: CatalogueWriter, citations: Iterable[CardCitation]) -> int:
    """Make the cards that a document is about and that the catalogue lacks; how many there were."""
    added = 0
    for citation in citations:
        if citation.set and writer.catalogue.resolve(citation).status is Status.UNRESOLVED:
            writer.add_card(citation, catalogued=False)
            added += 1
    return added


def load_games(facts: Mapping[str, Any]) -> None:
    """Add the games of fixtures/games.toml with their sets, packs and aliases, in order."""
    for slug, entry in facts.items():
        game, _ = Game.objects.get_or_create(
            slug=slug,
            defaults={
                **{name: entry.get(name, "") for name in ("name", "short_name", "colour")},
                "restricted_titles": entry.get("restricted_titles"),
            },
        )
        for limit in entry.get("limits", []):
            fixed = {"kind": limit["kind"], "card_type": limit.get("card_type", "")}
            told = {name: limit[name] for name in ("amount", "source", "address") if name in limit}
            DeckLimit.objects.get_or_create(game=game, **fixed, defaults=told)
        writer = CatalogueWriter(game)
        for set_entry in entry.get("sets", []):
            card_set = writer.make_set(set_entry["name"])
            for alias in set_entry.get("aliases", []):
                writer.make_alias(alias, card_set=card_set)
            for pack_name in set_entry.get("packs", []):
                writer.make_pack(card_set, pack_name)
        state.mark_changed(game)
