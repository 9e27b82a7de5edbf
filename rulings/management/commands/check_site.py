"""Finds and repairs what is stale: `manage.py check_site`."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.selectors.site import checks
from rulings.services.checking import check_site


class Command(BaseCommand):
    help = "Find what is stale (read model, search index, downloads), repair it, and say what was done."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("check", verbosity=0)
        found = check_site(repair=not options["dry_run"], progress=lambda step: self.stdout.write(f"checking: {step}"))
        for one in found:
            self.stdout.write(f"{one.what} {one.done}".strip())
        for check in checks():
            if not check.is_right:
                self.stdout.write(f"{check.name}: {check.said}")
        wrong = [check.name for check in checks() if check.is_needed and not check.is_right]
        if wrong:
            raise CommandError(f"This needs you: {', '.join(wrong)}. See docs/operating.md.")
        self.stdout.write("Everything is as it should be." if not found or not options["dry_run"] else "")
