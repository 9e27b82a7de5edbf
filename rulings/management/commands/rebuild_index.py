"""Rebuilds the search index; takes the place of Haystack's command of that name."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services import indexing, vectorising


class Command(BaseCommand):
    help = "Build a new search index next to the one in use, and then swap them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--noinput", action="store_true", help="accepted for compatibility: nothing is asked")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("search index: building")
        self.stdout.flush()
        try:
            indexing.rebuild()
        except indexing.IndexUnavailableError as error:
            raise CommandError(f"The index was not rebuilt: {error}. Try again later.") from error
        self.stdout.write("search index: built")
        if settings.SEMANTIC:
            self._make_vectors()

    def _make_vectors(self) -> None:
        try:
            vectorising.make(self.stdout.write)
        except vectorising.ModelUnavailableError as error:
            self.stderr.write(f"No vectors were made, so search goes by words alone: {error}")
