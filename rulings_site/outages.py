"""What is wrong around us, and passes: the database is away or busy, or the disk is full. It is answered with 503."""

import errno

from django.db import DatabaseError, InterfaceError, OperationalError

FULL = "There is no room left on the disk of this site. Nothing was changed; try again later."
AWAY = "The database of this site does not answer at the moment. Nothing was changed; try again in a moment."
BUSY = "The database of this site is busy. Nothing was changed; try again in a moment."
# Seconds until it is worth trying again.
WAIT = "10"
# What SQLite says without room, also where it cannot open or write its journal.
NO_ROOM = ("disk is full", "disk i/o error", "unable to open database file", "readonly database")
DISK_FULL_IN_POSTGRES = "53100"
NOT_ALLOWED_NOW = {"55P03": BUSY, "57014": BUSY, "40P01": BUSY}


def outage_of(error: BaseException | None) -> str:
    """What passes, in one sentence; empty, if an error is something else."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return FULL
        if isinstance(error, DatabaseError | InterfaceError) and (said := _of_database(error)):
            return said
        error = error.__cause__ or error.__context__
    return ""


def _of_database(error: Exception) -> str:
    state, text = getattr(error.__cause__, "sqlstate", None), str(error).lower()
    if state == DISK_FULL_IN_POSTGRES or any(said in text for said in NO_ROOM):
        return FULL
    if "is locked" in text or state in NOT_ALLOWED_NOW:
        return BUSY
    # Without a state, PostgreSQL was not reached; class 08 and 57P: the connection broke, or the server is going down.
    is_away = isinstance(error, InterfaceError) or (isinstance(error, OperationalError) and state is None)
    return AWAY if is_away or str(state).startswith(("08", "57P")) else ""
