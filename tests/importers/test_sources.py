"""From bytes to text, and what is refused."""

import pytest

from importers.sources import LARGEST_SOURCE, UnreadableSourceError, decode


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x.txt is empty"),
        (b" \n\t\n", "x.txt is empty"),
        (b"a\x00b", "not a text file"),
        (b"%PDF-1.7 rest", "not a text file"),
        (b"fine\ncaf\xe9\n", r"not UTF-8 text \(the first wrong byte is in line 2\)"),
        (b"a" * (LARGEST_SOURCE + 1), "the limit is 8 MB"),
    ],
)
def test_what_is_no_text_is_refused_with_advice(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableSourceError, match=message):
        decode(data, name="x.txt")


def test_line_ends_and_byte_order_marks_do_not_matter() -> None:
    assert decode(b"\xef\xbb\xbfone\r\ntwo\rthree", name="x").lines == ("one", "two", "three")


def test_the_hash_is_of_the_bytes_as_they_came() -> None:
    assert decode(b"one\r\n", name="x").sha256 != decode(b"one\n", name="x").sha256
