"""Reads catalogues of cards, by their content: tables, OCTGN sets, and the JSON of ArkhamDB and its sister sites."""

from importers.catalogues.files import read_catalogue
from importers.catalogues.records import CatalogueCard, CatalogueError, ReadCatalogue

__all__ = ["CatalogueCard", "CatalogueError", "ReadCatalogue", "read_catalogue"]
