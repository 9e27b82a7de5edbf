"""What must hold for every parsed document, whichever importer read it: no line is lost, no name is too long."""

from collections.abc import Iterator

from importers.records import Lines, ParsedDocument, ParsedRuling, Problem, Severity
from importers.sources import SourceText

LONGEST_NAME = 200
LONGEST_LABEL = 40


def check(source: SourceText, document: ParsedDocument) -> tuple[Problem, ...]:
    """The problems of a document that its importer did not report itself."""
    return (*_check_contents(document), *_check_lengths(document), *_check_lines(source, document))


def lost_lines(source: SourceText, document: ParsedDocument) -> list[int]:
    """The non-blank source lines that are in no ruling, no heading and no leftover."""
    parts: list[Lines | None] = [ruling.lines for ruling in document.rulings]
    parts += [lines for ruling in document.rulings for lines in ruling.elsewhere]
    parts += [heading.lines for heading in document.headings]
    parts += [leftover.lines for leftover in document.leftovers]
    kept = {number for lines in parts if lines for number in range(lines.first, lines.last + 1)}
    kept.update(problem.line for problem in document.errors)
    return [number for number, line in enumerate(source.lines, 1) if line.strip() and number not in kept]


def _check_lines(source: SourceText, document: ParsedDocument) -> Iterator[Problem]:
    for number in lost_lines(source, document) if not document.errors else []:
        yield Problem(number, "This line was not understood.", severity=Severity.WARNING)


def _check_contents(document: ParsedDocument) -> Iterator[Problem]:
    if not document.errors:
        for what, value in (("game", document.game), ("document", document.document), ("edition", document.edition)):
            if not value.strip():
                yield Problem(1, f"It cannot be seen which {what} this is.", f"Say which {what} it is.")
        if not document.rulings:
            yield Problem(
                1, "Nothing in it reads as a ruling.", "Choose another format, or write it in the house format."
            )


def _check_lengths(document: ParsedDocument) -> Iterator[Problem]:
    for what, value in (("game", document.game), ("document", document.document), ("edition", document.edition)):
        longest = LONGEST_LABEL if what == "edition" else LONGEST_NAME
        if len(value) > longest:
            yield _too_long(f"The name of the {what}", longest, None)
    for ruling in document.rulings:
        for what, value, longest in _measured(ruling):
            if len(value) > longest:
                yield _too_long(what, longest, ruling.lines)


def _measured(ruling: ParsedRuling) -> Iterator[tuple[str, str, int]]:
    yield "The label", ruling.key, LONGEST_LABEL
    yield "The version tag", ruling.version_tag, LONGEST_LABEL
    yield "The name of the window", ruling.window_after, LONGEST_NAME
    for card in ruling.cards:
        yield "A card's name", card.name, LONGEST_NAME
        yield "A set's name", card.set, LONGEST_NAME
        yield "A pack's name", card.pack, LONGEST_NAME
        yield "A card's number", card.number, LONGEST_LABEL


def _too_long(what: str, longest: int, lines: Lines | None) -> Problem:
    return Problem(lines.first if lines else 1, f"{what} has more than {longest} characters.", "Shorten it.")
