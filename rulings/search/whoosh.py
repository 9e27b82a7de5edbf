"""The embedded engine: Haystack's Whoosh backend with a searcher that stays open, one batch a publication, and
rebuilding beside the live index."""

import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from haystack.backends import BaseEngine
from haystack.backends.whoosh_backend import WhooshSearchBackend, WhooshSearchQuery
from haystack.constants import DJANGO_CT, DJANGO_ID, ID
from whoosh import index as whoosh_index
from whoosh import query
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import ID as EXACT
from whoosh.fields import KEYWORD, NUMERIC, TEXT, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.index import LockError
from whoosh.util.filelock import try_for

from rulings.search.engine import LOCK_TIMEOUT, Hit, IndexUnavailableError, Request

# What hits are counted by.
FACETS = ("game", "kind", "list_name", "authority")
LISTS = ("cards", "sets", "changed")


def _schema() -> Schema:
    """Texts come analysed: terms are separated by spaces, and lists by commas. Nothing is stored that nobody reads."""
    terms = TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False)
    fields: dict[str, Any] = {
        ID: EXACT(stored=True, unique=True),
        DJANGO_CT: EXACT(stored=True),
        DJANGO_ID: EXACT(stored=True),
        "text": terms,
        "words": KEYWORD(),
        "name": terms,
        "document_id": NUMERIC(),
        "game_id": NUMERIC(),
        "reverses": EXACT(),
        "key": EXACT(),
    }
    fields |= {name: EXACT(stored=True) for name in FACETS}
    fields |= {name: KEYWORD(commas=True) for name in LISTS}
    return Schema(**fields)


