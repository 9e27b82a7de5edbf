"""PDF files to layouts: letters with their styles and places, from pdfium."""

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from importers.extraction import reading_order
from importers.extraction.faces import NAMELESS, Faces
from importers.extraction.layout import Box, Layout, Line, Span, Style, merged
from importers.extraction.letters import ITALIC, LOST, Letter, pieces_of, runs_of
from importers.extraction.tables import find_tables
from importers.sources import UnreadableSourceError

MOST_PAGES = 400
# A line is so many points high at the most, and so wide at the least, to be an underline.
THIN, SHORT = 2.0, 8.0
# A bar reaches over so much of the page, and is so high.
WIDE, LOWEST, HIGHEST = 0.6, 8.0, 70.0


def extract_pdf(data: bytes, *, name: str) -> Layout:
    """The layout of a PDF; raises UnreadableSourceError with what to do."""
    document = _open(data, name)
    if len(document) > MOST_PAGES:
        raise UnreadableSourceError(
            f"{name} has {len(document):,} pages; the limit is {MOST_PAGES}: import only the part that has rulings."
        )
    # Pages stay open: a font is known by its place in memory.
    pages = list(document)
    for page in pages:
        page.set_rotation(0)
    faces = Faces()
    lines: list[Line] = []
    rows: dict[int, list[Line]] = {}
    for number, page in enumerate(pages, 1):
        found, cells = find_tables(_lines_of(page, number, faces), first_row=len(rows) + 1)
        lines += found
        rows |= cells
    if not any(line.text.strip() for line in lines):
        raise UnreadableSourceError(
            f"{name} has {len(document)} pages of pictures and no text: run it through text recognition (OCR) first."
        )
    sizes = tuple(page.get_size() for page in pages)
    own = [line for cells in rows.values() for line in cells]
    dressed = _relative(_with_faces([*lines, *own], faces))
    layout = reading_order.arrange(Layout("pdf", dressed[: len(lines)], sizes, _title(document)))
    return replace(layout, lines=tuple(_with_cells(layout.lines, dressed[len(lines) :])))


def _open(data: bytes, name: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            advice = f"{name} is locked with a password: save a copy without one, and import that."
        else:
            advice = f"{name} is a damaged PDF that cannot be opened: download or save it again."
        raise UnreadableSourceError(advice) from None


def _title(document: pypdfium2.PdfDocument) -> str:
    return str(document.get_metadata_dict().get("Title", "")).strip()


def _lines_of(page: pypdfium2.PdfPage, number: int, faces: Faces) -> list[Line]:
    """The lines of a page in the order in which they were written into the file.

    The pieces of one that has wide gaps bear the same number below zero as their row, until it is known what they are.
    """
    height = page.get_height()
    underlines, bars = list(_underlines(page)), list(_bars(page))
    runs = [pieces_of(letters) for letters in runs_of(page, faces)]
    lines = [
        replace(_line(letters, number, height, underlines), row=-place if len(pieces) > 1 else 0)
        for place, pieces in enumerate(runs, 1)
        for letters in pieces
    ]
    return [replace(line, column=reading_order.ACROSS) if _is_within(line, bars) else line for line in lines]


def _with_cells(lines: Sequence[Line], cells: Sequence[Line]) -> Iterator[Line]:
    """The lines of a document with the cells of each row of a table in its place."""
    rows: dict[int, list[Line]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    for line in lines:
        yield from rows[line.row] if line.row else (line,)


def _bars(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float]]:
    """Coloured bars over the width of a page, from top to bottom: what stands on one heads all columns below it."""
    width, height = page.get_size()
    _, floor, *_ = page.get_cropbox()
    for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_SHADING], max_depth=3):
        left, bottom, right, top = one.get_bounds()
        if right - left > WIDE * width and LOWEST < top - bottom < HIGHEST:
            yield height - top + floor, height - bottom + floor


def _is_within(line: Line, bars: list[tuple[float, float]]) -> bool:
    middle = (line.box.top + line.box.bottom) / 2 if line.box else 0.0
    return any(top < middle < bottom for top, bottom in bars)


def _with_faces(lines: list[Line], faces: Faces) -> list[Line]:
    """Lines whose nameless fonts are known to be bold or slanted."""
    known = faces.bold_and_slanted()
    letters = Counter[str]()
    for line in lines:
        for span in line.spans:
            letters[span.style.font] += len(span.text)
    if letters and letters.most_common(1)[0][0] in faces.heavy:
        # The body itself has a weight as of bold letters: then the weight does not tell.
        known |= {font: (False, any(word in font.lower() for word in ITALIC)) for font in faces.heavy}
    if not known:
        return lines

    def dressed(style: Style) -> Style:
        bold, italic = known.get(style.font, (style.bold, style.italic))
        return style._replace(bold=bold, italic=italic, font="" if style.font.startswith(NAMELESS) else style.font)

    return [replace(line, spans=merged(Span(span.text, dressed(span.style)) for span in line.spans)) for line in lines]


def _underlines(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float]]:
    """Thin level lines: from, to, and how high they stand."""
    margin, floor, *_ = page.get_cropbox()
    for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=3):
        left, bottom, right, top = one.get_bounds()
        if top - bottom <= THIN and right - left >= SHORT:
            yield left - margin, right - margin, (top + bottom) / 2 - floor


def _line(letters: list[Letter], page: int, height: float, underlines: list[tuple[float, float, float]]) -> Line:
    while letters and not letters[-1].text.strip():
        letters = letters[:-1]
    while letters and not letters[0].text.strip():
        letters = letters[1:]
    is_hyphenated = letters[-1].text == LOST
    if is_hyphenated:
        letters = [*letters[:-1], replace(letters[-1], text="-")]
    baseline = letters[0].baseline
    size = max(letter.style.size for letter in letters)
    left, right = min(letter.left for letter in letters), max(letter.right for letter in letters)
    is_underlined = any(
        start <= left + 3 and end >= left + 0.6 * (right - left) and -0.15 * size <= baseline - at <= 0.35 * size
        for start, end, at in underlines
    )
    spans = merged(
        Span(" " if letter.text.isspace() else letter.text, letter.style._replace(underlined=is_underlined))
        for letter in letters
    )
    top, bottom = height - baseline - 0.75 * size, height - baseline + 0.25 * size
    return Line(spans, page=page, box=Box(left, top, right, bottom), is_hyphenated=is_hyphenated)


def _relative(lines: list[Line]) -> tuple[Line, ...]:
    """Sizes as multiples of the body's, and its colour as none."""
    weights: Counter[tuple[float, str]] = Counter()
    for line in lines:
        for span in line.spans:
            weights[span.style.size, span.style.hue] += len(span.text)
    body_size, body_hue = weights.most_common(1)[0][0] if weights else (1.0, "")

    def relative(style: Style) -> Style:
        hue = "" if style.hue == body_hue else style.hue
        return style._replace(size=round(style.size / (body_size or 1.0), 2), hue=hue)

    return tuple(
        replace(line, spans=tuple(Span(span.text, relative(span.style)) for span in line.spans)) for line in lines
    )


def render_page(data: bytes, number: int, *, scale: float) -> bytes:
    """A picture of a page, as PNG."""
    written = io.BytesIO()
    page = pypdfium2.PdfDocument(data)[number - 1]
    page.set_rotation(0)
    picture = page.render(scale=scale).to_pil()
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(written, "PNG", optimize=True)
    return written.getvalue()
