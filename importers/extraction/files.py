"""What a file is, by its content: text, a web page or a PDF; and what to do with any other."""

import hashlib
import re
from dataclasses import replace

from importers.extraction.layout import Layout
from importers.extraction.limiting import extract_limited
from importers.sources import LARGEST_SOURCE, SourceText, UnreadableSourceError

# The first bytes of files that are often taken for documents, and what to say about them.
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*", b"BM", b"RIFF")
ARCHIVES = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
ZIP = b"PK\x03\x04"
# Which office file a ZIP is, by the names within it.
OFFICE = (
    (b"word/", "a Word file"),
    (b"content.xml", "an OpenDocument file"),
    (b"xl/", "an Excel file"),
    (b"ppt/", "slides"),
)
HTML = re.compile(
    r"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).){0,500}-->\s*){0,20}<(?:!doctype\s+html|html|head|title|meta|link|style|body|main|article|section|header|nav|div|h[1-6]|p|table|ul|ol)\b",
    re.I | re.S,
)
# "## Card errata"
MARKDOWN = re.compile(r"^#{1,6} +\S", re.MULTILINE)
FEWEST_HEADINGS = 3
# So much of a file tells what it is.
SAMPLE = 4096
SAVE_AS = "open it, save it as PDF or as plain text, and import that."


def extract(data: bytes, *, name: str) -> SourceText:
    """The text of a file, with its layout where it has one; raises UnreadableSourceError with what to do."""
    if len(data) > LARGEST_SOURCE:
        raise UnreadableSourceError(
            f"{name} has {len(data) // 1024**2} MB; the limit is {LARGEST_SOURCE // 1024**2} MB: is it the right file?"
        )
    if not data.strip():
        raise UnreadableSourceError(f"{name} is empty: there is nothing to import.")
    if b"%PDF-" in data[:1024]:
        return _laid_out(extract_limited("pdf", data, name=name), data, name)
    _refuse_foreign(data, name)
    text = decode_text(data, name=name)
    if HTML.match(text[:SAMPLE]):
        return _laid_out(extract_limited("html", text.encode(), name=name), data, name)
    return SourceText(text=text, name=name, sha256=_hash(data))


def is_markdown(source: SourceText) -> bool:
    """Whether a text has headings as Markdown writes them."""
    return source.medium == "text" and len(MARKDOWN.findall(source.text)) >= FEWEST_HEADINGS


def extract_markdown(source: SourceText) -> SourceText:
    """A text in Markdown as the web page that it stands for, with its tables, lists and quotations."""
    data = source.text.encode()
    return replace(
        _laid_out(extract_limited("markdown", data, name=source.name), data, source.name), sha256=source.sha256
    )


def _laid_out(layout: Layout, data: bytes, name: str) -> SourceText:
    return SourceText(text=layout.text, name=name, sha256=_hash(data), layout=layout, original=data)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _refuse_foreign(data: bytes, name: str) -> None:
    """Say what a file is that cannot be read."""
    if data.startswith(ZIP):
        kind = next((kind for mark, kind in OFFICE if mark in data), "")
        if kind:
            raise UnreadableSourceError(f"{name} is {kind}: {SAVE_AS}")
        raise UnreadableSourceError(f"{name} is a ZIP archive: unpack it, and import the document that is in it.")
    if data.startswith(ARCHIVES):
        raise UnreadableSourceError(f"{name} is a compressed archive: unpack it, and import the document in it.")
    if data.startswith(OLD_OFFICE):
        raise UnreadableSourceError(f"{name} is a file of an old office program: {SAVE_AS}")
    if data.startswith(b"{\\rtf"):
        raise UnreadableSourceError(f"{name} is a rich text file (RTF): {SAVE_AS}")
    if data.startswith(PICTURES):
        raise UnreadableSourceError(
            f"{name} is a picture without text: run it through text recognition (OCR), and import the result."
        )


def decode_text(data: bytes, *, name: str) -> str:
    """The text of bytes in UTF-8, UTF-16 or Windows-1252, with plain line ends."""
    text = _decoded(data)
    if text is None:
        raise UnreadableSourceError(f"{name} is neither text, web page nor PDF: check that it is the right file.")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if not text.strip():
        raise UnreadableSourceError(f"{name} is empty: there is nothing to import.")
    return text


def _decoded(data: bytes) -> str | None:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _try(data, "utf-16")
    sample = data[:SAMPLE]
    if b"\x00" in sample:
        # Every second byte of plain English in UTF-16 is zero.
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        if max(even, odd) > 0.4 * len(sample) / 2:
            return _try(data, "utf-16-be" if even > odd else "utf-16-le")
        return None
    text = _try(data, "utf-8-sig")
    if text is None and not any(byte < 9 or 13 < byte < 32 for byte in sample):
        text = _try(data, "cp1252")
    return text


def _try(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
