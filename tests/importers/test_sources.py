"""From the bytes of a file to its text: what is read, and what is refused with advice."""

import io
import re
import textwrap
import zipfile
import zlib

import pytest

from importers.extraction import extract
from importers.sources import LARGEST_SOURCE, UnreadableSourceError


def zipped(name: str) -> bytes:
    """An archive with one file in it."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr(name, "<w/>")
    return written.getvalue()


def pdf(pages: int = 1, *, catalogue: bytes = b"") -> bytes:
    """A PDF with blank pages."""
    kids = b" ".join(b"%d 0 R" % (number + 3) for number in range(pages))
    objects = [b"<</Type/Catalog/Pages 2 0 R%s>>" % catalogue, b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages)]
    objects += [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>"] * pages
    body = b"%PDF-1.4\n"
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(body))
    return body + head + table + tail


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty: there is nothing to import"),
        (b" \n\t\n", "is empty: there is nothing to import"),
        (b"a\x00b" * 50, "neither text, web page nor PDF: check"),
        (b"%PDF-1.7 rest", "damaged PDF that cannot be opened: download"),
        (pdf(), "pages of pictures and no text: run it through text recognition"),
        (pdf(500), "has 500 pages; the limit is 400: import only"),
        (b"\x89PNG\r\n\x1a\n", "is a picture without text: run it through"),
        (zipped("word/document.xml"), "is a Word file: open it, save it as PDF"),
        (zipped("faq.txt"), "is a ZIP archive: unpack it"),
        (b"\x1f\x8b\x08", "is a compressed archive: unpack it"),
        (b"{\\rtf1 FAQ}", "is a rich text file"),
        (b"<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>", "is an error page"),
        (b"<html><body><script>render()</script></body></html>", "made by scripts: save it from the browser"),
        (b"<title>404 Not Found</title><h1>404 Not Found</h1>", "is an error page (“404 Not Found”)"),
        (b"404: Not Found", "is an error page"),
        (b"<h1>Harbor Games</h1><p>We are down for maintenance.</p>", "is an error page"),
        (b"<h1>Members</h1><form><p>Your name</p><input type=password></form>", "asks for a password"),
        (b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", "is an error page (“AccessDenied”)"),
        (b'{"message": "Not Found", "status": "404"}', "is data (JSON) that says “Not Found”"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><text>FAQ</text></svg>", "is a drawing (SVG)"),
        (zipped("META-INF/container.xml"), "is an EPUB book"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "is a picture without text"),
        (b"<html><body><div><div></div></div></body></html>", "in which no text can be found: print it to a PDF"),
        (b"a" * (LARGEST_SOURCE + 1), "the limit is 50 MB"),
    ],
)
def test_what_cannot_be_read_is_refused_with_advice(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableSourceError, match=re.escape(message)):
        extract(data, name="x.txt")


@pytest.mark.parametrize("text", ["BMX is not a card.", "RIFFLE: look at the top card.", "PK\n"])
def test_a_text_that_begins_like_a_picture_is_read(text: str) -> None:
    assert extract(text.encode(), name="x").text == text


def test_a_zip_is_known_by_the_names_of_what_is_in_it() -> None:
    with pytest.raises(UnreadableSourceError, match="is a ZIP archive"):
        extract(zipped("my word/faq.txt"), name="faq.zip")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_text_is_read_in_every_usual_encoding(encoding: str) -> None:
    text = "The caf\u00e9 \u2013 \u201copen\u201d.\n" * 40
    assert extract(text.encode(encoding), name="x").text == text


def test_line_ends_and_byte_order_marks_do_not_matter() -> None:
    assert extract(b"\xef\xbb\xbfone\r\ntwo\rthree", name="x").lines == ("one", "two", "three")


def test_the_hash_is_of_the_bytes_as_they_came() -> None:
    assert extract(b"one\r\n", name="x").sha256 != extract(b"one\n", name="x").sha256


def test_a_page_that_grows_without_end_is_stopped() -> None:
    stream = zlib.compress(b"BT /F1 12 Tf (a) Tj ET " * 8_000_000, 1)
    body = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
    body += b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj "
    body += b"4 0 obj<</Filter/FlateDecode/Length %d>>stream\n" % len(stream) + stream + b"\nendstream endobj"
    body += b"\ntrailer<</Root 1 0 R>>\n%%EOF"
    with pytest.raises(UnreadableSourceError):
        extract(body, name="bomb.pdf")


LEFT = "A lamp that is lit burns on until the end of the round in which it was lit by its owner, who pays one oil. " * 4
RIGHT = "No boat may leave the reef while the harbour is closed, unless a pilot is on board and has not been paid. " * 4


def test_columns_side_by_side_are_refused_with_advice() -> None:
    columns = zip(textwrap.wrap(LEFT, 34), textwrap.wrap(RIGHT, 34), strict=False)
    text = "HARBOUR FAQ\n\n" + "\n".join(f"{one:<40}{other}" for one, other in columns)
    with pytest.raises(UnreadableSourceError, match=r"has columns side by side.*import the PDF itself"):
        extract(text.encode(), name="faq.txt")


def test_a_table_of_cards_with_wide_gaps_is_read() -> None:
    text = "BANNED CARDS\n\n" + "\n".join(f"Lantern of Number {n:<30}Harbour Set, card {n}" for n in range(30))
    assert extract(text.encode(), name="list.txt").text == text
