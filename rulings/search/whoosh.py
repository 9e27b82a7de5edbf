"""The embedded engine: Haystack's Whoosh backend with a searcher that stays open, scores that are remembered, one batch
a publication, and rebuilding beside the live index."""

from collections import Counter
from collections.abc import Iterable, Iterator
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

from rulings.search.engine import FACETS, LISTS, Hit, IndexUnavailableError, Request
from rulings.search.folders import Folders, InFolders, write_vocabulary
from rulings.search.scoring import Scores

# An index of fewer rulings and cards is kept in one piece, which is searched fastest.
SMALL = 10_000
WRITER_MEGABYTES = 256


def _schema() -> Schema:
    """Texts come analysed: terms are separated by spaces, and lists by commas. Nothing is stored that nobody reads."""
    fields: dict[str, Any] = {
        ID: EXACT(stored=True, unique=True),
        DJANGO_CT: EXACT(stored=True),
        DJANGO_ID: EXACT(stored=True),
        "text": TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False),
        "document_id": NUMERIC(),
        "reverses": EXACT(),
        "key": EXACT(),
    }
    fields |= {name: EXACT(stored=True) for name in FACETS}
    fields |= {name: KEYWORD(commas=True) for name in LISTS}
    return Schema(**fields)


class Backend(InFolders, WhooshSearchBackend):
    """Haystack's backend, made to answer our requests."""

    index: Any
    path: str

    def __init__(self, connection_alias: str, **options: Any) -> None:
        super().__init__(connection_alias, **options)
        self.silently_fail = False
        self.folders = Folders(Path(self.path))
        self._folder: Path | None = None
        self._searcher: Any = None
        self._scores: Scores | None = None
        # What is stored of each document that was ever found.
        self._stored: dict[int, tuple[int, dict[str, str]]] = {}

    def build_schema(self, fields: Any) -> tuple[str, Schema]:
        return "text", _schema()

    def setup(self) -> None:
        """Point Haystack's own methods at the index in use."""
        self.path = str(self.folders.require_live())
        super().setup()

    def find(self, request: Request) -> list[Hit]:
        with self._reading() as searcher:
            if self._scores is None or self._scores.reader is not searcher.reader():
                self._scores, self._stored = Scores(searcher.reader()), {}
            return [self._hit(number, score) for number, score in self._scores.best(request)]

    def replace(self, index: Any, parts: Iterable[tuple[int, Iterable[Any]]], *, generation: int) -> bool:
        with self.folders.locked():
            folder = self.folders.require_live()
            words = self.folders.vocabulary()
            files = whoosh_index.open_dir(str(folder))
            writer = files.writer(limitmb=WRITER_MEGABYTES)
            try:
                for document, objects in parts:
                    writer.delete_by_query(query.NumericRange("document_id", document, document))
                    words |= self._add(writer, index, objects)
            except BaseException:
                writer.cancel()
                raise
            writer.commit(optimize=files.doc_count_all() < SMALL)
            write_vocabulary(folder, words)
            return self.folders.note_generation(generation)

    def rebuild(self, index: Any, objects: Iterable[Any], *, generation: int) -> None:
        with self.folders.locked(), self.folders.new() as folder:
            writer = FileStorage(str(folder)).create_index(_schema()).writer(limitmb=WRITER_MEGABYTES)
            try:
                words = self._add(writer, index, objects)
            except BaseException:
                writer.cancel()
                raise
            writer.commit()
            write_vocabulary(folder, words)
            (folder / "generation").write_text(str(generation))
        self.setup_complete = False

    def is_ready(self, generation: int) -> bool:
        try:
            self.find(Request(wanted=(("play", 1.0),), filters=(("kind", ("clarification",)),)))
            self.vocabulary()
        except IndexUnavailableError:
            return False
        return self.folders.generation() >= generation

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        """A searcher on the newest state of the index in use, kept as long as nothing changes."""
        folder = self.folders.require_live()
        try:
            if self._searcher is None or self._folder != folder:
                self._close()
                self._searcher, self._folder = _open(folder).searcher(), folder
            elif not self._searcher.up_to_date():
                self._searcher = self._searcher.refresh()
            yield self._searcher
        except Exception as error:
            # Whoosh fails in many ways on a file that is not what it should be.
            self._close()
            raise IndexUnavailableError(f"the index in {folder} cannot be read ({error!r})") from error

    def _close(self) -> None:
        if self._searcher is not None:
            self._searcher.close()
        self._searcher = None

    def _hit(self, number: int, score: float) -> Hit:
        stored = self._stored.get(number)
        if stored is None:
            fields = self._searcher.stored_fields(number)
            stored = int(fields[DJANGO_ID]), {name: fields.get(name, "") for name in FACETS}
            self._stored[number] = stored
        return Hit(stored[0], score, stored[1])

    def _add(self, writer: Any, index: Any, objects: Iterable[Any]) -> Counter[str]:
        """Add the objects of an index; their words are returned."""
        names, words = set(_schema().names()), Counter[str]()
        for one in objects:
            prepared = index.full_prepare(one)
            words.update(prepared.get("words", "").split())
            kept = {name: value for name, value in prepared.items() if name in names and value not in ("", None, [])}
            writer.add_document(**{name: self._from_python(value) for name, value in kept.items()})
        return words


def _open(folder: Path) -> Any:
    """An index to read; not mapped into memory, where a file that is cut short would kill the process."""
    return FileStorage(str(folder), supports_mmap=False).open_index()


class Engine(BaseEngine):
    backend = Backend
    query = WhooshSearchQuery
