"""Whatever is made of a document, its importer reads it, and loses no line."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers.checking import lost_lines
from importers.extraction import extract as decode
from importers.facts import Facts
from importers.formats import IMPORTERS, UnidentifiedError, format_of, named
from importers.sources import SourceText
from tests.importers.formats.golden import DOCUMENTS, facts

TEXTS = {path.stem.replace("_", "-"): path.read_text(encoding="utf-8") for path in DOCUMENTS.glob("*.txt")}
FACTS = facts()
LINES = sorted({line for text in TEXTS.values() for line in text.split("\n")})


def damage(text: str, seed: int) -> str:
    """A document with lines dropped, doubled, torn and swapped."""
    chance = random.Random(seed)
    lines = text.split("\n")
    for _ in range(chance.randrange(1, 12)):
        index = chance.randrange(len(lines))
        act = chance.randrange(4)
        if act == 0:
            del lines[index]
        elif act == 1:
            lines.insert(index, lines[chance.randrange(len(lines))])
        elif act == 2:
            half = len(lines[index]) // 2
            lines[index : index + 1] = [lines[index][:half], lines[index][half:]]
        else:
            other = chance.randrange(len(lines))
            lines[index], lines[other] = lines[other], lines[index]
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 10_000))
def test_a_damaged_document_is_still_read_without_losing_a_line(name: str, seed: int) -> None:
    source = decode((damage(TEXTS[name], seed) + "\n.").encode(), name="damaged.txt")
    document = named(name).read(source, FACTS)
    assert lost_lines(source, document) == []


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=400).filter(str.strip))
def test_no_text_breaks_an_importer(text: str) -> None:
    source = SourceText(text.replace("\r", "\n"), "noise.txt", "0" * 64)
    for importer in IMPORTERS:
        importer.identify(source)
        if importer.name != "house":
            importer.read(source, FACTS)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=14).map("\n".join).filter(str.strip))
def test_no_medley_of_lines_breaks_an_importer_or_gets_lost(text: str) -> None:
    source = decode(text.encode(), name="medley.txt")
    for importer in IMPORTERS:
        if importer.name != "house":
            assert lost_lines(source, importer.read(source, FACTS)) == []


@pytest.mark.parametrize(
    "text",
    [
        "It was a dark and stormy night. " * 20_000,
        ("word " * 20_000 + "\n") * 3,
        "(" * 100_000,
        "1. " + "- " * 50_000,
        "A " * 50_000 + "(CS 1)",
    ],
)
def test_what_is_no_document_is_refused_within_seconds(text: str) -> None:
    started = time.monotonic()
    with pytest.raises(UnidentifiedError):
        format_of(decode(text.encode(), name="novel.txt"))
    assert time.monotonic() - started < 5


def test_reading_grows_linearly_with_length() -> None:
    def seconds(text: str, name: str) -> float:
        """The least time of the processor in three readings: a busy machine only ever adds to it."""
        source = decode(text.encode(), name="long.txt")
        taken = []
        for _ in range(3):
            started = time.process_time()
            named(name).read(source, Facts())
            taken.append(time.process_time() - started)
        return min(taken)

    for name, text in TEXTS.items():
        once, eight_times = seconds(text * 20, name), seconds(text * 160, name)
        assert eight_times < 2 * 8 * once + 0.1, name
