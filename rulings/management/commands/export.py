"""Exports the site as JSON Lines."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.models import Edition, Game
from rulings.selectors.data import export_records

PROGRESS_EVERY = 5000


class Command(BaseCommand):
    help = "Write cards and rulings as JSON Lines to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default="", metavar="SLUG", help="only this game")
        parser.add_argument(
            "--edition", default="", metavar="LABEL", help="as it stood in this edition, or 'all' of them; default: now"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = None
        if options["game"]:
            game = Game.objects.filter(slug=options["game"]).first()
            if game is None:
                known = ", ".join(Game.objects.values_list("slug", flat=True)) or "none"
                raise CommandError(f"There is no game {options['game']!r}; there are: {known}.")
        label = options["edition"]
        if label not in ("", "all") and not Edition.objects.published().filter(label=label).exists():
            raise CommandError(f"There is no published edition {label!r}.")
        for count, record in enumerate(export_records(game=game, edition=label), 1):
            self.stdout.write(json.dumps(record, ensure_ascii=False))
            if count % PROGRESS_EVERY == 0 and sys.stderr.isatty():
                self.stderr.write(f"{count} records")
