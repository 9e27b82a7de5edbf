"""Makes the vectors of the rulings: in a thread of the server, or by a command. What is known is not made again."""

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import orjson
from django.conf import settings
from django.db import connection
from filelock import FileLock, Timeout

from rulings.models import ShownRuling
from rulings.search import encoder, meaning
from rulings.search.arrays import Array
from rulings.search.encoder import Encoder, ModelUnavailableError
from rulings.search.passages import passages_of
from rulings.search.vectors import SIZE, Vectors, as_bytes
from rulings.selectors.search import complete

__all__ = ["ModelUnavailableError", "keep_up", "make", "serve", "standing"]

logger = logging.getLogger(__name__)

WARMER = "warming"
MAKER = "vectors"
# After so many new vectors all are written, so that a process that is stopped has not worked for nothing.
BATCH = 2_000
CHUNK = 500
Progress = Callable[[str], object]
_serving = threading.Event()


def serve() -> None:
    """Load the model and make what is missing, and keep up from now on: this process answers visitors."""
    _serving.set()
    encoder.start(WARMER, _warm)
    keep_up()


def _warm() -> None:
    """Ask once, so that no visitor waits for names and words to be read."""
    try:
        complete("what may a card do")
    except Exception as error:
        logger.info("The first search was not made in advance: %s", error)
    finally:
        connection.close()


def keep_up() -> None:
    """In a server, make the vectors that are missing in a thread, unless one is at work.

    Called at each search: so what was published by another process is followed, too.
    """
    if not (_serving.is_set() and settings.SEMANTIC) or encoder.problem() or meaning.is_complete():
        return
    encoder.start(MAKER, _make_quietly)


def standing() -> str:
    """By what searches are answered, in words for the desk."""
    if not settings.SEMANTIC:
        return "by words alone (SEMANTIC is off)"
    if encoder.problem():
        return f"by words alone: the model cannot be used: {encoder.problem()}"
    return "by words and meaning" if meaning.is_complete() else "by words; what rulings mean is being worked out"


def make(progress: Progress = lambda step: None, *, wait: bool = True) -> int:
    """Make the vectors that are missing, and forget those of rulings that are gone; how many were made."""
    model = encoder.load()
    path = meaning.path_for(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(f"{path}.lock", timeout=-1 if wait else 0):
            return _make(model, progress)
    except Timeout:
        # Another process is making them.
        return 0


def _make(model: Encoder, progress: Progress) -> int:
    path = meaning.path_for(model)
    before = Vectors.load(path)
    known = {mark: place for place, mark in enumerate(before.marks.tolist())}
    making, missing = _Making(), []
    rows = ShownRuling.objects.order_by("pk").values_list("pk", "digest", "record").iterator(chunk_size=CHUNK)
    for ruling, digest, record in rows:
        for mark, passage in _marked(record):
            if mark in known:
                making.add(ruling, digest, mark, before.bytes[known[mark]], float(before.scales[known[mark]]))
            else:
                missing.append((ruling, digest, mark, passage))
    for made, (ruling, digest, mark, passage) in enumerate(missing, 1):
        making.add(ruling, digest, mark, *as_bytes(model.encode(passage)))
        if made % BATCH == 0:
            making.vectors().save(path)
            progress(f"vectors: {made} of {len(missing)} new passages")
    after = making.vectors()
    if missing or not np.array_equal(after.digests, before.digests):
        after.save(path)
    progress(f"vectors: ready, {len(missing)} passages new")
    return len(missing)


def _marked(record: str) -> Iterator[tuple[bytes, str]]:
    """The passages of a ruling, each with what it is known by."""
    for passage in passages_of(orjson.loads(record)):
        # Ends in no zero byte, which numpy would drop.
        yield hashlib.blake2b(passage.encode(), digest_size=15).digest() + b".", passage


@dataclass
class _Making:
    """Vectors that are being put together."""

    rulings: list[int] = field(default_factory=list)
    digests: list[bytes] = field(default_factory=list)
    marks: list[bytes] = field(default_factory=list)
    rows: list[Array] = field(default_factory=list)
    scales: list[float] = field(default_factory=list)

    def add(self, ruling: int, digest: str, mark: bytes, row: Array, scale: float) -> None:
        self.rulings.append(ruling)
        self.digests.append(digest.encode())
        self.marks.append(mark)
        self.rows.append(row)
        self.scales.append(scale)

    def vectors(self) -> Vectors:
        """All so far, in an order that does not depend on which of them were known."""
        rulings, marks = np.array(self.rulings, np.int64), np.array(self.marks, "S16")
        order = np.lexsort((marks, rulings))
        digests, rows = np.array(self.digests, "S32"), np.array(self.rows, np.int8).reshape(-1, SIZE)
        scales = np.array(self.scales, np.float32)
        return Vectors(rulings[order], marks[order], digests[order], rows[order], scales[order])


def _make_quietly() -> None:
    try:
        make(wait=False)
    except ModelUnavailableError:
        # That it cannot be used is said once, where it is loaded.
        encoder.ready()
    except Exception:
        logger.exception("The vectors could not be made: search goes by words alone.")
    finally:
        connection.close()
