"""Pictures of the pages of PDFs that the site keeps: made once, in a process with limits, and remembered as files."""

import os
import tempfile
from pathlib import Path

from django.conf import settings
from filelock import FileLock

from importers.extraction.limiting import render_limited
from rulings.models import Source

# Dots per point: sharp enough to read on a phone.
SCALE = 1.6
FOLDER = "pages"


def page_image(source_id: int, number: int) -> Path | None:
    """A picture of a page of a source; none if the source does not have it, or it cannot be made."""
    sha256 = Source.objects.filter(pk=source_id).values_list("sha256", flat=True).first()
    folder = Path(settings.DATA) / FOLDER
    path = folder / f"{sha256}-{number}.png"
    if not path.exists():
        source = Source.objects.get(pk=source_id)
        pages = source.layout["pages"] if source.layout else []
        if not 1 <= number <= len(pages) or not source.original:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        # One at a time: a reader who asks for many pages waits for them.
        with FileLock(folder / "making.lock"):
            if not path.exists():
                # What cannot be made is remembered, too, as an empty file.
                _write(path, render_limited(bytes(source.original), number, scale=SCALE) or b"")
    return path if path.stat().st_size else None


def _write(path: Path, picture: bytes) -> None:
    handle, written = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(picture)
    Path(written).replace(path)
