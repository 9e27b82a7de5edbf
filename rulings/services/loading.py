"""Loads the fixtures: the facts and documents that the site starts with."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction

from importers.reading import read
from rulings.models import Edition
from rulings.services import cataloguing, importing, publishing


def is_first_run() -> bool:
    """Whether nothing has ever been imported here."""
    return not Edition.objects.exists()


def load(folder: Path) -> Iterator[str]:
    """Load the games, then publish each document, all or nothing; yields what was done, as it goes."""
    with transaction.atomic():
        facts = folder / "games.toml"
        if facts.exists():
            games = tomllib.loads(facts.read_text(encoding="utf-8"))
            cataloguing.load_games(games)
            yield f"{len(games)} games"
        for path in sorted((folder / "documents").glob("*.md")):
            draft = importing.take_in(read(path.read_bytes(), name=path.name))
            yield f"published {publishing.publish(draft.edition)}"