class Backend(WhooshSearchBackend):
    """Haystack's backend, made to answer our requests.

    The index lies in a folder of its own below PATH, and the file "current" names it: a rebuild writes a new folder and
    then changes that one line.
    """

    index: Any

    def __init__(self, connection_alias: str, **options: Any) -> None:
        super().__init__(connection_alias, **options)
        self.silently_fail = False
        self.root = Path(self.path)
        self._searcher: Any = None
        self._vocabulary: tuple[Any, dict[str, int]] = (None, {})

    def build_schema(self, fields: Any) -> tuple[str, Schema]:
        return "text", _schema()

    def setup(self) -> None:
        """Point Haystack's own methods at the live index, made if there is none."""
        folder = self._live()
        if folder is None or not whoosh_index.exists_in(str(folder)):
            folder = self._make_folder()
            FileStorage(str(folder)).create_index(_schema())
            self._point_at(folder)
        self.path = str(folder)
        super().setup()

    # Reading

    def find(self, request: Request) -> list[Hit]:
        searcher = self._open()
        wanted: list[Any] = [query.Term("text", term, boost=weight) for term, weight in request.wanted]
        wanted += [query.Term(name, value, boost=weight) for name, value, weight in request.preferred]
        required = [query.Term("text", term) for term in request.required]
        filters = [query.Or([query.Term(name, value) for value in values]) for name, values in request.filters]
        parts = [*required, *([query.Or(wanted)] if wanted else [])]
        if not parts and not filters:
            return []
        sought = query.And(parts) if parts else query.And(filters)
        excluded = query.Or([query.Term("text", term) for term in request.excluded]) if request.excluded else None
        results = searcher.search(
            sought, limit=request.limit, filter=query.And(filters) if filters and parts else None, mask=excluded
        )
        return [_hit(searcher.stored_fields(number), score) for number, score in results.items()]

    def knows(self, word: str) -> bool:
        return ("words", word) in self._open().reader()

    def vocabulary(self) -> Mapping[str, int]:
        searcher = self._open()
        if self._vocabulary[0] is not searcher:
            reader = searcher.reader()
            words = (word.decode() for word in reader.lexicon("words"))
            self._vocabulary = (searcher, {word: reader.doc_frequency("words", word) for word in words})
        return self._vocabulary[1]

    def _open(self) -> Any:
        """A searcher on the newest state of the live index, kept as long as nothing changes."""
        folder = self._live()
        if folder is None:
            raise IndexUnavailableError(f"there is no index in {self.root}")
        try:
            if self._searcher is None or self._folder != folder:
                self._close()
                self._searcher, self._folder = whoosh_index.open_dir(str(folder)).searcher(), folder
            elif not self._searcher.up_to_date():
                self._searcher = self._searcher.refresh()
        except Exception as error:
            self._close()
            raise IndexUnavailableError(f"the index in {self.root} cannot be read") from error
        return self._searcher

    _folder: Path | None = None

    def _close(self) -> None:
        if self._searcher is not None:
            self._searcher.close()
        self._searcher = None

    # Writing

    def replace(self, parts: Iterable[tuple[Any, str, int, Iterable[Any]]]) -> None:
        with self._locked():
            if self._live() is None:
                raise IndexUnavailableError(f"there is no index in {self.root}")
            self.setup_complete = False
            self.setup()
            writer = self._writer()
            try:
                for index, field, value, objects in parts:
                    ours = query.Term(DJANGO_CT, _model_name(index))
                    writer.delete_by_query(query.And([ours, query.NumericRange(field, value, value)]))
                    self._add(writer, index, objects)
            except BaseException:
                writer.cancel()
                raise
            writer.commit()

    def rebuild(self, parts: Iterable[tuple[Any, Iterable[Any]]], *, generation: int) -> None:
        with self._locked():
            folder = self._make_folder()
            writer = FileStorage(str(folder)).create_index(_schema()).writer(limitmb=256)
            try:
                for index, objects in parts:
                    self._add(writer, index, objects)
            except BaseException:
                writer.cancel()
                shutil.rmtree(folder, ignore_errors=True)
                raise
            writer.commit()
            (folder / "generation").write_text(str(generation))
            self._point_at(folder)
            self._remove_others(folder)
        self._close()
        self.setup_complete = False

    def _writer(self) -> Any:
        try:
            return try_for(lambda: self.index.writer(), timeout=LOCK_TIMEOUT)
        except LockError as error:
            raise IndexUnavailableError("the index is locked by another writer") from error

    def _add(self, writer: Any, index: Any, objects: Iterable[Any]) -> None:
        names = set(_schema().names())
        for one in objects:
            prepared = index.full_prepare(one)
            writer.add_document(
                **{
                    name: self._from_python(value)
                    for name, value in prepared.items()
                    if name in names and value not in ("", None, [])
                }
            )

    # The folders

    def is_ready(self, generation: int) -> bool:
        folder = self._live()
        if folder is None:
            return False
        try:
            kept = int((folder / "generation").read_text())
            whoosh_index.open_dir(str(folder)).doc_count()
        except Exception:
            return False
        return kept >= generation

    def note_generation(self, generation: int) -> None:
        if folder := self._live():
            (folder / "generation").write_text(str(generation))

    def _live(self) -> Path | None:
        try:
            return self.root / (self.root / "current").read_text().strip()
        except OSError:
            return None

    def _make_folder(self) -> Path:
        folder = self.root / f"index-{time.time_ns()}-{os.getpid()}"
        folder.mkdir(parents=True)
        return folder

    def _point_at(self, folder: Path) -> None:
        pointer = self.root / f"current.{os.getpid()}"
        pointer.write_text(folder.name)
        pointer.replace(self.root / "current")

    def _remove_others(self, kept: Path) -> None:
        for folder in self.root.glob("index-*"):
            if folder != kept:
                shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One writer at a time, waiting for the other, but not for ever."""
        import fcntl

        self.root.mkdir(parents=True, exist_ok=True)
        with (self.root / "lock").open("w") as lock:
            deadline = time.monotonic() + LOCK_TIMEOUT
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > deadline:
                        message = f"the index is being written by another process for more than {LOCK_TIMEOUT} s"
                        raise IndexUnavailableError(message) from None
                    time.sleep(0.05)
            yield


def _model_name(index: Any) -> str:
    return f"rulings.{index.get_model()._meta.model_name}"


def _hit(stored: Mapping[str, str], score: float) -> Hit:
    return Hit(int(stored[DJANGO_ID]), score or 0.0, {name: stored.get(name, "") for name in FACETS})


class Engine(BaseEngine):
    backend = Backend
    query = WhooshSearchQuery
