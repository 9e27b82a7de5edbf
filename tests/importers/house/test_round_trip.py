"""Law 7: what the house format writes, it reads back the same."""

import re

from hypothesis import given, settings

from importers.extraction import extract as decode
from importers.house import read_house, write_house
from importers.records import ParsedDocument
from tests.importers.strategies import documents

MISDRAWN = re.compile("twice|no rulings")


def reread(document: ParsedDocument) -> ParsedDocument:
    return read_house(decode(write_house(document).encode(), name="written.md"))


@settings(max_examples=150, deadline=None)
@given(documents())
def test_a_written_document_reads_back_as_the_same_document(document: ParsedDocument) -> None:
    read_back = reread(document)
    assert read_back == document
    # Labels and listings may be drawn twice, or nothing at all, which no person should write.
    assert not [problem for problem in read_back.errors if not MISDRAWN.search(problem.message)]


@settings(max_examples=40, deadline=None)
@given(documents())
def test_writing_what_was_read_changes_nothing(document: ParsedDocument) -> None:
    assert write_house(reread(document)) == write_house(document)


def test_a_card_on_the_lists_of_two_ways_of_playing_is_not_there_twice() -> None:
    text = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
    text += "# Joust {restricted: joust}\n- Lamp (Core 4)\n\n# Melee {restricted: melee}\n- Lamp (Core 4)\n"
    document = read_house(decode(text.encode(), name="lists.md"))
    assert not document.errors
    assert [ruling.play_format for ruling in document.rulings] == ["joust", "melee"]
