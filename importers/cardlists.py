"""Reads lists of cards: CSV files with the columns set, pack, number, name and type."""

import csv
from collections.abc import Iterable, Iterator

from importers.checking import LONGEST_LABEL, LONGEST_NAME
from importers.records import CardCitation, one_line

COLUMNS = ["set", "pack", "number", "name", "type"]
LONGEST = {"number": LONGEST_LABEL, "type": 80}


class CatalogueError(Exception):
    """The file cannot be imported; the message says where and why."""


def _without_faults(reader: "csv.DictReader[str]") -> Iterator[dict[str, str]]:
    try:
        yield from reader
    except csv.Error as error:
        where = f"Line {reader.line_num}"
        raise CatalogueError(f"{where}: this is not a CSV file ({error}). Nothing was imported.") from None


def read_rows(lines: Iterable[str], skipped: list[int]) -> list[tuple[CardCitation, str]]:
    """The cards of a file, each with its type; `skipped` takes the lines that name none."""
    reader = csv.DictReader(lines)
    header = [one_line(name).lower() for name in reader.fieldnames or []]
    if missing := [name for name in ("set", "name") if name not in header]:
        raise CatalogueError(
            f"Line 1: there is no column {' or '.join(missing)}. The first line must be: {','.join(COLUMNS)}."
        )
    reader.fieldnames = header
    rows = []
    for row in _without_faults(reader):
        values = {name: one_line(row.get(name) or "") for name in COLUMNS}
        if not values["set"] or not values["name"]:
            skipped.append(reader.line_num)
            continue
        if any(len(value) > LONGEST.get(name, LONGEST_NAME) for name, value in values.items()):
            raise CatalogueError(f"Line {reader.line_num}: a value is too long. Nothing was imported.")
        if any("\x00" in value for value in values.values()):
            raise CatalogueError(f"Line {reader.line_num}: this is not text. Nothing was imported.")
        citation = CardCitation(values["name"], values["set"], values["pack"], values["number"])
        rows.append((citation, values["type"]))
    return rows
