"""Which nameless fonts are bold or slanted: judged by the ink of their letters, next to the font of most letters.

A browser that prints a page may draw its letters itself (Type 3 fonts); such fonts tell neither name nor weight.
"""

import ctypes
from collections import Counter, defaultdict
from statistics import mean, median

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

# Dots per point, and how many samples of a letter are enough.
SCALE, ENOUGH = 4, 12
# Bold letters have so much more ink than those of the body; the stem of a slanted letter leans so far.
BOLDER, LEANING = 1.22, 0.09
# Letters that are one straight stem.
STEMS = "lIi|"
# The first sign of the name that is given to a nameless font.
NAMELESS = "#"

Dots = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Faces:
    """Measures the letters of nameless fonts, page by page."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        # Named fonts that are bold by their weight alone.
        self.heavy: set[str] = set()
        self.ink: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.lean: dict[str, list[float]] = defaultdict(list)
        self.letters: Counter[str] = Counter()

    def name_of(self, text: pypdfium2.PdfTextPage, index: int) -> str:
        """A name for the nameless font of a letter."""
        item = pdfium.FPDFText_GetTextObject(text, index)
        font = pdfium.FPDFTextObj_GetFont(item) if item else None
        place = ctypes.cast(font, ctypes.c_void_p).value or 0 if font else 0
        return self.names.setdefault(place, f"{NAMELESS}{len(self.names)}")

    def measure(self, page: pypdfium2.PdfPage, found: list[tuple[str, str, float, tuple[float, ...]]]) -> None:
        """Look at letters of a page: for each the name of its font, the letter, its size and its box."""
        wanted = [one for one in found if self._is_wanted(one[0], one[1])]
        self.letters.update(name for name, _, _, _ in found)
        if not wanted:
            return
        picture = np.asarray(page.render(scale=SCALE, grayscale=True).to_numpy()).squeeze()
        height = page.get_height()
        for name, letter, size, (left, bottom, right, top) in wanted:
            rows = slice(max(0, int((height - top) * SCALE)), int((height - bottom) * SCALE) + 1)
            dots = picture[rows, max(0, int(left * SCALE)) : int(right * SCALE) + 1]
            if dots.size and size:
                self._note(name, letter, size, dots.astype(float))

    def _is_wanted(self, name: str, letter: str) -> bool:
        return letter.isalnum() and len(self.ink[name][letter]) < ENOUGH

    def _note(
        self, name: str, letter: str, size: float, dots: "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
    ) -> None:
        dark = dots.max() - dots
        if dark.max() <= 0:
            return
        dark = dark / dark.max()
        self.ink[name][letter].append(float(dark.sum()) / (SCALE * size) ** 2)
        third = max(1, len(dark) // 3)
        above, below = dark[:third].sum(axis=0), dark[-third:].sum(axis=0)
        if letter in STEMS and above.sum() and below.sum():
            columns = np.arange(dark.shape[1])
            gap = float((above @ columns) / above.sum() - (below @ columns) / below.sum())
            self.lean[name].append(gap / max(1, len(dark) - third))

    def bold_and_slanted(self) -> dict[str, tuple[bool, bool]]:
        """By its name, whether each font is bold and whether it is slanted."""
        if not self.letters:
            return {}
        body = {letter: median(seen) for letter, seen in self.ink[self.letters.most_common(1)[0][0]].items()}
        found = {}
        for name in self.names.values():
            shared = [median(seen) / body[letter] for letter, seen in self.ink[name].items() if body.get(letter)]
            is_bold = bool(shared) and mean(shared) > BOLDER
            lean = median(self.lean[name]) if self.lean[name] else 0.0
            found[name] = is_bold, lean > LEANING
        return found
