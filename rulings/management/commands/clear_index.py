"""Takes the place of Haystack's command of that name."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Not used here: see rebuild_index."

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("An empty index helps nobody; to rebuild it, run manage.py rebuild_index.")
