"""Imports documents: as drafts, or with --publish straight to the site."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from importers.formats import UnidentifiedError
from importers.recipe_files import read_recipe
from importers.recipes import Recipe, RecipeError
from importers.records import ParsedDocument
from importers.sources import UnreadableSourceError
from rulings.models import Edition
from rulings.services import importing, publishing, recipes
from rulings.services.reconciling import Decision, DecisionError, Plan, find_decision

MOST_SHOWN = 20
REFUSALS = (
    OSError,
    RecipeError,
    UnicodeDecodeError,
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
        parser.add_argument("--recipe", type=Path, metavar="FILE", help="read it by this recipe (TOML)")
        parser.add_argument("--game", default="", metavar="NAME", help="the game it is about: a name, slug or alias")
        parser.add_argument("--yes", action="store_true", help="confirm what it would make or remove")
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
                self.stderr.write(f"{path}: {error.strerror}." if isinstance(error, OSError) else str(error))
                done = False
            refused += not done
            if refused and options["publish"]:
                # The next file may be the next edition, and editions are published in order.
                break
        if refused:
            left = len(options["files"]) - options["files"].index(path) - 1 if options["publish"] else 0
            rest = f"; {left} after it were not tried" if left else ""
            raise CommandError(f"{refused} of {len(options['files'])} documents were not imported{rest}.")

    def _import(self, path: Path, options: dict[str, Any]) -> bool:
        self._progress(f"{path.name}: reading")
        examination = importing.examine(
            path.read_bytes(),
            name=path.name,
            format_name=options["format"],
            edition=options["edition"],
            game_name=options["game"],
            recipe=self._recipe(options),
        )
        report = examination.report
        self.stdout.write(json.dumps(report.as_data()) if options["json"] else report.as_text())
        if examination.reading.document.errors:
            self.stderr.write(f"{path.name}: nothing was imported. Correct the errors above and try again.")
            return False
        decisions = self._decisions(examination, options)
        plan = examination.plan(decisions)
        self._show_evidence(plan, options)
        stops = examination.stops(plan)
        for stop in stops:
            self._say(options, f"  to confirm: {stop}")
        if options["dry_run"]:
            self._say(options, f"  would be: {plan}; nothing was stored")
            return True
        if stops and not options["yes"] and (options["publish"] or any(stop.kind == "new game" for stop in stops)):
            self.stderr.write(f"{path.name}: nothing was imported. If this is right, say so with --yes.")
            return False
        take_in = recipes.take_in_by if options["recipe"] else importing.take_in
        draft = take_in(examination.reading, decisions=decisions, may_change_authority=options["yes"])
        if draft.is_known:
            self._say(options, f"  already published as {draft.edition}; nothing changed")
        elif options["publish"]:
            self._publish(draft.edition, examination.reading.document, path, options)
        else:
            plan = publishing.plan(draft.edition)
            self._say(options, f"  draft of {draft.edition}: {plan}; publish it with --publish")
        return True

    def _recipe(self, options: dict[str, Any]) -> Recipe | None:
        path: Path | None = options["recipe"]
        try:
            return read_recipe(path.read_text(encoding="utf-8"), name=path.stem) if path else None
        except (OSError, UnicodeDecodeError):
            raise RecipeError(f"{path} is not a recipe that can be read: give a TOML file.") from None

    def _show_evidence(self, plan: Plan, options: dict[str, Any]) -> None:
        """Where the publisher's marks and the comparison disagree."""
        if plan.changes_nothing:
            return
        for title, found in (("changed but not marked", plan.unmarked), ("marked but not changed", plan.only_marked)):
            if found:
                self._say(options, f"  {title}: {len(found)}")
                for name in found[:MOST_SHOWN]:
                    self._say(options, f"    {name}")

    def _publish(self, draft: Edition, read: ParsedDocument, path: Path, options: dict[str, Any]) -> None:
        def progress(step: str) -> None:
            self._progress(f"{path.name}: {step}")

        try:
            edition, plan = publishing.publish(draft, read=read, progress=progress)
        except publishing.AlreadyPublishedError:
            # Somebody else published it a moment ago.
            self._say(options, f"  already published as {draft}; nothing changed")
        else:
            self._say(options, f"  published {edition}: {plan}")

    def _decisions(self, examination: importing.Examination, options: dict[str, Any]) -> list[Decision]:
        decisions = []
        for same, entries in ((True, options["pair"]), (False, options["split"])):
            for entry in entries:
                old, _, new = entry.partition("=")
                if not old or not new:
                    raise DecisionError(f"{entry!r} is not a pair: write OLD=NEW, for example 2.4=2.5.")
                parsed = examination.reading.document
                decisions.append(find_decision(examination.document, parsed, old=old, new=new, same=same))
        return decisions

    def _progress(self, step: str) -> None:
        self.stderr.write(step)
        self.stderr.flush()

    def _say(self, options: dict[str, Any], text: str) -> None:
        (self.stderr if options["json"] else self.stdout).write(text)
