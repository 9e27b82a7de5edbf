"""Prints a recipe (TOML) for a document: the one by which it is known, or a proposal from its outline."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from importers.sources import UnreadableSourceError
from rulings.services import recipes


class Command(BaseCommand):
    help = "Print a recipe for a document; read it by that with: import_document FILE --recipe RECIPE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--game", default="", metavar="NAME", help="the game it is about, if it does not say so")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            found = recipes.recipe_for(path.read_bytes(), name=path.name, game_name=options["game"])
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.") from None
        except UnreadableSourceError as error:
            raise CommandError(str(error)) from None
        self.stderr.write(found.remark)
        self.stdout.write(found.text, ending="")
