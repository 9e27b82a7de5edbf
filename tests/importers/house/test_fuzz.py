"""Whatever is fed to the reader, it answers with a document and its problems."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from importers.checking import lost_lines
from importers.extraction import extract as decode
from importers.house import read_house, write_house
from importers.sources import SourceText
from tests.importers.strategies import AWKWARD

HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: 1.0\nauthority: official\n---\n"
MARKS = ["# A {errata}\n", "## B {timing}\n", "# C {banned}\n", "#### ", "\n- ", "\n  - ", "\n- [x]\n", "\nCards: "]
BODIES = st.lists(st.sampled_from([*AWKWARD, *MARKS, "word", "{official}"]), max_size=30).map("".join)


def source_of(text: str) -> SourceText:
    return decode(text.replace("\x00", "").encode(), name="fuzz.md")


@settings(max_examples=300, deadline=None)
@given(BODIES)
@example("# A {timing}\n- {official}\n  - sub")
def test_no_text_breaks_the_reader_or_loses_a_line(body: str) -> None:
    source = source_of(HEAD + body)
    document = read_house(source)
    if not document.errors:
        assert lost_lines(source, document) == []
        assert read_house(source_of(write_house(document))) == document


@settings(max_examples=100, deadline=None)
@given(st.text(min_size=1).filter(str.strip))
def test_no_file_breaks_the_reader(text: str) -> None:
    if text.replace("\x00", "").strip():
        assert read_house(source_of(text)).problems
