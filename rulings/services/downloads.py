"""The whole site as files to download: built after each publication, and whenever somebody asks for what has changed.

A set of files belongs to one generation of the site and lies in a folder of its own, which appears when it is complete.
"""

import fcntl
import gzip
import json
import logging
import os
import shutil
import threading
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from rulings.models import Game
from rulings.selectors.archiving import archive_files
from rulings.selectors.exporting import export_cards, export_rulings
from rulings.selectors.state import site_state

logger = logging.getLogger(__name__)

# Another one, and files of an earlier release are not offered any more.
FORMAT = 1
NOW = "rulings.jsonl.gz"
ALL_EDITIONS = "rulings-all-editions.jsonl.gz"
ARCHIVE = "rulings-archive.zip"


@dataclass(frozen=True)
class Download:
    """A file to download."""

    name: str
    about: str
    size: int
    built_at: datetime


def find_download(name: str) -> Path | None:
    """A file of the site as it is now, built if need be; none if there is no such file."""
    path = _ready() / name
    return path if path.is_file() and Path(name).name == name else None


def downloads() -> list[Download]:
    """The files that there are, built if need be."""
    folder = _ready()
    games = dict(Game.objects.shown().values_list("slug", "name"))
    abouts = {
        NOW: "All cards, and all rulings that are in force; one JSON object a line",
        ALL_EDITIONS: "The same with the rulings of every edition, as they stood",
        ARCHIVE: "Every edition in the house format, and the catalogue; the site can be made again from it",
        **{_of_game(slug): f"Cards and rulings in force of {name}" for slug, name in games.items()},
    }
    return [
        Download(name, about, stat.st_size, datetime.fromtimestamp(stat.st_mtime, tz=UTC))
        for name, about in abouts.items()
        if (stat := _stat(folder / name))
    ]


def build_soon() -> None:
    """Build the files beside whatever goes on; if that fails, they are built when somebody asks for them."""
    if settings.DOWNLOADS_AHEAD:
        threading.Thread(target=_build_quietly, name="downloads").start()


def build() -> Path:
    """Build the files of the site as it is now, unless they are there; where they are."""
    with _locked():
        while not (folder := _folder()).is_dir():
            _fill(folder)
        for other in _root().glob("*-*"):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)
        return folder


def _build_quietly() -> None:
    try:
        build()
    except Exception:
        logger.exception("The downloads could not be built: they will be when somebody asks for them.")
    finally:
        connection.close()


def _ready() -> Path:
    folder = _folder()
    return folder if folder.is_dir() else build()


def _root() -> Path:
    root: Path = settings.DATA / "downloads"
    return root


def _folder() -> Path:
    return _root() / f"{FORMAT}-{site_state().generation}"


def _of_game(slug: str) -> str:
    return f"{slug}.jsonl.gz"


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


@contextmanager
def _locked() -> Iterator[None]:
    """One builder at a time; the next one finds the files there."""
    _root().mkdir(parents=True, exist_ok=True)
    with (_root() / "lock").open("w") as lock:
        fcntl.flock(lock.fileno(), fcntl.LOCK_EX)
        yield


def _fill(folder: Path) -> None:
    """Write all files beside, and then let them appear together; not if something was published meanwhile."""
    beside = folder.with_name(f"{folder.name}-unfinished")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    cards, rulings, editions = [], [], []
    for game in Game.objects.order_by("pk"):
        cards.append(_compressed(export_cards(game)))
        rulings.append(_compressed(export_rulings(game)))
        editions.append(_compressed(export_rulings(game, edition="all")))
        _write(beside / _of_game(game.slug), cards[-1:], rulings[-1:])
        if _folder() != folder:
            return
    _write(beside / NOW, cards, rulings)
    _write(beside / ALL_EDITIONS, cards, editions)
    with zipfile.ZipFile(beside / ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in archive_files():
            archive.writestr(name, text)
    if _folder() == folder:
        beside.rename(folder)


def _compressed(records: Iterable[dict[str, Any]]) -> bytes:
    """Records as JSON Lines, compressed; such pieces can be put one behind the other."""
    lines = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
    return gzip.compress(lines.encode(), compresslevel=6)


def _write(path: Path, *parts: Iterable[bytes]) -> None:
    path.write_bytes(b"".join(piece for part in parts for piece in part))
