"""Makes everything ready to serve, in one process: to start Python for each step takes longer than the steps."""

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand

from rulings.services import indexing, state
from rulings.services.turns import alone
from rulings_site.storage import JOINED

NO_EDITOR = "no editor yet; make the first account with: .venv/bin/python manage.py create_editor NAME --publisher"


class Command(BaseCommand):
    help = "Make the site ready to serve: the database, the fixtures, the search index and the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        with alone("prepare"):
            self._prepare()

    def _prepare(self) -> None:
        self._say("preparing the database")
        call_command("migrate", verbosity=0)
        self._say("loading fixtures on the first run")
        call_command("load_fixtures", stdout=self.stdout)
        if not state.is_current():
            self._say("working out what readers see")
            state.rebuild()
        self._prepare_index()
        self._collect_static_files()
        if not User.objects.exists():
            self._say(NO_EDITOR)

    def _prepare_index(self) -> None:
        if indexing.is_ready():
            self._say("search index ready")
        else:
            self._say("building the search index")
            try:
                indexing.rebuild()
            except indexing.IndexUnavailableError as error:
                self._say(f"the search index is not there yet ({error}); until it is, the database answers")

    def _collect_static_files(self) -> None:
        """Collect and compress what is served with the pages, unless it is what was collected last."""
        collected, newest = settings.STATIC_ROOT / "collected", _static_files()
        if not collected.exists() or collected.read_text() != newest:
            self._say("collecting static files")
            call_command("collectstatic", interactive=False, verbosity=0)
            collected.write_text(newest)

    def _say(self, step: str) -> None:
        self.stdout.write(f"prepare: {step}")
        self.stdout.flush()


def _static_files() -> str:
    """A text that changes with the static files of the site and of its packages."""
    files = [
        f"{storage.path(path)} {storage.get_modified_time(path)}"
        for finder in get_finders()
        for path, storage in finder.list(None)
    ]
    return hashlib.sha256("\n".join([*sorted(files), str(JOINED)]).encode()).hexdigest()
