"""Imports a catalogue of cards."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services import cataloguing


class Command(BaseCommand):
    help = "Import cards from a CSV file with the columns set,pack,number,name,type."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE.csv")
        parser.add_argument("--game", required=True, metavar="SLUG", help="the game's slug; a new game is made")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines(keepends=True)
            counts = cataloguing.import_cards(lines, game_name=options["game"])
        except UnicodeDecodeError:
            raise CommandError(f"{path.name} is not UTF-8 text: save it as UTF-8 and try again.") from None
        except (OSError, cataloguing.CatalogueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{path.name}: {counts.added} cards added, {counts.updated} updated, {counts.same} the same"
            + (f"; new sets: {', '.join(counts.new_sets)}" if counts.new_sets else "")
        )
