"""Writes the catalogue: games, sets, packs, aliases and cards, from files or because a document names them."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import transaction

from importers.folding import fold_title
from importers.records import CardCitation, one_line
from importers.resolving import KnownCard, SetName, Status
from rulings.models import Alias, Card, CardSet, Game, Pack
from rulings.selectors.catalogue import load_catalogue
from rulings.services import addressing, indexing, state
from rulings.services.linking import relink_game

COLUMNS = ["set", "pack", "number", "name", "type"]


class CatalogueError(Exception):
    """The file cannot be imported; the message says where and why."""


@dataclass
class CardCounts:
    """What an import of cards did."""

    added: int = 0
    updated: int = 0
    same: int = 0
    new_sets: list[str] = field(default_factory=list)


def find_game(name: str) -> Game | None:
    """The game of that name, short name or slug."""
    for game in Game.objects.all():
        if fold_title(name) in {fold_title(game.name), fold_title(game.short_name), fold_title(game.slug)}:
            return game
    return None


def find_or_make_game(name: str) -> Game:
    """The game of that name, made if there is none."""
    game = find_game(name)
    if game is None:
        taken = set(Game.objects.values_list("slug", flat=True))
        if name == addressing.make_slug(name):
            # "warhammer-invasion": only the slug was given.
            name = name.replace("-", " ").title()
        game = Game.objects.create(name=name, slug=addressing.free_slug(name, taken=taken, place="game"))
    return game


class CatalogueWriter:
    """Adds what is missing to one game's catalogue, remembering what is there."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.catalogue = load_catalogue(game)
        self.sets = {fold_title(card_set.name): card_set for card_set in game.card_sets.all()}
        self.packs = {
            (pack.card_set_id, fold_title(pack.name)): pack for pack in Pack.objects.filter(card_set__game=game)
        }
        self.slugs: dict[int, set[str]] = defaultdict(set)
        for set_id, slug in Card.objects.filter(card_set__game=game).values_list("card_set_id", "slug"):
            self.slugs[set_id].add(slug)
        self.new_sets: list[str] = []

    def make_set(self, name: str) -> CardSet:
        """The card set of that name or alias, made if there is none."""
        meant = self.catalogue.find_set(name)
        proper = meant.set if meant and not meant.pack else name
        card_set = self.sets.get(fold_title(proper))
        if card_set is None:
            taken = {known.slug for known in self.sets.values()}
            slug = addressing.free_slug(proper, taken=taken)
            card_set = CardSet.objects.create(game=self.game, name=proper, slug=slug, position=len(self.sets) + 1)
            self.sets[fold_title(proper)] = card_set
            self.new_sets.append(proper)
        return card_set

    def make_pack(self, card_set: CardSet, name: str) -> Pack:
        """The pack of that name or alias in a set, made if there is none."""
        meant = self.catalogue.find_set(name)
        proper = meant.pack if meant and meant.pack and fold_title(meant.set) == fold_title(card_set.name) else name
        pack = self.packs.get((card_set.pk, fold_title(proper)))
        if pack is None:
            taken = {known.slug for known in self.packs.values() if known.card_set_id == card_set.pk}
            slug = addressing.free_slug(proper, taken=taken)
            pack = Pack.objects.create(card_set=card_set, name=proper, slug=slug, position=len(taken) + 1)
            self.packs[card_set.pk, fold_title(proper)] = pack
        return pack

    def make_alias(self, name: str, card_set: CardSet, pack: Pack | None = None) -> None:
        """Let a set or pack be known by another name too."""
        Alias.objects.get_or_create(
            game=self.game, folded=fold_title(name), defaults={"name": name, "card_set": card_set, "pack": pack}
        )

    def add_card(self, citation: CardCitation, *, card_type: str = "", catalogued: bool) -> Card:
        """Make a card that is not there yet; its set and pack as well."""
        card_set, pack = self.place_of(citation)
        slug = addressing.slug_for_card(citation.name, citation.number, taken=self.slugs[card_set.pk])
        card = Card.objects.create(
            card_set=card_set,
            pack=pack,
            number=citation.number,
            number_order=number_order(citation.number),
            name=citation.name,
            folded_name=fold_title(citation.name),
            slug=slug,
            card_type=card_type,
            catalogued=catalogued,
        )
        self.slugs[card_set.pk].add(slug)
        self.catalogue.add(KnownCard(card.pk, card.name, card_set.name, pack.name if pack else "", citation.number))
        return card

    def place_of(self, citation: CardCitation) -> tuple[CardSet, Pack | None]:
        """The set and pack that a citation names; "set" may be the name of a pack."""
        meant = self.catalogue.find_set(citation.set) or SetName(citation.set)
        card_set = self.make_set(meant.set)
        pack_name = citation.pack or meant.pack
        return card_set, self.make_pack(card_set, pack_name) if pack_name else None


