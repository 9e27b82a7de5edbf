"""Writes the whole site into one file, while it runs: `manage.py backup FILE`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services import backups


class Command(BaseCommand):
    """Take a backup."""

    help = "Write the whole site into one file, while it runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            contents = backups.backup(options["file"], progress=self.stdout.write)
        except (backups.BackupError, OSError) as error:
            raise CommandError(f"No backup was written: {error}") from error
        self.stdout.write(f"{options['file']}: {contents['editions']} editions, SHA-256 {contents['sha256'][:16]}…")
