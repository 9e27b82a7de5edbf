"""Takes in a catalogue of cards: what it says of each of them, and their texts."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from django.db import transaction

from importers.catalogues import CatalogueError, ReadCatalogue, read_catalogue
from importers.catalogues.files import check_cards
from importers.catalogues.tables import read_table
from rulings.models import Game
from rulings.services import addressing, state
from rulings.services.cataloguing import find_game, find_or_make_game
from rulings.services.facts import shipped_facts
from rulings.services.linking import relink
from rulings.services.state import Progress
from rulings.services.taking_cards import CardCounts, Taking

__all__ = ["CardCounts", "CatalogueError", "ConfirmationNeededError", "import_catalogue", "import_table", "preview"]

PROGRESS_EVERY = 1000
# So many new cards in sets that are known are not a question.
FEW_NEW = 20


class ConfirmationNeededError(Exception):
    """The catalogue would make a game or sets that are not here; the message lists them."""


def import_catalogue(
    path: Path, *, game_name: str, may_make: bool = False, progress: Progress = lambda step: None
) -> CardCounts:
    """Import a file or folder; without `may_make` no game and no set is made."""
    known = find_game(game_name)
    if known is None and not may_make:
        raise ConfirmationNeededError(f"{_unknown_game(game_name)} Nothing was imported.")
    signs = shipped_facts().of(known.name if known else game_name).icons
    read = read_catalogue(path, signs=signs)
    progress(f"{read.name}: {len(read.cards)} cards")
    return _import(read, game_name=game_name, may_make=may_make, progress=progress)


def import_table(
    lines: Iterable[str], *, game_name: str, may_make: bool = True, progress: Progress = lambda step: None
) -> CardCounts:
    """Import the lines of a CSV file."""
    cards, skipped = read_table(lines, file="file", signs=shipped_facts().of(game_name).icons)
    check_cards(cards)
    read = ReadCatalogue("file", tuple(cards), tuple(skipped))
    return _import(read, game_name=game_name, may_make=may_make, progress=progress)


def preview(path: Path, *, game_name: str) -> CardCounts:
    """What an import would do; nothing is changed."""
    question = "" if find_game(game_name) else f"{_unknown_game(game_name)} It would be made with --yes."
    with transaction.atomic():
        counts = import_catalogue(path, game_name=game_name, may_make=True)
        transaction.set_rollback(True)
    counts.question = question
    return counts


def _unknown_game(name: str) -> str:
    slugs = list(Game.objects.values_list("slug", flat=True))
    near = get_close_matches(addressing.make_slug(name), slugs, n=1, cutoff=0.7)
    meant = f"Did you mean {near[0]}?" if near else f"Known games: {', '.join(sorted(slugs)) or 'none'}."
    return f"There is no game {name!r} here. {meant}"


@transaction.atomic
def _import(read: ReadCatalogue, *, game_name: str, may_make: bool, progress: Progress) -> CardCounts:
    is_new = find_game(game_name) is None
    counts = CardCounts(find_or_make_game(game_name), skipped=list(read.skipped), is_new_game=is_new)
    counts.notes += read.notes
    taking = Taking(counts, read)
    for number, row in enumerate(read.cards):
        if number and number % PROGRESS_EVERY == 0:
            progress(f"{number} of {len(read.cards)} cards")
        taking.take(row)
    counts.new_sets = taking.writer.new_sets
    if counts.new_sets and not may_make:
        raise ConfirmationNeededError(
            f"This makes {len(counts.new_sets)} new sets of {counts.game}: {', '.join(counts.new_sets)}. "
            "Nothing was imported."
        )
    if taking.new_in_listed > max(FEW_NEW, len(read.cards) / 2) and not may_make:
        raise ConfirmationNeededError(
            f"{taking.new_in_listed} of {len(read.cards)} rows are not among the cards of their sets, which are known: "
            f"is this a catalogue of {counts.game}? Nothing was imported."
        )
    taking.write()
    if counts.added or counts.updated:
        state.mark_changed(counts.game, documents=relink(counts.game))
    return counts
