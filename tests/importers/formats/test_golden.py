"""Small documents of our own that have every trap of their family, and what the importers make of them."""

import json
from pathlib import Path

import pytest

from importers.checking import lost_lines
from importers.extraction import extract as decode
from importers.formats import IMPORTERS
from importers.house import read_house, write_house
from importers.reading import read
from tests.importers.formats.golden import COMMAND, DOCUMENTS, facts, golden_of, outcome

PATHS = sorted(DOCUMENTS.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_small_document_is_read_as_its_golden_file_says(path: Path) -> None:
    assert golden_of(path).exists(), f"there is no golden file: write it with {COMMAND}"
    assert outcome(path) == json.loads(golden_of(path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_no_line_of_a_small_document_is_lost(path: Path) -> None:
    reading = read(path.read_bytes(), name="renamed.md", facts=facts())
    assert lost_lines(reading.source, reading.document) == []
    assert not reading.document.errors


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_result_can_be_written_in_the_house_format(path: Path) -> None:
    document = read(path.read_bytes(), name=path.name, facts=facts()).document
    assert read_house(decode(write_house(document).encode(), name="house.md")) == document


def test_there_is_a_small_document_for_every_format() -> None:
    read_in = {outcome(path)["format"] for path in PATHS}
    assert read_in == {importer.name for importer in IMPORTERS} - {"house"}
