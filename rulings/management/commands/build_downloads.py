"""Builds the files to download ahead of anybody who asks for them."""

from typing import Any

from django.core.management.base import BaseCommand

from rulings.services import downloads


class Command(BaseCommand):
    help = "Build the files of /downloads/ for the site as it is now, unless they are there."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"downloads: {downloads.build()}")
