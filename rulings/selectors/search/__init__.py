"""Search: questions in plain words, names, labels and numbers to the rulings and cards that fit best."""

from rulings.selectors.search.completing import complete
from rulings.selectors.search.results import LONGEST_QUERY, Result, SearchPage, texts_of
from rulings.selectors.search.searching import nearest, search, search_records

__all__ = ["LONGEST_QUERY", "Result", "SearchPage", "complete", "nearest", "search", "search_records", "texts_of"]
