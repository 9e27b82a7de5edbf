"""The embedded search engine: Haystack's Whoosh backend, made to write in one batch and to admit that it is broken."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from haystack.backends import BaseEngine
from haystack.backends.whoosh_backend import WhooshSearchBackend, WhooshSearchQuery
from whoosh import index as whoosh_index
from whoosh import query

# Seconds that a writer waits for another process that is writing.
LOCK_TIMEOUT = 30


class IndexMissingError(Exception):
    """There is no index to search."""


class Backend(WhooshSearchBackend):
    """The stock backend, without its habit of making an empty index when it should search a full one."""

    index: Any

    def __init__(self, connection_alias: str, **options: Any) -> None:
        super().__init__(connection_alias, **options)
        self.silently_fail = False

    def search(self, query_string: str, **kwargs: Any) -> Any:
        if not whoosh_index.exists_in(self.path):
            raise IndexMissingError(f"there is no index in {self.path}")
        return super().search(query_string, **kwargs)

    def is_ready(self, generation: int) -> bool:
        """Whether there is an index that can be read and is as new as that generation of the site."""
        if not whoosh_index.exists_in(self.path) or self._generation() < generation:
            return False
        try:
            whoosh_index.open_dir(self.path).doc_count()
        except Exception:
            return False
        return True

    def note_generation(self, generation: int) -> None:
        """Remember that the index holds all that the site shows in that generation."""
        self._generation_file().write_text(str(generation))

    def _generation(self) -> int:
        try:
            return int(self._generation_file().read_text())
        except (OSError, ValueError):
            return -1

    def _generation_file(self) -> Path:
        return Path(self.path) / "generation"

    def start_anew(self) -> None:
        """Throw away whatever there is, and make an empty index."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.setup_complete = False
        self.setup()

    def replace(self, index: Any, objects: Iterable[Any], *, field: str, value: int) -> None:
        """Replace all entries whose integer field has that value by those of the objects, in one batch."""
        if not self.setup_complete:
            self.setup()
        self.index = self.index.refresh()
        writer = self.index.writer(timeout=LOCK_TIMEOUT)
        try:
            ours = query.Term("django_ct", f"rulings.{index.get_model()._meta.model_name}")
            writer.delete_by_query(query.And([ours, query.NumericRange(field, value, value)]))
            for one in objects:
                prepared = index.full_prepare(one)
                writer.add_document(**{name: self._from_python(content) for name, content in prepared.items()})
        except BaseException:
            writer.cancel()
            raise
        writer.commit()


class Engine(BaseEngine):
    backend = Backend
    query = WhooshSearchQuery
