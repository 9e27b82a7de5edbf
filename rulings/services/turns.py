"""Who may do something that only one process at a time must do: on this machine, and on all that share a database."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection
from filelock import FileLock


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Wait until no other process is in such a block; a process that dies leaves it."""
    if connection.vendor != "postgresql":
        with FileLock(settings.DATA / f"{what}.lock"):
            yield
        return
    number = zlib.crc32(f"rulings {what}".encode())
    with connection.cursor() as cursor:
        # It may take long, and so may what is done meanwhile.
        cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [number])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [number])
            cursor.execute("RESET lock_timeout; RESET statement_timeout")
