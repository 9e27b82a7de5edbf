"""Catalogues that editors upload: kept from the preview to the import, in a folder of their own."""

import re
import secrets
import shutil
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from importers.catalogues import CatalogueError

# Of a ZIP: what it may hold when it is unpacked.
MOST_FILES, LARGEST = 2000, 100 * 1024**2
TOKEN = re.compile(r"[\w-]{20,40}")
# A preview that nobody came back to is thrown away after a day.
SECONDS_KEPT = 24 * 60 * 60


def keep(name: str, chunks: Iterable[bytes]) -> str:
    """Keep an uploaded file; the token by which it is found again. A ZIP is unpacked."""
    _forget_old()
    token = secrets.token_urlsafe(18)
    folder = _folder(token) / "content" / (Path(name).stem or "upload")
    folder.mkdir(parents=True)
    arrived = _folder(token) / "upload"
    try:
        with arrived.open("wb") as file:
            for chunk in chunks:
                file.write(chunk)
        if zipfile.is_zipfile(arrived):
            _unpack(arrived, folder)
        else:
            arrived.rename(folder / (Path(name).name or "file"))
    except BaseException:
        forget(token)
        raise
    return token


def kept(token: str) -> Path:
    """What was kept: a file, or the folder that was in a ZIP."""
    folder = _folder(token) / "content" if TOKEN.fullmatch(token) else None
    if folder is None or not folder.is_dir():
        raise CatalogueError("The file is not here any more: choose it again.")
    inside = _inside(folder)
    # A ZIP mostly holds one folder.
    while len(inside) == 1 and inside[0].is_dir():
        folder = inside[0]
        inside = _inside(folder)
    return inside[0] if len(inside) == 1 else folder


def forget(token: str) -> None:
    """Throw away what was kept."""
    if TOKEN.fullmatch(token):
        shutil.rmtree(_folder(token), ignore_errors=True)


def _inside(folder: Path) -> list[Path]:
    return [one for one in folder.iterdir() if not one.name.startswith((".", "__"))]


def _folder(token: str) -> Path:
    return Path(settings.DATA) / "uploads" / token


def _forget_old() -> None:
    root = Path(settings.DATA) / "uploads"
    for folder in root.iterdir() if root.is_dir() else ():
        if folder.stat().st_mtime < time.time() - SECONDS_KEPT:
            shutil.rmtree(folder, ignore_errors=True)


def _unpack(path: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [one for one in archive.infolist() if not one.is_dir()]
            size = sum(one.file_size for one in entries)
            if len(entries) > MOST_FILES or size > LARGEST:
                raise CatalogueError(
                    f"This ZIP unpacks to {len(entries)} files of {size // 1024**2} MB: is it the right one?"
                )
            for entry in entries:
                # Names that lead out of the folder are cut by `extract`.
                archive.extract(entry, folder)
    except (zipfile.BadZipFile, RuntimeError, OSError, ValueError, NotImplementedError) as error:
        raise CatalogueError(f"This ZIP cannot be unpacked ({error}): pack it again, without a password.") from error
    path.unlink()
