"""Where an index lies: in a folder of its own below a root, which the file "current" names.

A rebuild fills a new folder and then changes that one line; whoever still reads the old one is not disturbed.
"""

import fcntl
import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rulings.search.engine import FORMAT, LOCK_TIMEOUT, IndexUnavailableError

PAUSE = 0.05
PREFIX = f"index-{FORMAT}-"


class Folders:
    """The folders of one index."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._vocabulary: tuple[object, Counter[str]] = (None, Counter())

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

    @contextmanager
    def new(self) -> Iterator[Path]:
        """A new folder, which is in use from the end of the block on; after an error, the old one stays in use."""
        folder, before = self.root / f"{PREFIX}{time.time_ns()}-{os.getpid()}", self.live()
        folder.mkdir(parents=True)
        try:
            yield folder
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
        """One writer at a time: the next one waits, but not for ever."""
        self.root.mkdir(parents=True, exist_ok=True)
        deadline = time.monotonic() + LOCK_TIMEOUT
        with (self.root / "lock").open("w") as lock:
            while not _try_lock(lock.fileno()):
                if time.monotonic() > deadline:
                    raise IndexUnavailableError(f"another process has been writing the index for {LOCK_TIMEOUT} s")
                time.sleep(PAUSE)
            yield

    def vocabulary(self) -> Counter[str]:
        """The words of the rulings in the index in use, with in how many of them each was when it was last written."""
        path = self.require_live() / "words.json"
        try:
            changed = path.stat().st_mtime_ns
            if self._vocabulary[0] != (path, changed):
                words: dict[str, int] = json.loads(path.read_text())
                self._vocabulary = ((path, changed), Counter(words))
        except (OSError, ValueError, TypeError) as error:
            raise IndexUnavailableError(f"{path} cannot be read") from error
        return self._vocabulary[1].copy()

    def generation(self) -> int:
        """The generation of the site that the index in use holds; -1: none."""
        try:
            return int((self.require_live() / "generation").read_text())
        except (OSError, ValueError, IndexUnavailableError):
            return -1

    def state(self) -> str:
        """Changes whenever the index in use does."""
        folder = self.live()
        return f"{folder.name} {self.generation()}" if folder else ""

    def note_generation(self, generation: int) -> bool:
        """Remember the generation of the site that the index in use holds; not if the one before is not in it."""
        kept = self.generation()
        if kept + 1 < generation:
            return False
        (self.require_live() / "generation").write_text(str(max(kept, generation)))
        return True


class InFolders:
    """What every engine that keeps its index in folders has in common."""

    folders: Folders

    def state(self) -> str:
        return self.folders.state()

    def vocabulary(self) -> Mapping[str, int]:
        return self.folders.vocabulary()

    def note_generation(self, generation: int) -> bool:
        with self.folders.locked():
            return self.folders.note_generation(generation)

    def is_behind(self, generation: int) -> bool:
        return self.folders.generation() < generation


def write_vocabulary(folder: Path, words: Counter[str]) -> None:
    """Keep the words of an index beside it."""
    fresh = folder / f"words.{os.getpid()}"
    fresh.write_text(json.dumps(words))
    fresh.replace(folder / "words.json")


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
