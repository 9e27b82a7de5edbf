"""Loads the fixtures: the facts and documents that the site starts with."""

import tomllib
from pathlib import Path

from django.db import transaction

from importers.reading import read
from rulings.models import Edition
from rulings.services import cataloguing, importing, publishing
from rulings.services.publishing import Progress


def is_first_run() -> bool:
    """Whether nothing has ever been imported here."""
    return not Edition.objects.exists()


@transaction.atomic
def load(folder: Path, *, progress: Progress = lambda step: None) -> None:
    """Load the games and their cards, then publish each document: all or nothing."""
    games = tomllib.loads((folder / "games.toml").read_text(encoding="utf-8"))
    cataloguing.load_games(games)
    progress(f"{len(games)} games")
    for path in sorted((folder / "cards").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            counts = cataloguing.import_cards(lines, game_name=path.stem)
        progress(f"{counts.added + counts.same} cards of {counts.game}")
    for path in sorted((folder / "documents").glob("*.md")):
        draft = importing.take_in(read(path.read_bytes(), name=path.name))
        edition, plan = publishing.publish(draft.edition)
        progress(f"published {edition}: {plan}")
