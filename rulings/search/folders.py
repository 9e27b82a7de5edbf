"""Where an index lies: in a folder of its own below a root, which the file "current" names.

A rebuild fills a new folder and then changes that one line; a reader of the old one is not disturbed. Next to the
engine's own files are the words and names that the site shows, and the key of the state that all of it holds.
"""

import hashlib
import json
import os
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import orjson
from filelock import FileLock, Timeout

from rulings.models import ShownCard, ShownRuling
from rulings.read_model.cards import says_now
from rulings.read_model.state import forget, recall, remembered, site_state
from rulings.search import arrays
from rulings.search.analysis import terms_of
from rulings.search.arrays import Lists
from rulings.search.engine import FORMAT, IndexBehindError, IndexUnavailableError
from rulings.search.names import NameIndex
from rulings.search.spelling import Vocabulary

# Seconds that a writer waits for another process that is writing.
LOCK_TIMEOUT = 30
PREFIX = f"index-{FORMAT}-"
WORDS, NAMES, TERMS, STATE = "words.json", "names.npz", "cards.npz", "state"
# What the folder of a state is remembered as.
FOLDER = "folder"
Value = TypeVar("Value")


class InFolders:
    """What every engine that keeps its index in folders has in common."""

    root: Path

    def live(self) -> Path | None:
        """The folder of the index in use, if there is one."""
        try:
            name = (self.root / "current").read_text().strip()
        except (OSError, ValueError):
            return None
        return self.root / name if name.startswith(PREFIX) else None

    def require_live(self) -> Path:
        """The folder of the index in use."""
        folder = self.live()
        if folder is None:
            raise IndexUnavailableError(f"there is no index in {self.root}")
        return folder

    def key(self) -> str:
        """The state of the site that the index in use holds; empty: none."""
        folder = self.live()
        try:
            return (folder / STATE).read_text() if folder else ""
        except (OSError, ValueError):
            return ""

    def holds(self, key: str) -> bool:
        """Whether there is an index of a state of the site, in use or in memory."""
        return recall((str(self.root), FOLDER), key) is not None or self.key() == key

    def folder_of(self, key: str) -> Path:
        """The folder of an index that holds a state."""
        return remembered((str(self.root), FOLDER), key, lambda: self._require(key))

    def vocabulary(self) -> Vocabulary:
        """Every word of the rulings, with in how many of them it was when they were last indexed."""
        return self.kept("words", lambda folder: Vocabulary(read_words(folder)))

    def names(self, kind: str) -> NameIndex:
        """The names of the cards, or the titles of the rulings, that the site shows."""
        return self.kept(kind, lambda folder: NameIndex.load(kind, arrays.load(folder / NAMES)))

    def card_terms(self) -> Lists:
        """By stem, the cards that have it in what they say now."""
        return self.kept("card terms", lambda folder: Lists.load("terms", arrays.load(folder / TERMS)))

    def kept(self, what: str, load: Callable[[Path], Value]) -> Value:
        """Something of the index, loaded once for each state by all threads of a process."""
        key = site_state().key
        folder = self.folder_of(key)
        try:
            return remembered((str(self.root), what), key, lambda: load(folder))
        except Exception as error:
            # Files that are not what they should be fail in many ways; somebody may have built the index again.
            forget((str(self.root), FOLDER))
            if self.folder_of(key) != folder:
                return self.kept(what, load)
            raise IndexUnavailableError(f"the index in {folder} cannot be read ({error!r})") from error

    def _require(self, key: str) -> Path:
        folder = self.require_live()
        if self.key() != key:
            raise IndexBehindError(f"the index in {folder} holds another state of the site")
        return folder

    @contextmanager
    def new_folder(self, key: str) -> Iterator[Path]:
        """A new folder, which is in use from the end of the block on; after an error, the old one stays in use."""
        folder, before = self.root / f"{PREFIX}{time.time_ns()}-{os.getpid()}", self.live()
        folder.mkdir(parents=True)
        try:
            yield folder
            finish(folder, key)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        pointer = self.root / f"current.{os.getpid()}"
        pointer.write_text(folder.name)
        pointer.replace(self.root / "current")
        # Somebody may be about to open the one before.
        for other in self.root.glob("index-*"):
            if other not in (folder, before):
                shutil.rmtree(other, ignore_errors=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One writer at a time: the next one waits, but not without end."""
        self.root.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.root / "lock", timeout=LOCK_TIMEOUT):
                yield
        except Timeout as error:
            raise IndexUnavailableError(f"another process has been writing the index for {LOCK_TIMEOUT} s") from error


def finish(folder: Path, key: str) -> None:
    """Write the names that the site shows, and then that the index holds a state."""
    cards = ShownCard.objects.order_by("set_order", "is_unnumbered", "number_order", "pk")
    titled = ShownRuling.objects.filter(kind__in=["clarification", "question"]).order_by("document_id", "position")
    names = {
        "card": NameIndex.of(cards.values_list("folded_name", "pk", "game__slug")),
        "title": NameIndex.of(titled.values_list("title", "pk", "game__slug")),
    }
    arrays.save(
        folder / NAMES, {name: array for kind, one in names.items() for name, array in one.arrays(kind).items()}
    )
    _write_terms(folder)
    fresh = folder / f"{STATE}.{os.getpid()}"
    fresh.write_text(key)
    fresh.replace(folder / STATE)


def _write_terms(folder: Path) -> None:
    """Write the words of the cards, unless they are those that are there."""
    digests = "".join(ShownCard.objects.order_by("pk").values_list("digest", flat=True))
    made_of = hashlib.blake2b(digests.encode(), digest_size=16).hexdigest()
    mark = folder / f"{TERMS}.made-of"
    if mark.exists() and mark.read_text() == made_of and (folder / TERMS).exists():
        return
    terms: dict[str, list[int]] = defaultdict(list)
    for pk, first, record in ShownCard.objects.order_by("pk").values_list("pk", "first_printing", "record"):
        # Of several printings of one card, the first stands for all.
        if pk == first:
            for term in set(terms_of(says_now(orjson.loads(record)))):
                terms[term].append(pk)
    arrays.save(folder / TERMS, Lists.of(terms).arrays("terms"))
    mark.write_text(made_of)


def read_words(folder: Path) -> Counter[str]:
    """The words of an index."""
    words: dict[str, int] = json.loads((folder / WORDS).read_text())
    return Counter(words)


def write_words(folder: Path, words: Counter[str]) -> None:
    """Keep the words of an index next to it."""
    fresh = folder / f"{WORDS}.{os.getpid()}"
    fresh.write_text(json.dumps(words))
    fresh.replace(folder / WORDS)
