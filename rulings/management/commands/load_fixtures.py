"""Loads what the site starts with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from importers.formats import UnidentifiedError
from importers.sources import UnreadableSourceError
from rulings.services import importing, loading, publishing


class Command(BaseCommand):
    help = "Load what fixtures/ has and the site has not: games, cards, digests, the thesaurus."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if not loading.load(settings.FIXTURES, progress=self._say):
                self._say("already loaded")
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
