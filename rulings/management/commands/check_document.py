"""Parses a document and reports on it, without a database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from importers.formats import UnidentifiedError
from importers.reading import read
from importers.reporting import report_on
from importers.sources import UnreadableSourceError
from rulings.services.facts import shipped_facts


class Command(BaseCommand):
    help = "Parse documents and report on them; nothing is stored."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--format", default="", help="read it in this format instead of the one identified")
        parser.add_argument("--json", action="store_true", help="report as JSON, one object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        refused = 0
        for path in options["files"]:
            try:
                reading = read(path.read_bytes(), name=path.name, format_name=options["format"], facts=shipped_facts())
            except (OSError, UnreadableSourceError, UnidentifiedError) as error:
                self.stderr.write(f"{path}: {error.strerror}." if isinstance(error, OSError) else str(error))
                refused += 1
                continue
            report = report_on(reading)
            self.stdout.write(json.dumps(report.as_data()) if options["json"] else report.as_text())
            refused += bool(reading.document.errors)
        if refused:
            raise CommandError(f"{refused} of {len(options['files'])} documents cannot be published as they are.")
