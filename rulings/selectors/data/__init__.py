"""The site as data for other programs: exports, the archive, feeds, the map of all pages, and rulings that fit."""

from rulings.selectors.data.archiving import archive_files
from rulings.selectors.data.exporting import export_cards, export_records, export_rulings
from rulings.selectors.data.feeding import Entry, edition_feed, feed_page
from rulings.selectors.data.filtering import RulingFilter, ruling_records, rulings_that_fit
from rulings.selectors.data.following import (
    Event,
    Followed,
    follow_card,
    follow_deck,
    follow_list,
    follow_ruling,
    follow_search,
)
from rulings.selectors.data.pocket import pocket_of

__all__ = [
    "Entry",
    "Event",
    "Followed",
    "RulingFilter",
    "archive_files",
    "edition_feed",
    "export_cards",
    "export_records",
    "export_rulings",
    "feed_page",
    "follow_card",
    "follow_deck",
    "follow_list",
    "follow_ruling",
    "follow_search",
    "pocket_of",
    "ruling_records",
    "rulings_that_fit",
]
