"""Citations and decks as data."""

from rulings.selectors.data.catalogue import card_records
from rulings.selectors.data.documents import change_record, edition_id_of, edition_record
from rulings.selectors.data.rulings import Record, brief_record, ruling_records
from rulings.selectors.decks import DeckCheck
from rulings.selectors.resolving import Cited, Resolution


def resolution_record(query: str, found: Resolution) -> Record:
    """What a citation turned out to mean."""
    return {
        "query": query,
        "found": found.is_found,
        "rulings": [_cited_record(one) for one in found.rulings],
        "cards": card_records(found.cards),
        "editions": [edition_record(edition) for edition in found.editions],
        "pages": [{"title": title, "url": url} for title, url in found.pages],
        "notes": found.notes,
        "nearest": [brief_record(one.change.ruling, one.change.revision, at=one.at) for one in found.nearest],
    }


def _cited_record(cited: Cited) -> Record:
    revision, current = cited.change.revision, cited.ruling.document.current
    return {
        "ruling": brief_record(cited.ruling, revision),
        "edition": cited.change.edition.label,
        "url": cited.url,
        "current_url": cited.ruling.get_absolute_url(),
        "wording": {
            "key": (revision.key if revision else "") or None,
            "title": revision.title if revision else "",
            "text": revision.text if revision else "",
        },
        "in_force": cited.is_in_force and (cited.since is None or cited.is_only_moved),
        "warning": cited.warning or None,
        "change": change_record(cited.since, current) if cited.since and current else None,
    }


def deck_record(check: DeckCheck) -> Record:
    """Everything that is known about a deck."""
    rulings = [change for title in check.titles for change in title.all]
    records = dict(zip(rulings, ruling_records(rulings, at=check.at), strict=True))
    return {
        "game": check.game.slug,
        "editions": [edition_id_of(edition) for edition in check.editions],
        "legal": check.verdict.is_legal,
        "reasons": check.verdict.reasons,
        "copies": check.copies,
        "cards": [
            {
                "line": card.line.number,
                "text": card.line.text,
                "section": card.line.section or None,
                "count": card.count,
                "card": record,
                "statuses": list(card.statuses),
                "note": card.note or None,
            }
            for card, record in zip(check.cards, card_records(card.card for card in check.cards), strict=True)
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
                "name": title.card.name,
                "errata": [records[change] for change in title.errata],
                "listings": [records[change] for change in title.listings],
                "rulings": [records[change] for change in title.others],
            }
            for title in check.titles
        ],
        "mentions": ruling_records(check.mentions, at=check.at),
        "since": edition_id_of(check.since) if check.since else None,
        "changes": [change_record(one, check.after) for one in check.changes] if check.after else [],
    }
