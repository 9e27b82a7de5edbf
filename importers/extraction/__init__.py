"""Files of any kind to layouts: pages, columns, lines and spans in reading order, with their styles."""

from importers.extraction.files import extract
from importers.extraction.layout import Layout, from_data, to_data

__all__ = ["Layout", "extract", "from_data", "to_data"]
