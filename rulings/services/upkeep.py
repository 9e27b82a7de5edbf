"""Keeps up what is made of the database, without a command: the index, the files to download, and the vectors.

Each server process has one thread for it, and one of them at a time does something. What has to be made is noticed by
its state, no matter what changed it: a publication that was killed, a restored backup, another machine, a damaged file.
"""

import logging
import threading
import time
from collections.abc import Hashable

from django.conf import settings
from django.db import Error, close_old_connections
from filelock import FileLock, Timeout

from rulings.search.engine import engine, suspect
from rulings.services import downloads, indexing, vectorising

logger = logging.getLogger(__name__)

# Seconds between two looks, and until the files of the index are read again although nothing seems to have changed.
PAUSE, LONG_PAUSE = 2.0, 60.0
KEEPER = "upkeep"


class Keeper:
    """What was seen at the last look."""

    def __init__(self) -> None:
        self.was_behind = False
        self.trace: Hashable = None
        self.read_at = 0.0

    def look(self) -> None:
        """See what is not as it should be, and make it; unless another process is at work."""
        try:
            with FileLock(settings.DATA / "upkeep.lock", timeout=0):
                self.keep_index()
                if not downloads.are_current() and (settings.DOWNLOADS_AHEAD or downloads.wanted.is_set()):
                    downloads.build()
        except Timeout:
            return
        vectorising.keep_up()

    def keep_index(self) -> None:
        """Index what is missing; build the index again if it cannot be read."""
        if not indexing.is_current():
            # Those who publish something index it, too: they are left the time to do so.
            if self.was_behind:
                logger.warning("The search index is behind: it catches up.")
                indexing.catch_up()
            self.was_behind = not self.was_behind
            return
        self.was_behind = False
        trace = engine().trace()
        if trace == self.trace and not suspect.is_set() and time.monotonic() - self.read_at < LONG_PAUSE:
            return
        suspect.clear()
        if not engine().is_readable() and indexing.is_current():
            logger.warning("The search index cannot be read: it is built again.")
            indexing.rebuild()
            trace = engine().trace()
        self.trace, self.read_at = trace, time.monotonic()


def serve() -> None:
    """Keep up from now on: this process answers visitors."""
    vectorising.serve()
    threading.Thread(target=_keep, name=KEEPER, daemon=True).start()


def _keep() -> None:
    keeper, failed = Keeper(), ""
    while True:
        time.sleep(PAUSE)
        close_old_connections()
        try:
            keeper.look()
            failed = ""
        except (Error, OSError, indexing.IndexUnavailableError) as error:
            # The database is away, or the disk is full; said once.
            if failed != (failed := str(error)):
                logger.error("Upkeep has to wait: %s", error)
        except Exception:
            logger.exception("Upkeep failed; it is tried again.")
        finally:
            close_old_connections()
