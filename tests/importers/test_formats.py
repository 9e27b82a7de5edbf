"""Which importer reads a text."""

import pytest

from importers.formats import IMPORTERS, UnidentifiedError, identify, named
from importers.sources import decode


def test_the_house_format_is_identified_by_its_content_not_its_name() -> None:
    assert identify(decode(b"\n---\ngame: G\n---\n", name="notes.pdf.txt")).name == "house"


def test_an_unknown_text_gets_an_error_that_lists_what_each_importer_said() -> None:
    with pytest.raises(UnidentifiedError) as caught:
        identify(decode(b"Call me Ishmael.", name="novel.txt"))
    for importer in IMPORTERS:
        assert f"{importer.name}: it" in str(caught.value)


def test_an_unknown_format_name_lists_the_known_ones() -> None:
    with pytest.raises(UnidentifiedError, match="there are: house"):
        named("pdf")