def number_order(number: str) -> int:
    """The digits of a collector number, to sort by: 110 for "F110"."""
    digits = re.search(r"\d{1,8}", number)
    return int(digits[0]) if digits else 0


def add_named_cards(writer: CatalogueWriter, citations: Iterable[CardCitation]) -> int:
    """Make the cards that a document is about and that the catalogue lacks; how many there were."""
    added = 0
    for citation in citations:
        if citation.set and writer.catalogue.resolve(citation).status is Status.UNRESOLVED:
            writer.add_card(citation, catalogued=False)
            added += 1
    return added


@transaction.atomic
def import_cards(lines: Iterable[str], *, game_name: str) -> CardCounts:
    """Add or update the cards of a CSV file with the columns set, pack, number, name, type."""
    rows = _read_rows(lines)
    game = find_or_make_game(game_name)
    writer = CatalogueWriter(game)
    counts = CardCounts()
    known = {
        (card.card_set_id, card.number, card.folded_name): card
        for card in Card.objects.filter(card_set__game=game).select_related("pack")
    }
    for citation, card_type in rows:
        card_set, pack = writer.place_of(citation)
        card = known.get((card_set.pk, citation.number, fold_title(citation.name)))
        if card is None:
            card = known.get((card_set.pk, "", fold_title(citation.name))) if citation.number else None
        if card is None:
            card = writer.add_card(citation, card_type=card_type, catalogued=True)
            known[card_set.pk, card.number, card.folded_name] = card
            counts.added += 1
        elif _update(card, citation, pack, card_type):
            counts.updated += 1
        else:
            counts.same += 1
    counts.new_sets = writer.new_sets
    if counts.added or counts.updated:
        relink_game(game)
        state.mark_changed()
        transaction.on_commit(partial(indexing.index_cards, game.pk))
    return counts


def load_games(facts: Mapping[str, Any]) -> None:
    """Add the games of fixtures/games.toml with their sets, packs and aliases, in order."""
    for slug, entry in facts.items():
        game, _ = Game.objects.get_or_create(
            slug=slug, defaults={"name": entry["name"], "short_name": entry.get("short_name", "")}
        )
        writer = CatalogueWriter(game)
        for set_entry in entry.get("sets", []):
            card_set = writer.make_set(set_entry["name"])
            for alias in set_entry.get("aliases", []):
                writer.make_alias(alias, card_set)
            for pack_name in set_entry.get("packs", []):
                writer.make_pack(card_set, pack_name)


def _update(card: Card, citation: CardCitation, pack: Pack | None, card_type: str) -> bool:
    """Bring a known card up to date with a row; whether anything changed. Its address stays."""
    before = (card.number, card.name, card.pack_id, card.card_type, card.catalogued)
    card.number = citation.number or card.number
    card.number_order = number_order(card.number)
    card.name = citation.name
    card.pack = pack or card.pack
    card.card_type = card_type or card.card_type
    card.catalogued = True
    if before == (card.number, card.name, card.pack_id, card.card_type, card.catalogued):
        return False
    card.save()
    return True


def _read_rows(lines: Iterable[str]) -> list[tuple[CardCitation, str]]:
    reader = csv.DictReader(lines)
    header = [one_line(name).lower() for name in reader.fieldnames or []]
    if missing := [name for name in ("set", "name") if name not in header]:
        raise CatalogueError(
            f"Line 1: there is no column {' or '.join(missing)}. The first line must be: {','.join(COLUMNS)}."
        )
    reader.fieldnames = header
    rows = []
    for row in reader:
        values = {name: one_line(row.get(name) or "") for name in COLUMNS}
        if not values["set"] or not values["name"]:
            raise CatalogueError(f"Line {reader.line_num}: a card needs a set and a name. Nothing was imported.")
        if len(values["number"]) > 20 or max(map(len, values.values())) > 200:
            raise CatalogueError(f"Line {reader.line_num}: a value is too long. Nothing was imported.")
        citation = CardCitation(values["name"], values["set"], values["pack"], values["number"])
        rows.append((citation, values["type"][:80]))
    return rows
