"""Works out again what readers see, from history."""

from typing import Any

from django.core.management.base import BaseCommand

from rulings.services import indexing, state


class Command(BaseCommand):
    help = "Write the read model from history: what pages, the API, exports and the deck check show."

    def handle(self, *args: Any, **options: Any) -> None:
        state.rebuild(progress=self._say)
        indexing.rebuild()
        self._say("done; the search index was built from it")

    def _say(self, step: str) -> None:
        self.stdout.write(f"read model: {step}")
        self.stdout.flush()
