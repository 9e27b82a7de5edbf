"""The whole site in one file, taken while it runs; and a site made from such a file again."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from rulings.models import Edition, SiteState
from rulings.models.state import new_token
from rulings.services import indexing, state

FORMAT = 1
CONTENTS, DATABASE = "backup.json", "database"
CHUNK = 1 << 20
Progress = Callable[[str], object]
# What reading a damaged file may raise.
DAMAGE = (OSError, zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError, NotImplementedError, RuntimeError)


class BackupError(Exception):
    """Why there is no backup, or why it was not restored; nothing has changed."""


def backup(path: Path, *, progress: Progress = lambda step: None) -> dict[str, Any]:
    """Write the whole site into a file, which appears only when it is complete; what it contains."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as folder:
        copied = Path(folder) / DATABASE
        progress("copying the database")
        _copy_sqlite(copied) if connection.vendor == "sqlite" else _dump_postgres(copied)
        contents = {
            "format": FORMAT,
            "engine": connection.vendor,
            "taken": datetime.now(UTC).isoformat(timespec="seconds"),
            "sha256": _hash(copied),
            "migrations": sorted(".".join(one) for one in MigrationRecorder(connection).applied_migrations()),
            "editions": Edition.objects.published().count(),
            "generation": SiteState.objects.values_list("generation", flat=True).first() or 0,
        }
        unfinished = Path(folder) / "backup.zip"
        progress("packing")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            archive.write(copied, DATABASE)
            archive.writestr(CONTENTS, json.dumps(contents, indent=1))
        unfinished.chmod(0o600)
        unfinished.replace(path)
    return contents


@contextmanager
def opened(path: Path) -> Iterator[tuple[dict[str, Any], Path]]:
    """A backup that has been verified: what it contains, and its database in a file of its own."""
    with tempfile.TemporaryDirectory(prefix="rulings-restore-") as folder:
        copied = Path(folder) / DATABASE
        try:
            with zipfile.ZipFile(path) as archive:
                contents = json.loads(archive.read(CONTENTS))
                with archive.open(DATABASE) as packed, copied.open("wb") as plain:
                    shutil.copyfileobj(packed, plain, CHUNK)
        except DAMAGE as error:
            raise BackupError(f"{path} is not a backup of this site, or it is damaged: {error}.") from error
        _verify(contents, copied)
        yield contents, copied


def restore(path: Path, *, progress: Progress = lambda step: None) -> dict[str, Any]:
    """Put a backup in the place of the site, as a new history, so that nothing that was remembered is used."""
    with opened(path) as (contents, copied):
        progress("putting it in place")
        if connection.vendor == "sqlite":
            _put_sqlite(copied)
        else:
            _put_postgres(copied)
    connection.close()
    progress("bringing the database up to date")
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        state.begin_history()
    if not state.is_current():
        progress("working out what readers see")
        state.rebuild()
    progress("building the search index")
    try:
        indexing.rebuild()
    except indexing.IndexUnavailableError as error:
        progress(f"the search index is not there yet ({error}); the site answers from the database until it is")
    return contents


def _verify(contents: dict[str, Any], copied: Path) -> None:
    if contents.get("format") != FORMAT:
        raise BackupError(f"The backup has format {contents.get('format')}; this release reads format {FORMAT}.")
    if contents["sha256"] != _hash(copied):
        raise BackupError("The backup is damaged: its database is not the one that was packed. Take another one.")
    if contents["engine"] != connection.vendor:
        raise BackupError(
            f"The backup is of {contents['engine']}, and this site runs on {connection.vendor}: "
            "restore it with the same kind of DATABASE_URL, or move by the archive of /downloads/."
        )
    known = {".".join(one) for one in MigrationLoader(None, ignore_no_migrations=True).disk_migrations}
    if unknown := sorted(set(contents["migrations"]) - known):
        raise BackupError(f"The backup is of a newer release (it has {unknown[-1]}): update this site first.")
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(copied)) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupError("The backup is damaged: its database is not whole. Take another one.")


def _copy_sqlite(target: Path) -> None:
    """A copy of one moment, while others read and write."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def _put_sqlite(copied: Path) -> None:
    """Let the database say what the copy says, in one step, also for those who have it open."""
    with closing(sqlite3.connect(copied)) as copy:
        copy.execute(f"UPDATE {SiteState._meta.db_table} SET identity = ?", (new_token(),))  # noqa: S608
        copy.commit()
        connection.close()
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=30)) as database:
            copy.backup(database)


def _dump_postgres(target: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={target}", _address())


def _put_postgres(copied: Path) -> None:
    connection.close()
    _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", f"--dbname={_address()}", copied)


def _address() -> str:
    """The database as PostgreSQL's own programs want it; the password goes by the environment."""
    chosen = connection.settings_dict
    parts = {"dbname": chosen["NAME"], "user": chosen["USER"], "host": chosen["HOST"], "port": chosen["PORT"]}
    return " ".join(f"{name}='{value}'" for name, value in parts.items() if value)


def _run(*command: str | Path) -> None:
    environment = {**os.environ, "PGPASSWORD": str(connection.settings_dict["PASSWORD"] or "")}
    try:
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    except FileNotFoundError:
        raise BackupError(f"{command[0]} is not installed: install PostgreSQL's client programs.") from None
    except subprocess.CalledProcessError as error:
        raise BackupError(f"{command[0]} failed: {error.stderr.strip()[-300:]}") from error


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
