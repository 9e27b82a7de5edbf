"""Builds the search index if there is none."""

from typing import Any

from django.core.management.base import BaseCommand

from rulings.services import indexing


class Command(BaseCommand):
    help = "Build the search index if it is missing or cannot be read."

    def handle(self, *args: Any, **options: Any) -> None:
        if indexing.is_ready():
            self.stdout.write("search index: ready")
        else:
            self.stdout.write("search index: building")
            self.stdout.flush()
            indexing.rebuild()
            self.stdout.write("search index: built")
