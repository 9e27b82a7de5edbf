"""Tells webhooks what they have not been told yet, for a timer: `manage.py send_webhooks`."""

from typing import Any

from django.core.management.base import BaseCommand

from rulings.services import webhooks


class Command(BaseCommand):
    """Send what is due."""

    help = "Tell webhooks of published editions that they could not be told of before."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{webhooks.send_due()} delivered")
