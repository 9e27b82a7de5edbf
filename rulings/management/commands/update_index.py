"""Takes the place of Haystack's command of that name."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Not used here: see rebuild_index."

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("Publishing keeps the index up to date; to rebuild it, run manage.py rebuild_index.")
