"""Restores the site from an archive that was downloaded from it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services import restoring


class Command(BaseCommand):
    help = "Load an archive (rulings-archive.zip of /downloads/) into an empty database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restoring.restore(options["file"], progress=self.stderr.write)
        except (restoring.ArchiveError, OSError) as error:
            raise CommandError(str(error)) from error
