"""What must hold for every parsed document, whichever importer read it: no line is lost, no name is too long."""

import re
from collections.abc import Iterator

from importers.folding import fold_text, fold_title
from importers.records import Kind, Lines, ParsedDocument, ParsedRuling, Problem, Scope, Severity
from importers.sources import SourceText

LONGEST_NAME = 200
LONGEST_LABEL = 40
# So many places are named; and so short a text may be there twice.
MOST_NAMED, SHORTEST_REPEAT = 8, 40
# "Aspiring Artist should have …", "Nug’s ability should read"
OPENING = re.compile(r"^\**([A-Z][\w’'.,\- ]{2,50}?)\**(?:’s|'s)?(?: \w+)? should\b")


def check(source: SourceText, document: ParsedDocument) -> tuple[Problem, ...]:
    """The problems of a document that its importer did not report itself."""
    return (
        *_check_contents(document),
        *_check_lengths(document),
        *_check_lines(source, document),
        *_check_labels(document),
        *_check_repeats(document),
        *_check_headings(document),
    )


def lost_lines(source: SourceText, document: ParsedDocument) -> list[int]:
    """The non-blank source lines that are in no ruling, no heading and no leftover."""
    parts: list[Lines | None] = [ruling.lines for ruling in document.rulings]
    parts += [lines for ruling in document.rulings for lines in ruling.elsewhere]
    parts += [heading.lines for heading in document.headings]
    parts += [leftover.lines for leftover in document.leftovers]
    kept = {number for lines in parts if lines for number in range(lines.first, lines.last + 1)}
    kept.update(problem.line for problem in document.errors)
    return [number for number, line in enumerate(source.lines, 1) if says_something(line) and number not in kept]


def says_something(line: str) -> bool:
    """Whether a line has more than spaces, or the bullet of an item that stands in the next one."""
    return bool(line.strip().strip("•·▪‣").strip())


def _check_lines(source: SourceText, document: ParsedDocument) -> Iterator[Problem]:
    for number in lost_lines(source, document) if not document.errors else []:
        yield Problem(number, "This line was not understood.", severity=Severity.WARNING)


def _check_labels(document: ParsedDocument) -> Iterator[Problem]:
    """A label that several sections bear."""
    labelled: dict[tuple[Kind, str], list[ParsedRuling]] = {}
    for ruling in document.rulings:
        if ruling.key and ruling.kind is not Kind.STEP:
            labelled.setdefault((ruling.kind, ruling.key), []).append(ruling)
    for (_, label), found in labelled.items():
        if len(found) > 1:
            places = ", ".join(str(_line_of(ruling)) for ruling in found[:MOST_NAMED])
            message = f"{label} is the label of {len(found)} rulings (lines {places})."
            yield Problem(_line_of(found[0]), message, "Is the text in the file more than once?", Severity.WARNING)


def repeats(document: ParsedDocument) -> list[list[ParsedRuling]]:
    """The rulings that are there word for word more than once, those that say the same together."""
    said: dict[tuple[str, ...], list[ParsedRuling]] = {}
    for ruling in document.rulings:
        # Charts say the same again and again.
        if len(ruling.text) > SHORTEST_REPEAT and ruling.kind is not Kind.STEP:
            said.setdefault((ruling.kind, fold_text(ruling.title), fold_text(ruling.text)), []).append(ruling)
    return [found for found in said.values() if len(found) > 1]


def _check_repeats(document: ParsedDocument) -> Iterator[Problem]:
    if repeated := repeats(document):
        most = max(map(len, repeated))
        first = repeated[0][0]
        message = f"{len(repeated)} rulings are there word for word up to {most} times, “{first.title[:60]}” first."
        yield Problem(_line_of(first), message, "Is the text in the file more than once?", Severity.WARNING)


def _check_headings(document: ParsedDocument) -> Iterator[Problem]:
    """An erratum that begins with the name of another card than the one it stands under."""
    names = {fold_title(card.name) for ruling in document.rulings for card in ruling.cards}
    for ruling in document.rulings:
        opening = OPENING.match(ruling.text) if ruling.scope is Scope.CARD else None
        if opening is None:
            continue
        said = fold_title(opening[1])
        own = {fold_title(card.name) for card in ruling.cards}
        if said in names - own and not any(said in name or name in said for name in own):
            message = f"It stands under {ruling.title}, but begins with “{opening[1]}”."
            yield Problem(_line_of(ruling), message, "Check which card it is about.", Severity.WARNING)


def _line_of(ruling: ParsedRuling) -> int:
    return ruling.lines.first if ruling.lines else 1


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
