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
            self.stderr.write(f"{path.name}: {len(lines)} lines")
            counts = cataloguing.import_cards(lines, game_name=options["game"], progress=self.stderr.write)
        except UnicodeDecodeError:
            raise CommandError(f"{path.name} is not UTF-8 text: save it as UTF-8 and try again.") from None
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.") from error
        except cataloguing.CatalogueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{counts.game}: {counts.added} cards added, {counts.updated} updated, {counts.same} the same"
            + (
                f"; {len(counts.skipped)} lines without a set or name skipped, the first of them {counts.skipped[0]}"
                if counts.skipped
                else ""
            )
            + (f"; new sets: {', '.join(counts.new_sets)}" if counts.new_sets else "")
        )
