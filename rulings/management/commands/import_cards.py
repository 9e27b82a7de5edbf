"""Imports a catalogue of cards."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services import importing_cards

MOST_LISTED = 20


class Command(BaseCommand):
    help = (
        "Import cards from a CSV file, an OCTGN set.xml or a folder of them, or a folder of JSON as ArkhamDB and its "
        "sister sites have it. Its content tells which one it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH")
        parser.add_argument("--game", required=True, metavar="SLUG", help="the game's slug or name")
        parser.add_argument("--dry-run", action="store_true", help="only report what would happen")
        parser.add_argument("--yes", action="store_true", help="make the game and the sets that are not here yet")

    def handle(self, *args: Any, **options: Any) -> None:
        path, game = options["path"], options["game"]
        try:
            if options["dry_run"]:
                counts = importing_cards.preview(path, game_name=game)
            else:
                counts = importing_cards.import_catalogue(
                    path, game_name=game, may_make=options["yes"], progress=self.stderr.write
                )
        except importing_cards.ConfirmationNeededError as error:
            raise CommandError(f"{error} Give --yes if that is what you want.") from error
        except importing_cards.CatalogueError as error:
            raise CommandError(str(error)) from error
        for sentence in counts.sentences():
            self.stdout.write(sentence)
        for title, rows in counts.rows.items():
            self._list(title, rows)
        self._list("Not certain", counts.ambiguous)
        self._list("Skipped", counts.skipped)
        self._list("Note", counts.notes)
        if options["dry_run"]:
            self.stdout.write("Nothing was changed.")

    def _list(self, title: str, found: list[str]) -> None:
        for one in found[:MOST_LISTED]:
            self.stdout.write(f"{title}: {one}")
        if len(found) > MOST_LISTED:
            self.stdout.write(f"{title}: … and {len(found) - MOST_LISTED} more")
