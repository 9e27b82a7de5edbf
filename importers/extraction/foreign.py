"""Files that are not documents: what each of them is, and what to do about it."""

import io
import json
import re
import zipfile

from importers.sources import UnreadableSourceError

# The first bytes of files that are often taken for documents.
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*")
# "BM", the size of the file, and four bytes of nothing; "RIFF", the size, and what it is
BITMAP, CONTAINER = re.compile(rb"BM.{4}\x00{4}", re.S), re.compile(rb"RIFF.{4}(?:WEBP|WAVE|AVI )", re.S)
ARCHIVES = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
ZIP = b"PK\x03\x04"
# Which file a ZIP is, by how the name of a member begins.
MEMBERS = (
    ("META-INF/container.xml", "an EPUB book"),
    ("word/", "a Word file"),
    ("content.xml", "an OpenDocument file"),
    ("xl/", "an Excel file"),
    ("ppt/", "slides"),
)
SAVE_AS = "open it, save it as PDF or as plain text, and import that."
# A page or a text that says that it is not there.
ERROR_PAGE = re.compile(
    r"\b(?:404|403|500|502|503)\b.{0,40}?\b(?:not found|forbidden|error|unavailable|bad gateway)\b"
    r"|\b(?:page|file|document) (?:was |could )?not (?:be )?found\b|\baccess(?: is)? denied\b"
    r"|\b(?:service|site|page)(?: is)?(?: temporarily| currently)* unavailable\b"
    r"|\benable javascript\b|\bjust a moment\b"
    r"|\b(?:down for|under|scheduled|undergoing) maintenance\b|\b(?:be|come) (?:right )?back (?:soon|shortly|later)\b"
    r"|\btoo many requests\b|\bgateway time-?out\b|\bsomething went wrong\b",
    re.IGNORECASE,
)
# A page that asks who is there.
LOGIN = re.compile(
    r"\b(?:log ?in|sign ?in)\b.{0,200}\bpassword\b|\bpassword\b.{0,200}\b(?:log ?in|sign ?in)\b", re.I | re.S
)
# "<Error><Code>AccessDenied</Code>"
XML_ERROR = re.compile(r"<Error>.{0,200}?<Code>(\w+)</Code>", re.S)
XML = re.compile(r"^\s*(?:<\?xml\b|<svg\b)")
# An error page says little else; and no message of a server is longer.
SHORT_PAGE, LONGEST_MESSAGE = 1500, 20_000


def refuse_foreign(data: bytes, name: str) -> None:
    """Raise UnreadableSourceError for bytes that are neither text nor PDF."""
    if data.startswith(ZIP):
        kind = _member_kind(data)
        if kind:
            raise UnreadableSourceError(f"{name} is {kind}: {SAVE_AS}")
        raise UnreadableSourceError(f"{name} is a ZIP archive: unpack it, and import the document that is in it.")
    if data.startswith(ARCHIVES):
        raise UnreadableSourceError(f"{name} is a compressed archive: unpack it, and import the document in it.")
    if data.startswith(OLD_OFFICE):
        raise UnreadableSourceError(f"{name} is a file of an old office program: {SAVE_AS}")
    if data.startswith(b"{\\rtf"):
        raise UnreadableSourceError(f"{name} is a rich text file (RTF): {SAVE_AS}")
    if data.startswith(PICTURES) or BITMAP.match(data) or CONTAINER.match(data):
        raise UnreadableSourceError(
            f"{name} is a picture without text: run it through text recognition (OCR), and import the result."
        )


def refuse_messages(text: str, name: str, *, title: str = "") -> None:
    """Raise UnreadableSourceError for a page or a text that a server sent in place of the document."""
    if len(text) >= SHORT_PAGE:
        return
    if LOGIN.search(text):
        raise UnreadableSourceError(
            f"{name} asks for a password, and is not the document: "
            "log in with a browser, save the page that has it, and import that."
        )
    if found := ERROR_PAGE.search(title) or ERROR_PAGE.search(text):
        raise UnreadableSourceError(f"{name} is an error page (“{found[0]}”), not the document: download it again.")


def refuse_data(text: str, name: str) -> None:
    """Raise UnreadableSourceError for XML, a drawing, or JSON."""
    if XML.match(text):
        if found := XML_ERROR.search(text[:LONGEST_MESSAGE]):
            raise UnreadableSourceError(f"{name} is an error page (“{found[1]}”), not the document: download it again.")
        if "<svg" in text[:LONGEST_MESSAGE]:
            raise UnreadableSourceError(f"{name} is a drawing (SVG): print it to a PDF, and import that.")
        raise UnreadableSourceError(f"{name} is data (XML), not a document: import the page or PDF that shows it.")
    if text.lstrip()[:1] in ("{", "[") and _is_json(text):
        raise UnreadableSourceError(
            f"{name} is data (JSON){_message_in(text)}, not a document: download the page or PDF that shows it."
        )


def _member_kind(data: bytes) -> str:
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return ""
    return next((kind for start, kind in MEMBERS if any(one.startswith(start) for one in names)), "")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _message_in(text: str) -> str:
    """What a short answer of a server says is wrong."""
    found = re.search(r'"(?:error|message|detail)[\w-]*"\s*:\s*"([^"]{1,80})', text[:LONGEST_MESSAGE])
    return f" that says “{found[1]}”" if found else ""
