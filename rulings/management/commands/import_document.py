"""Imports documents: as drafts, or with --publish straight to the site."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from importers.formats import UnidentifiedError
from importers.reading import Reading, read
from importers.reporting import report_on
from importers.sources import UnreadableSourceError
from rulings.diffing.changes import ChangeKind
from rulings.models import Document
from rulings.selectors.catalogue import load_catalogue
from rulings.services import importing, publishing
from rulings.services.reconciling import Decision, DecisionError, Plan, find_decision, reconcile

REFUSALS = (
    OSError,
    UnreadableSourceError,
    UnidentifiedError,
    DecisionError,
    importing.ImportRefusedError,
    publishing.PublishingError,
)


class Command(BaseCommand):
    help = "Import documents as draft editions; publish them with --publish."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--publish", action="store_true", help="put the edition in force at once")
        parser.add_argument("--dry-run", action="store_true", help="report what would happen, and store nothing")
        parser.add_argument("--format", default="", help="read it in this format instead of the one identified")
        parser.add_argument(
            "--edition", default="", metavar="LABEL", help="the edition's label, if not the printed one"
        )
        parser.add_argument("--json", action="store_true", help="report as JSON, one object a line")
        pair = "OLD is a label or address in force, NEW a label or title in the file"
        parser.add_argument(
            "--pair", action="append", default=[], metavar="OLD=NEW", help=f"the new ruling continues the old; {pair}"
        )
        parser.add_argument(
            "--split", action="append", default=[], metavar="OLD=NEW", help="the new ruling is another than the old"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        refused = 0
        for path in options["files"]:
            try:
                done = self._import(path, options)
            except REFUSALS as error:
                self.stderr.write(str(error))
                done = False
            refused += not done
        if refused:
            raise CommandError(f"{refused} of {len(options['files'])} documents were not imported.")

    def _import(self, path: Path, options: dict[str, Any]) -> bool:
        self._progress(f"{path.name}: reading")
        reading = read(path.read_bytes(), name=path.name, format_name=options["format"], edition=options["edition"])
        document = importing.find_document(reading)
        report = report_on(reading, load_catalogue(document.game) if document else None)
        self.stdout.write(json.dumps(report.as_data()) if options["json"] else report.as_text())
        if reading.document.errors:
            self.stderr.write(f"{path.name}: nothing was imported. Correct the errors above and try again.")
            return False
        decisions = self._decisions(document, reading, options)
        if options["dry_run"]:
            plan = reconcile(document, reading.document, decisions=decisions)
            self._say(options, f"  would be: {describe(plan)}; nothing was stored")
            return True
        draft = importing.take_in(reading, decisions=decisions)
        if draft.is_known:
            self._say(options, f"  already published as {draft.edition}; nothing changed")
            return True
        plan = publishing.plan(draft.edition, reading.document)
        if options["publish"]:
            edition = publishing.publish(draft.edition, progress=lambda step: self._progress(f"{path.name}: {step}"))
            self._say(options, f"  published {edition}: {describe(plan)}")
        else:
            self._say(options, f"  draft of {draft.edition}: {describe(plan)}; publish it with --publish")
        return True

    def _decisions(self, document: Document | None, reading: Reading, options: dict[str, Any]) -> list[Decision]:
        decisions = []
        for same, entries in ((True, options["pair"]), (False, options["split"])):
            for entry in entries:
                old, equals, new = entry.partition("=")
                if not equals:
                    raise DecisionError(f"{entry!r} is no pair: write OLD=NEW, for example 2.4=2.5.")
                decisions.append(find_decision(document, reading.document, old=old, new=new, same=same))
        return decisions

    def _progress(self, step: str) -> None:
        self.stderr.write(step)
        self.stderr.flush()

    def _say(self, options: dict[str, Any], text: str) -> None:
        (self.stderr if options["json"] else self.stdout).write(text)


def describe(plan: Plan) -> str:
    """The counts of a plan in words."""
    return ", ".join(f"{plan.counts[kind]} {kind}" for kind in ChangeKind if plan.counts[kind]) or "no rulings"
