"""The whole site as files to download: built after each publication, never while somebody waits.

A set of files belongs to one state of the site and lies in a folder of its own, which appears when it is complete.
Until there is a new set, the last one is served, and the page says so.
"""

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
from typing import IO, Any

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext
from filelock import FileLock

from rulings.models import Game, SiteState
from rulings.read_model.state import site_state
from rulings.selectors.data.archiving import archive_files
from rulings.selectors.data.exporting import export_cards, export_rulings

logger = logging.getLogger(__name__)

# Another one, and files of an earlier release are not offered any more.
FORMAT = 3
NOW = "rulings.jsonl.gz"
ALL_EDITIONS = "rulings-all-editions.jsonl.gz"
ARCHIVE = "rulings-archive.zip"
BUILDER = "downloads"


@dataclass(frozen=True)
class Download:
    """A file to download."""

    name: str
    about: str
    size: int
    built_at: datetime


class NotBuiltError(Exception):
    """There is no set of files yet; one is being made."""


# Set when somebody asked for files that are not there, or are of an earlier state.
wanted = threading.Event()


def open_download(name: str) -> IO[bytes] | None:
    """A file of the newest set; none if there is no such file."""
    if Path(name).name != name or "\x00" in name:
        return None
    # The set may be taken away between finding and opening it, because there is a newer one.
    for _ in range(2):
        try:
            return (_newest() / name).open("rb")
        except OSError:
            continue
    return None


def downloads() -> list[Download]:
    """The files of the newest set; none while the first one is being made."""
    try:
        folder = _newest()
    except NotBuiltError:
        return []
    games = dict(Game.objects.shown().values_list("slug", "name"))
    abouts = {
        NOW: gettext("All cards, and all rulings that are in force; one JSON object a line"),
        ALL_EDITIONS: gettext("The same with the rulings of every edition, as they stood"),
        ARCHIVE: gettext("Every edition in the house format, and the catalogue; the site can be made again from it"),
        **{
            _of_game(slug): gettext("Cards and rulings in force of %(game)s") % {"game": name}
            for slug, name in games.items()
        },
    }
    return [
        Download(name, about, stat.st_size, datetime.fromtimestamp(stat.st_mtime, tz=UTC))
        for name, about in abouts.items()
        if (stat := _stat(folder / name))
    ]


def label() -> str:
    """The state that the newest set is of; empty if there is none."""
    try:
        return _newest().name
    except NotBuiltError:
        return ""


def are_current() -> bool:
    """Whether there is a set of the site as it is now."""
    return _folder().is_dir()


def build_soon() -> None:
    """Build the files in a thread; if that fails, upkeep tries again (services/upkeep.py)."""
    # One that is at work looks for newer changes before it ends.
    is_at_work = any(thread.name == BUILDER for thread in threading.enumerate())
    if settings.DOWNLOADS_AHEAD and not is_at_work:
        threading.Thread(target=_build_quietly, name=BUILDER).start()


def build() -> Path:
    """Build the files of the site as it is now, unless they are there; where they are."""
    with _locked():
        while not (folder := _folder()).is_dir():
            _fill(folder)
        wanted.clear()
        for other in _root().glob("*-*"):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)
        return folder


def _build_quietly() -> None:
    try:
        build()
    except Exception:
        logger.exception("The downloads could not be built; it is tried again.")
    finally:
        connection.close()


def _newest() -> Path:
    """The folder of the newest set of this history of the site; a set from before a restore is not used."""
    if (folder := _folder()).is_dir():
        return folder
    wanted.set()
    recent = SiteState.objects.filter(pk=1).values_list("recent", flat=True).first() or []
    for key, _ in reversed(recent):
        if (earlier := _root() / f"{FORMAT}-{key}").is_dir():
            return earlier
    raise NotBuiltError


def _root() -> Path:
    root: Path = settings.DATA / "downloads"
    return root


def _folder() -> Path:
    return _root() / f"{FORMAT}-{site_state().key}"


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
    with FileLock(_root() / "lock"):
        yield


def _fill(folder: Path) -> None:
    """Write all files into a folder, and then let it appear; not if something was published meanwhile."""
    unfinished = folder.with_name(f"{folder.name}-unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    games = list(Game.objects.shown().order_by("pk"))
    for game in games:
        _write(unfinished / f"{game.slug}.cards", export_cards(game))
        _write(unfinished / f"{game.slug}.rulings", export_rulings(game))
        _write(unfinished / f"{game.slug}.editions", export_rulings(game, edition="all"))
        _join(unfinished, [f"{game.slug}.cards", f"{game.slug}.rulings"], to=_of_game(game.slug))
        if _folder() != folder:
            return
    _join(unfinished, [f"{game.slug}.{part}" for part in ("cards", "rulings") for game in games], to=NOW)
    _join(unfinished, [f"{game.slug}.{part}" for part in ("cards", "editions") for game in games], to=ALL_EDITIONS)
    with zipfile.ZipFile(unfinished / ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in archive_files():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    for game in games:
        for part in ("cards", "rulings", "editions"):
            (unfinished / f"{game.slug}.{part}").unlink()
    if _folder() == folder:
        unfinished.rename(folder)


def _write(path: Path, records: Iterable[Any]) -> None:
    """Records as JSON Lines, compressed; such pieces can be put one behind the other.

    Without a name and a time, they are the same on every machine.
    """
    with path.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as lines:
        for record in records:
            lines.write(f"{json.dumps(record, ensure_ascii=False)}\n".encode())


def _join(folder: Path, names: Iterable[str], *, to: str) -> None:
    with (folder / to).open("wb") as joined:
        for name in names:
            with (folder / name).open("rb") as piece:
                shutil.copyfileobj(piece, joined)
