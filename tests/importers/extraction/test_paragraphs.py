"""Where paragraphs begin on a printed page."""

from importers.extraction.layout import Box, Line, Span, Style
from importers.extraction.paragraphs import with_paragraphs


def line(text: str, *, top: float, bold: bool = False, right: float = 300.0) -> Line:
    return Line((Span(text, Style(bold=bold)),), box=Box(20, top, right, top + 11))


def starts(lines: list[Line]) -> list[str]:
    """The words that paragraphs begin with."""
    return [one.text.split()[0] for one in with_paragraphs(lines) if one.is_apart]


def test_paragraphs_of_one_line_are_told_apart_although_no_step_is_shorter() -> None:
    page = []
    for number, top in enumerate(range(0, 500, 51)):
        page.append(line(f"Q{number} may a bell ring twice?", top=top, bold=True, right=141))
        page.append(line(f"A{number} Nothing forbids it while its owner agrees.", top=top + 24))
    assert starts(page) == [f"{letter}{number}" for number in range(10) for letter in "QA"]


def test_lines_with_much_room_between_them_are_one_paragraph_where_sentences_go_on() -> None:
    words = ["Every bell that", "rings in the", "harbour is heard", "by all ships of", "the lane it", "stands in"]
    assert starts([line(text, top=24.0 * number) for number, text in enumerate(words)]) == ["Every"]
