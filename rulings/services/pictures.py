"""Pictures of cards and rulings for the previews of chats: made once for each wording, and kept as files."""

import hashlib
import os
import tempfile
from importlib.resources import files
from pathlib import Path

from django.conf import settings
from filelock import FileLock
from PIL import Image, ImageDraw, ImageFont

from rulings.selectors.citations import Shared

FOLDER = "pictures"
# Another number for pictures that look different: those of another release are not shown any more.
FORMAT = 1
# What chats expect, in pixels.
WIDTH, HEIGHT, EDGE = 1200, 630, 64
PAPER, INK, QUIET, ACCENT = "#fcfaf6", "#1e1b18", "#5f574c", "#7a2e2e"
TITLE_SIZE, TEXT_SIZE, SOURCE_SIZE = 54, 36, 28
TITLE_LINES = 2
# Between lines, as a part of the size of the letters.
LEADING = 1.32
# So many are kept; the oldest go first.
MOST_KEPT = 4_000

Font = ImageFont.FreeTypeFont


def digest_of(shared: Shared) -> str:
    """What tells the picture of a wording from that of any other."""
    told = "\0".join((str(FORMAT), shared.title, shared.text, shared.source))
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def picture_of(shared: Shared) -> Path:
    """The picture of a card or a ruling, made if it is not there yet."""
    folder = Path(settings.DATA) / FOLDER
    path = folder / f"{digest_of(shared)}.png"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # One at a time: a reader who asks for many waits for them.
        with FileLock(folder / "making.lock"):
            if not path.exists():
                _write(path, draw(shared))
                _forget_oldest(folder)
    return path


def draw(shared: Shared) -> Image.Image:
    """The title, as many of the words as there is room for, and where they come from."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, 18, HEIGHT), fill=ACCENT)
    title, text = _font("serif", "Semibold", TITLE_SIZE), _font("serif", "Regular", TEXT_SIZE)
    source = _font("sans", "Regular", SOURCE_SIZE)
    below = _write_lines(pen, _lines(shared.title, title, TITLE_LINES), title, top=EDGE - 12, colour=INK)
    bottom = HEIGHT - EDGE - SOURCE_SIZE
    room = int((bottom - below - 34) / (TEXT_SIZE * LEADING))
    _write_lines(pen, _lines(shared.text, text, room), text, top=below + 18, colour=INK)
    _write_lines(pen, _lines(shared.source, source, 1), source, top=bottom, colour=QUIET)
    return picture


def _font(family: str, style: str, size: int) -> Font:
    name = f"Source{family.capitalize()}Pro-{style}.ttf"
    return ImageFont.truetype(str(files(f"font_source_{family}_pro") / "files" / name), size)


def _lines(text: str, font: Font, most: int) -> list[str]:
    """A text in lines that fit; where there are more of them, the last one ends in an ellipsis."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and font.getlength(longer) > WIDTH - 2 * EDGE:
                lines.append(line)
                longer = word
            line = longer
        lines += [line] if line else []
        if len(lines) > most:
            kept = lines[:most]
            return [*kept[:-1], f"{kept[-1].rstrip('.,;: ')} …"] if kept else []
    return lines


def _write_lines(pen: ImageDraw.ImageDraw, lines: list[str], font: Font, *, top: int, colour: str) -> int:
    """Write some lines; where the last one ends."""
    for line in lines:
        pen.text((EDGE, top), line, font=font, fill=colour)
        top += int(font.size * LEADING)
    return top


def _write(path: Path, picture: Image.Image) -> None:
    handle, written = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        picture.quantize(32).save(file, "PNG", optimize=True)
    Path(written).replace(path)


def _forget_oldest(folder: Path) -> None:
    kept = sorted(folder.glob("*.png"), key=lambda one: one.stat().st_mtime)
    for path in kept[:-MOST_KEPT]:
        path.unlink(missing_ok=True)
