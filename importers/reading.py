"""From a file's bytes to a parsed document: decode, identify, parse, check."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from importers import formats
from importers.checking import check
from importers.extraction.files import extract, extract_markdown, is_markdown
from importers.facts import UNLABELLED, Facts
from importers.formats.by_recipe import ByRecipe
from importers.formats.column_faq import ColumnFaq
from importers.recipes import Recipe
from importers.records import Heading, Leftover, Lines, ParsedDocument, ParsedRuling, Problem, Severity
from importers.sources import SourceText
from importers.typography import clean, unwrap

Part = TypeVar("Part", ParsedRuling, Heading, Leftover)


@dataclass(frozen=True)
class Reading:
    """A source, the name of the format it was read in, and what was found in it."""

    source: SourceText
    format_name: str
    document: ParsedDocument
    # The recipe that it was read by, or that says which game it is about.
    recipe: Recipe | None = None


def open_source(data: bytes, *, name: str) -> SourceText:
    """What is in a file. A text in Markdown is read as a web page, unless it is in a format that we know as text."""
    source = extract(data, name=name)
    if not is_markdown(source) or any(one.identify(clean(source)).holds for one in formats.IMPORTERS):
        return source
    return extract_markdown(source)


def read(
    data: bytes,
    *,
    name: str,
    format_name: str = "",
    edition: str = "",
    facts: Facts | None = None,
    recipe: Recipe | None = None,
) -> Reading:
    """Read a file; raises UnreadableSourceError or UnidentifiedError with one sentence of advice."""
    source = open_source(data, name=name)
    return read_source(source, format_name=format_name, edition=edition, facts=facts, recipe=recipe)


def read_source(
    source: SourceText,
    *,
    format_name: str = "",
    edition: str = "",
    facts: Facts | None = None,
    recipe: Recipe | None = None,
) -> Reading:
    """Read a source by a recipe or in a format, or as it is recognised; a given edition goes before the printed one."""
    facts = facts or Facts()
    cleaned, ends = unwrap(clean(source)) if source.layout is None else (source, {})
    if recipe is not None and not recipe.format:
        importer: formats.Importer = ByRecipe(recipe)
    elif recipe is not None:
        importer = formats.named(recipe.format, source)
    elif format_name:
        importer = formats.named(format_name, source)
    else:
        importer = formats.format_of(cleaned, facts=facts)
    if isinstance(importer, ByRecipe | ColumnFaq):
        # These put lines together themselves.
        cleaned, ends = clean(source) if source.layout is None else source, {}
    if isinstance(importer, ByRecipe):
        recipe = importer.recipe
    else:
        recipe = recipe or formats.recipe_for(importer, cleaned, facts)
        facts = facts.assuming(facts.assumed_game or (recipe.game if recipe else ""))
    document = _with_plain_authority(_to_the_end(importer.read(cleaned, facts), ends))
    found = [*document.problems, *check(source, document)]
    if edition:
        found += [_contradiction(document.edition, edition)] if document.edition not in (edition, UNLABELLED) else []
        document = replace(document, edition=edition)
    problems = sorted(found, key=lambda problem: problem.line)
    return Reading(source, importer.name, replace(document, problems=tuple(problems)), recipe)


def _contradiction(printed: str, given: str) -> Problem:
    return Problem(
        1,
        f"The document itself says that it is edition {printed}; it is taken in as {given}.",
        f"If {given} is a mistake, take it in again without naming an edition.",
        Severity.WARNING,
    )


def _to_the_end(document: ParsedDocument, ends: Mapping[int, int]) -> ParsedDocument:
    """Let everything reach to the end of the lines that were joined for reading."""
    if not ends:
        return document

    def longer(lines: Lines) -> Lines:
        return replace(lines, last=ends.get(lines.last, lines.last))

    def stretched(part: Part) -> Part:
        return replace(part, lines=part.lines and longer(part.lines))

    rulings = (replace(one, elsewhere=tuple(map(longer, one.elsewhere))) for one in document.rulings)
    return replace(
        document,
        rulings=tuple(map(stretched, rulings)),
        headings=tuple(map(stretched, document.headings)),
        leftovers=tuple(map(stretched, document.leftovers)),
    )


def _with_plain_authority(document: ParsedDocument) -> ParsedDocument:
    """Leave out the authority of a ruling where it is the document's."""
    rulings = (
        replace(ruling, authority=None) if ruling.authority is document.authority else ruling
        for ruling in document.rulings
    )
    return replace(document, rulings=tuple(rulings))
