"""What a file is, by its content: text, a web page or a PDF; and what to do with any other."""

import hashlib
import re
from dataclasses import replace

from importers.extraction.foreign import refuse_data, refuse_foreign, refuse_messages
from importers.extraction.layout import Layout
from importers.extraction.limiting import extract_limited
from importers.extraction.side_by_side import refuse_side_by_side
from importers.sources import LARGEST_SOURCE, SourceText, UnreadableSourceError

HTML = re.compile(
    r"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).){0,500}-->\s*){0,20}<(?:!doctype\s+html|html|head|title|meta|link|style|body|main|article|section|header|nav|div|h[1-6]|p|table|ul|ol)\b",
    re.I | re.S,
)
# "## Card errata"
MARKDOWN = re.compile(r"^#{1,6} +\S", re.MULTILINE)
FEWEST_HEADINGS = 3
# The house format, which is ours, begins so.
FENCE = "---\n"
# So much of a file tells what it is.
SAMPLE = 4096


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
    refuse_foreign(data, name)
    text = decode_text(data, name=name)
    if HTML.match(text[:SAMPLE]):
        return _laid_out(extract_limited("html", text.encode(), name=name), data, name)
    if not text.startswith(FENCE):
        refuse_data(text, name)
        refuse_messages(text, name)
        refuse_side_by_side(text, name)
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
