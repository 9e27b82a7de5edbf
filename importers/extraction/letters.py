"""The letters of a page of a PDF, line by line, with their styles and places, from pdfium."""

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium

from importers.extraction.colours import hue_of
from importers.extraction.faces import NAMELESS, Faces
from importers.extraction.layout import Style

# What stands where a word was broken at a line end, and where a font has lost a letter.
LOST = "\ufffe"
BOLD = ("bold", "black", "heavy", "smbd", "semibold", "demi")
ITALIC = ("italic", "oblique", "ital")
# The flag of slanted fonts in a font's description.
SLANTED = 1 << 6
BOLD_WEIGHT = 600
# In degrees: what is nearly level is level.
LEVEL = 1.0
# Times the size of letters: a gap between two cells of a table.
GAP = 1.6


@dataclass(frozen=True)
class Letter:
    """One character, where it stands and how it is set; sizes are still in points."""

    text: str
    left: float
    right: float
    baseline: float
    style: Style


def runs_of(page: pypdfium2.PdfPage, faces: Faces) -> Iterator[list[Letter]]:
    """The letters of a page, line by line."""
    run: list[Letter] = []
    for letter in _letters(page, faces):
        if run and (letter.text == "\n" or _leaves_line(run[-1], letter)):
            yield from _told_apart(run)
            run = []
        if letter.text not in "\r\n":
            run.append(letter)
    yield from _told_apart(run)


def _told_apart(run: list[Letter]) -> Iterator[list[Letter]]:
    if any(letter.text.strip() for letter in run):
        yield run


def pieces_of(run: list[Letter]) -> list[list[Letter]]:
    """The letters of a line, parted where a gap is much wider than a space."""
    pieces: list[list[Letter]] = [[]]
    before: Letter | None = None
    for letter in run:
        if letter.text.strip():
            if before and letter.left - before.right > GAP * before.style.size and not letter.style.sloped:
                pieces.append([])
            before = letter
        pieces[-1].append(letter)
    return [piece for piece in pieces if any(letter.text.strip() for letter in piece)]


def _leaves_line(before: Letter, letter: Letter) -> bool:
    """Whether a letter stands on another line than the one before it; a broken word has no line end of its own."""
    size = max(before.style.size, letter.style.size, 1.0)
    is_level = not (before.style.sloped or letter.style.sloped)
    return (is_level and abs(before.baseline - letter.baseline) > size * 0.7) or letter.left < before.left - size * 2


def _letters(page: pypdfium2.PdfPage, faces: Faces) -> Iterator[Letter]:
    text = page.get_textpage()
    fonts = _Fonts(text, faces)
    nameless: list[tuple[str, str, float, tuple[float, ...]]] = []
    # A page may show only a part of its sheet.
    margin, floor, *_ = page.get_cropbox()
    before: Letter | None = None
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(text.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text, index)
        character = LOST if pdfium.FPDFText_IsHyphen(text, index) == 1 else chr(code) if code else " "
        if pdfium.FPDFText_IsGenerated(text, index) == 1 and character != LOST:
            # A space or line end that only the distance of letters tells of.
            if before is not None:
                before = replace(before, text=character, left=before.right)
                yield before
            continue
        pdfium.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(text, index, x, y)
        start, end = x.value - margin, max(x.value, right.value) - margin
        before = Letter(character, start, end, y.value - floor, fonts.style(index))
        if before.style.font.startswith(NAMELESS):
            box = left.value - margin, bottom.value - floor, right.value - margin, top.value - floor
            nameless.append((before.style.font, character, before.style.size, box))
        yield before
    faces.measure(page, nameless)


class _Fonts:
    """How the letters of a page are set."""

    def __init__(self, text: pypdfium2.PdfTextPage, faces: Faces) -> None:
        self.text, self.faces = text, faces
        self.name = ctypes.create_string_buffer(256)
        self.flags = ctypes.c_int()
        self.matrix = pdfium.FS_MATRIX()
        self.colour = tuple(ctypes.c_uint() for _ in range(4))

    def style(self, index: int) -> Style:
        length = pdfium.FPDFText_GetFontInfo(self.text, index, self.name, len(self.name), self.flags)
        font = self.name.raw[: max(0, length - 1)].decode("utf-8", "replace").split("+")[-1]
        pdfium.FPDFText_GetMatrix(self.text, index, self.matrix)
        matrix = self.matrix
        pdfium.FPDFText_GetFillColor(self.text, index, *self.colour)
        red, green, blue, _ = (part.value for part in self.colour)
        weight = pdfium.FPDFText_GetFontWeight(self.text, index)
        size = pdfium.FPDFText_GetFontSize(self.text, index) * math.hypot(matrix.c, matrix.d)
        slope = math.degrees(math.atan2(matrix.b, matrix.a))
        font = font or self.faces.name_of(self.text, index)
        lower = font.lower()
        is_named_bold = any(word in lower for word in BOLD)
        if weight >= BOLD_WEIGHT and not is_named_bold:
            self.faces.heavy.add(font)
        return Style(
            size=round(size, 1),
            bold=weight >= BOLD_WEIGHT or is_named_bold,
            italic=bool(self.flags.value & SLANTED) or any(word in lower for word in ITALIC),
            sloped=abs(slope) > LEVEL,
            hue=hue_of(red, green, blue),
            font=font,
        )
