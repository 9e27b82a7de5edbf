"""Where Haystack looks for the index definitions; they are in rulings/search/indexes.py."""

from rulings.search.indexes import CardIndex, RulingIndex

__all__ = ["CardIndex", "RulingIndex"]
