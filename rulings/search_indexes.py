"""Where Haystack looks for the index definition; it is in rulings/search/indexes.py."""

from rulings.search.indexes import RulingIndex

__all__ = ["RulingIndex"]
