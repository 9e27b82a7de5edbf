"""Loads what the site starts with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from importers.formats import UnidentifiedError
from importers.sources import UnreadableSourceError
from rulings.services import importing, loading, publishing


class Command(BaseCommand):
    help = "On the first run, load the games and publish the documents of fixtures/; later do nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        if not loading.is_first_run():
            self._say("already loaded")
            return
        try:
            loading.load(settings.FIXTURES, progress=self._say)
        except (
            OSError,
            UnreadableSourceError,
            UnidentifiedError,
            importing.ImportRefusedError,
            publishing.PublishingError,
        ) as error:
            raise CommandError(f"The fixtures cannot be loaded: {error}") from error

    def _say(self, step: str) -> None:
        self.stdout.write(f"fixtures: {step}")
        self.stdout.flush()
