"""Pictures of the pages of PDFs that the site keeps: made once, in a process with limits, and remembered as files."""

import os
import tempfile
from pathlib import Path

from django.conf import settings

from importers.extraction.limiting import render_limited
from rulings.models import Source

# Twice as many dots as a page has points: sharp enough to read on a phone.
SCALE = 1.6
FOLDER = "pages"


def page_image(source: Source, number: int) -> Path | None:
    """A picture of a page; none if the source does not have it, or it cannot be made."""
    pages = source.layout["pages"] if source.layout else []
    if not 1 <= number <= len(pages) or not source.original:
        return None
    folder = Path(settings.DATA) / FOLDER
    path = folder / f"{source.sha256}-{number}.png"
    if not path.exists():
        picture = render_limited(bytes(source.original), number, scale=SCALE)
        if picture is None:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        # Another process may be making the same one: each writes its own file, and the last one stays.
        handle, written = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(picture)
        Path(written).replace(path)
    return path
