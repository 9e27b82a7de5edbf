"""Reads tables of cards: CSV files with any delimiter, and the columns that we know in any order."""

import csv
from collections.abc import Iterable, Iterator, Mapping

from importers.catalogues.columns import card_of, named
from importers.catalogues.records import CatalogueCard, CatalogueError
from importers.folding import fold

DELIMITERS = ",;\t|"
COLUMNS = "set,pack,number,name,type"


def delimiter_of(header: str) -> str:
    """What parts the columns of a table."""
    return max(DELIMITERS, key=header.count)


def is_table_of_cards(header: str) -> bool:
    """Whether the first line of a file names the columns of a table of cards."""
    return "name" in {named(one.strip('" ')) for one in header.split(delimiter_of(header))}


def read_table(
    lines: Iterable[str], *, file: str, signs: Mapping[str, str], packs: Mapping[str, str] | None = None
) -> tuple[list[CatalogueCard], list[str]]:
    """The cards of a table, and the rows that name none; `packs` are the names of packs by their codes."""
    lines = list(lines)
    if not lines:
        raise CatalogueError(f"{file} is empty: there are no cards in it.")
    reader = csv.DictReader(lines, delimiter=delimiter_of(lines[0]))
    header = list(reader.fieldnames or [])
    found = {named(column) for column in header}
    if "name" not in found or not found & {"set", "pack"}:
        missing = " or ".join(one for one in ("name", "set") if one not in found)
        raise CatalogueError(
            f"{file}, line 1: the column {missing} is missing. The first line must name the columns, "
            f"for example: {COLUMNS}."
        )
    cards: list[CatalogueCard] = []
    skipped: list[str] = []
    for row in _without_faults(reader, file):
        where = f"{file}, line {reader.line_num}"
        values = {column: row.get(column) or "" for column in header}
        if any("\x00" in value for value in values.values()):
            raise CatalogueError(f"{where}: this is not text. Nothing was imported.")
        card = card_of(_with_packs(values, packs or {}), signs=signs, where=where, original=values, has_marks=False)
        if card.name and (card.set or card.pack):
            cards.append(card)
        else:
            skipped.append(where)
    return cards, skipped


def read_packs(lines: Iterable[str]) -> dict[str, str]:
    """The names of packs by their codes, from a table that has both."""
    lines = list(lines)
    reader = csv.DictReader(lines, delimiter=delimiter_of(lines[0]) if lines else ",")
    columns = {fold(column.replace("_", " ")): column for column in reader.fieldnames or []}
    if not {"code", "name"} <= set(columns):
        return {}
    return {row[columns["code"]]: row[columns["name"]] for row in reader if row[columns["code"]]}


def _with_packs(values: Mapping[str, str], packs: Mapping[str, str]) -> dict[str, str]:
    return {
        column: packs.get(value, value) if named(column) in ("pack", "set") else value
        for column, value in values.items()
    }


def _without_faults(reader: "csv.DictReader[str]", file: str) -> Iterator[dict[str, str]]:
    try:
        yield from reader
    except csv.Error as error:
        where = f"{file}, line {reader.line_num}"
        raise CatalogueError(f"{where}: this is not a CSV file ({error}). Nothing was imported.") from None
