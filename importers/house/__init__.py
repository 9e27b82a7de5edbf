"""The house format: a whole FAQ as one Markdown file that a person can write; docs/house-format.md describes it."""

from importers.house.reading import read_house
from importers.house.writing import write_house

__all__ = ["read_house", "write_house"]
