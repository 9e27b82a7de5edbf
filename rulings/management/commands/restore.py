"""Puts a backup in the place of the site: `manage.py restore FILE`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services import backups


class Command(BaseCommand):
    """Restore a backup."""

    help = "Put a backup in the place of the site; what the site has now is lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with backups.opened(options["file"]) as (contents, _):
                self.stdout.write(f"Taken {contents['taken']}: {contents['editions']} editions; it is whole.")
            asked = "What this site has now will be lost. Type “restore” to go on: "
            if not options["yes"] and _answer(asked) != "restore":
                raise CommandError("Nothing was changed.")
            backups.restore(options["file"], progress=self.stdout.write)
        except backups.BackupError as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        self.stdout.write("Restored.")


def _answer(asked: str) -> str:
    """What somebody types; nothing, where nobody can."""
    try:
        return input(asked).strip()
    except EOFError:
        return ""
