"""A deck as data."""

from typing import Any

from rulings.read_model import addresses
from rulings.read_model.stored import as_ruling
from rulings.selectors.cards.decks import DeckCheck


def deck_record(check: DeckCheck) -> dict[str, Any]:
    """Everything that is known about a deck, as data."""
    return {
        "game": check.game["id"],
        "editions": [edition["id"] for edition in check.editions],
        "legal": check.verdict.is_legal,
        "reasons": check.verdict.reasons,
        "checks": [one.as_data() for one in check.verdict.checks],
        "copies": check.copies,
        "cards": [
            {
                "line": card.line.number,
                "text": card.line.text,
                "section": card.line.section or None,
                "count": card.count,
                "card": card.card,
                "statuses": card.statuses,
                "note": card.note or None,
            }
            for card in check.cards
        ],
        "unknown": [
            {
                "line": one.line.number,
                "text": one.line.text,
                "section": one.line.section or None,
                "count": one.count,
                "name": one.name,
                "suggestions": one.suggestions,
            }
            for one in check.unknown
        ],
        "skipped": [{"line": line.number, "text": line.text} for line in check.skipped],
        "titles": [
            {
                "name": title.name,
                "errata": [as_ruling(one) for one in title.errata],
                "listings": [as_ruling(one) for one in title.listings],
                "rulings": [as_ruling(one) for one in title.others],
            }
            for title in check.titles
        ],
        "mentions": [as_ruling(one) for one in check.mentions],
        "since": addresses.edition_id(check.since) if check.since else None,
        "changes": check.changes,
    }
