"""The embedded engine: Haystack's Whoosh backend, its postings read as arrays, and one batch for each publication."""

from collections import Counter
from collections.abc import Iterable
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

from rulings.search.engine import FACETS, LISTS, Hits, Request
from rulings.search.folders import InFolders, finish, read_words, write_words
from rulings.search.postings import Postings, load_segment

# Each publication writes a segment of its own; beyond so many, they are made one.
MOST_SEGMENTS = 16
WRITER_MEGABYTES = 256


def _schema() -> Schema:
    """Texts come analysed: terms are separated by spaces, and lists by commas. Nothing is stored that is not read."""
    fields: dict[str, Any] = {
        ID: EXACT(stored=True, unique=True),
        DJANGO_CT: EXACT(stored=True),
        DJANGO_ID: EXACT(stored=True),
        "text": TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False),
        "document_id": NUMERIC(),
        "reverses": EXACT(),
        "key": EXACT(),
    }
    fields |= {name: EXACT() for name in FACETS}
    fields |= {name: KEYWORD(commas=True) for name in LISTS}
    return Schema(**fields)


class Backend(InFolders, WhooshSearchBackend):
    """Haystack's backend, made to answer our requests."""

    path: str

    def __init__(self, connection_alias: str, **options: Any) -> None:
        super().__init__(connection_alias, **options)
        self.silently_fail = False
        self.root = Path(self.path)

    def build_schema(self, fields: Any) -> tuple[str, Schema]:
        return "text", _schema()

    def setup(self) -> None:
        """Point Haystack's own methods at the index in use."""
        self.path = str(self.require_live())
        super().setup()

    def find(self, request: Request) -> Hits:
        return self.kept("postings", _postings).find(request)

    def is_readable(self) -> bool:
        try:
            folder = self.require_live()
            _postings(folder)
        except Exception:
            # Files that are not what they should be fail in many ways.
            return False
        return self.can_be_read(folder)

    def replace(self, index: Any, parts: Iterable[tuple[int, Iterable[Any]]], *, before: str, after: str) -> bool:
        with self.locked():
            folder = self.require_live()
            if self.key() != before:
                return False
            words = read_words(folder)
            files = whoosh_index.open_dir(str(folder))
            writer = files.writer(limitmb=WRITER_MEGABYTES)
            try:
                for document, objects in parts:
                    writer.delete_by_query(query.NumericRange("document_id", document, document))
                    words |= self._add(writer, index, objects)
            except BaseException:
                writer.cancel()
                raise
            writer.commit(merge=False, optimize=len(files._segments()) >= MOST_SEGMENTS)
            write_words(folder, words)
            _postings(folder)
            finish(folder, after)
            return True

    def rebuild(self, index: Any, objects: Iterable[Any], *, key: str) -> None:
        with self.locked(), self.new_folder(key) as folder:
            writer = FileStorage(str(folder)).create_index(_schema()).writer(limitmb=WRITER_MEGABYTES)
            try:
                words = self._add(writer, index, objects)
            except BaseException:
                writer.cancel()
                raise
            writer.commit()
            write_words(folder, words)
            _postings(folder)
        self.setup_complete = False

    def _add(self, writer: Any, index: Any, objects: Iterable[Any]) -> Counter[str]:
        """Add the objects of an index; their words are returned."""
        names, words = set(_schema().names()), Counter[str]()
        for one in objects:
            prepared = index.full_prepare(one)
            words.update(prepared.get("words", "").split())
            kept = {name: value for name, value in prepared.items() if name in names and value not in ("", None, [])}
            writer.add_document(**{name: self._from_python(value) for name, value in kept.items()})
        return words


def _postings(folder: Path) -> Postings:
    """The postings of an index; what is read of them for the first time is kept."""
    with FileStorage(str(folder), supports_mmap=False).open_index().reader() as reader:
        leaves = [leaf for leaf, _ in reader.leaf_readers() if leaf.segment()]
        return Postings([load_segment(folder, leaf, DJANGO_ID) for leaf in leaves])


class Engine(BaseEngine):
    backend = Backend
    query = WhooshSearchQuery
