"""The site as a whole: its games and what surrounds a page, the front page, the desk, and what an address names."""

from rulings.selectors.site.desk import editable_at, open_references, start_page
from rulings.selectors.site.finding import (
    MissingError,
    MovedError,
    WithdrawnError,
    find_card_set,
    find_documents,
    find_edition,
    find_editions,
    find_game,
    find_game_called,
)
from rulings.selectors.site.frames import (
    announcements,
    document_frame,
    game_called,
    game_examples,
    game_frames,
    game_names,
    home_page,
    latest_editions,
    lists_of,
    timing_url,
)
from rulings.selectors.site.health import checks, metrics

__all__ = [
    "MissingError",
    "MovedError",
    "WithdrawnError",
    "announcements",
    "checks",
    "document_frame",
    "editable_at",
    "find_card_set",
    "find_documents",
    "find_edition",
    "find_editions",
    "find_game",
    "find_game_called",
    "game_called",
    "game_examples",
    "game_frames",
    "game_names",
    "home_page",
    "latest_editions",
    "lists_of",
    "metrics",
    "open_references",
    "start_page",
    "timing_url",
]
