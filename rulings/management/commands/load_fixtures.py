"""Loads what the site starts with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from rulings.services import loading


class Command(BaseCommand):
    help = "On the first run, load the games and publish the documents of fixtures/; later do nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        if not loading.is_first_run():
            self.stdout.write("fixtures: already loaded")
            return
        for done in loading.load(settings.FIXTURES):
            self.stdout.write(f"fixtures: {done}")
            self.stdout.flush()
