"""From the bytes of a file to its text: decoding, and refusing what is not a document."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

LARGEST_SOURCE = 8 * 1024 * 1024


class UnreadableSourceError(Exception):
    """The file is not a text that an importer could read; the message says what to do."""


@dataclass(frozen=True)
class SourceText:
    """A document as it came: its text with plain line ends, its file name, and the hash of its bytes."""

    text: str
    name: str
    sha256: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The source lines; line 1 is at index 0."""
        return tuple(self.text.split("\n"))


class Claim(NamedTuple):
    """What an importer says about a text: whether it is in its format, and why."""

    holds: bool
    reason: str

    @classmethod
    def yes(cls, reason: str) -> "Claim":
        """It is in this format, because …"""
        return cls(True, reason)

    @classmethod
    def no(cls, reason: str) -> "Claim":
        """It is in another format, because …"""
        return cls(False, reason)


def decode(data: bytes, *, name: str) -> SourceText:
    """Turn a file's bytes into source text, or say in one sentence why that cannot be done."""
    if len(data) > LARGEST_SOURCE:
        raise UnreadableSourceError(
            f"{name} has {len(data) // 1024**2} MB; the limit is {LARGEST_SOURCE // 1024**2} MB: is it the right file?"
        )
    if b"\x00" in data or data.startswith(b"%PDF"):
        raise UnreadableSourceError(f"{name} is not a text file: save or extract its text as UTF-8 first.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableSourceError(
            f"{name} is not UTF-8 text (the first wrong byte is in line {line}): save it as UTF-8 and try again."
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise UnreadableSourceError(f"{name} is empty: there is nothing to import.")
    return SourceText(text=text, name=name, sha256=hashlib.sha256(data).hexdigest())
