"""Where an index lies: in a folder of its own below a root, which the file "current" names.

A rebuild fills a new folder and then changes that one line; a reader of the old one is not disturbed. Next to the
engine's own files are the words and names that the site shows, and the key of the state that all of it holds.
"""

import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rulings.search import arrays
from rulings.search.arrays import Array
from rulings.search.companions import NAMES, TERMS, Companions, cards_digest, names_to_keep, terms_to_keep
from rulings.search.engine import FORMAT, IndexBehindError, IndexUnavailableError

# Seconds that a writer waits for another process that is writing.
LOCK_TIMEOUT = 30
PREFIX = f"index-{FORMAT}-"
WORDS, STATE = "words.json", "state"


class InFolders(Companions[Path]):
    """What every engine that keeps its index in folders has in common."""

    root: Path

    def name(self) -> str:
        return str(self.root)

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

    def words_in(self, place: Path) -> Counter[str]:
        return read_words(place)

    def arrays_in(self, place: Path, what: str) -> dict[str, Array]:
        return arrays.load(place / f"{what}.npz")

    def trace(self) -> Hashable:
        folder = self.live()
        if folder is None:
            return None
        try:
            return folder.name, tuple(sorted((one.name, one.stat().st_size) for one in os.scandir(folder)))
        except OSError:
            return None

    def require(self, key: str) -> Path:
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
    """Write what belongs to the index of the site as it is now, and then that the index holds a state."""
    arrays.save(folder / f"{NAMES}.npz", names_to_keep())
    _write_terms(folder)
    fresh = folder / f"{STATE}.{os.getpid()}"
    fresh.write_text(key)
    fresh.replace(folder / STATE)


def _write_terms(folder: Path) -> None:
    """Write the words of the cards, unless they are those that are there."""
    made_of, mark, path = cards_digest(), folder / f"{TERMS}.made-of", folder / f"{TERMS}.npz"
    if mark.exists() and mark.read_text() == made_of and path.exists():
        return
    arrays.save(path, terms_to_keep())
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
