"""From a file's bytes to a parsed document: decode, identify, parse, check."""

from dataclasses import dataclass, replace

from importers import formats
from importers.checking import check
from importers.facts import Facts
from importers.records import ParsedDocument
from importers.sources import SourceText, decode


@dataclass(frozen=True)
class Reading:
    """A source, the name of the format it was read in, and what was found in it."""

    source: SourceText
    format_name: str
    document: ParsedDocument


def read(data: bytes, *, name: str, format_name: str = "", edition: str = "", facts: Facts | None = None) -> Reading:
    """Read a file; raises UnreadableSourceError or UnidentifiedError with one sentence of advice."""
    return read_source(decode(data, name=name), format_name=format_name, edition=edition, facts=facts)


def read_source(source: SourceText, *, format_name: str = "", edition: str = "", facts: Facts | None = None) -> Reading:
    """Read a source text; a given edition label goes before the one in the document."""
    importer = formats.named(format_name) if format_name else formats.format_of(source)
    document = _with_plain_authority(importer.read(source, facts or Facts()))
    if edition:
        document = replace(document, edition=edition)
    problems = sorted((*document.problems, *check(source, document)), key=lambda problem: problem.line)
    return Reading(source, importer.name, replace(document, problems=tuple(problems)))


def _with_plain_authority(document: ParsedDocument) -> ParsedDocument:
    """Leave out the authority of a ruling where it is the document's."""
    rulings = (
        replace(ruling, authority=None) if ruling.authority is document.authority else ruling
        for ruling in document.rulings
    )
    return replace(document, rulings=tuple(rulings))
