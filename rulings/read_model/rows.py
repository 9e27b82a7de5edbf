"""The rows of the read model, computed from history: everything that is shown of one game."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson
from django.db.models import QuerySet

from importers.folding import fold
from rulings.models import (
    Change,
    Document,
    Edition,
    Finding,
    Game,
    ShownCard,
    ShownDocument,
    ShownEdition,
    ShownGame,
    ShownRuling,
)
from rulings.models.shown import Shown
from rulings.read_model import addresses, editions
from rulings.read_model.card_rows import card_rows
from rulings.read_model.cards import TitleRulings, by_card
from rulings.read_model.changes import brief, events_among, newest_first, with_wordings
from rulings.read_model.editions import document_record, edition_records, finding_record, repair_counts
from rulings.read_model.effective import Texts
from rulings.read_model.games import LATEST, card_counts, delistings, examples, game_detail, shown_cards, title_counts
from rulings.read_model.live import live_example
from rulings.read_model.records.documents import EditionRecord, ShownDocumentRecord
from rulings.read_model.records.rulings import ChangeRecord, RulingBrief, ShownRecord
from rulings.read_model.rulings import about, shown_wording, weight_of, with_wording
from rulings.read_model.same import identities
from rulings.read_model.stored import dump

CHUNK = 500
# So many rulings about the same cards are shown next to one.
MOST_SAME = 10
# So much of a title is looked up.
LONGEST_TITLE = 200
# Another number for other rows: those of another release are worked out again.
FORMAT = 4

Rows = dict[type[Shown], dict[int, Shown]]
Events = Mapping[int, Sequence[tuple[Change, ChangeRecord]]]


def rows_of(game: Game) -> Rows:
    """Everything that is shown of a game, row by row."""
    in_force = with_wording(Change.objects.in_force().filter(ruling__document__game=game))
    changes = list(in_force.order_by("ruling__document", "position").iterator(chunk_size=CHUNK))
    published = Edition.objects.published().filter(document__game=game)
    editions = list(published.select_related("document__game", "document__current", "corrects").order_by("position"))
    records = dict(zip((one.pk for one in editions), edition_records(editions), strict=True))
    documents = list(
        Document.objects.shown().filter(game=game).select_related("game", "current__document__game").order_by("title")
    )
    news = Change.objects.in_published_editions().news().filter(ruling__document__in=documents)
    events = events_among(newest_first(with_wordings(news)).iterator(chunk_size=CHUNK))
    cards_shown, texts = shown_cards(game), Texts(game, changes)
    same = identities(cards_shown, texts.by_card)
    by_first = by_card(changes, same)
    cards = card_rows(game, cards_shown, by_first, same, texts, events)
    rulings = _ruling_rows(game, changes, by_first, same, events)
    shown_documents = [_document_row(one, changes, editions, records) for one in documents]
    rows: Rows = {
        ShownEdition: {one.pk: _edition_row(one, records[one.pk]) for one in editions},
        ShownDocument: {one.pk: one for one in shown_documents},
        ShownRuling: {one.pk: one for one in rulings},
        ShownCard: {one.pk: one for one in cards},
        ShownGame: {},
    }
    if documents or cards:
        rows[ShownGame][game.pk] = _game_row(
            game, documents, shown_documents, editions, records, changes, by_first, cards, events
        )
    for row in (row for of_model in rows.values() for row in of_model.values()):
        row.digest = _digest(row)
    return rows


def _digest(row: Shown) -> str:
    columns = [str(getattr(row, one.attname)) for one in row._meta.concrete_fields if one.name != "digest"]
    return hashlib.blake2b("\0".join(columns).encode(), digest_size=16).hexdigest()


def _edition_row(edition: Edition, record: EditionRecord) -> ShownEdition:
    return ShownEdition(
        edition=edition,
        game_id=edition.document.game_id,
        document_id=edition.document_id,
        position=edition.position or 0,
        record=dump(record),
        outline=dump(editions.as_data(editions.outline(editions.entries_of(edition)))),
    )


def _document_row(
    document: Document, changes: Sequence[Change], editions: Sequence[Edition], records: Mapping[int, EditionRecord]
) -> ShownDocument:
    of_document = [one for one in editions if one.document_id == document.pk and one.corrects_id is None]
    labels = [one.label for one in reversed(of_document)]
    standing = [change for change in changes if change.ruling.document_id == document.pk]
    record: ShownDocumentRecord = {
        **document_record(document, labels),
        "pk": document.pk,
        "current_pk": document.current_id or 0,
        "slug": document.slug,
        "name": str(document),
        "is_digest": document.is_digest,
        "current": records[document.current_id or 0],
        "repairs": repair_counts(document.current) if document.current else [],
        "has_tags": any(one.revision and one.revision.version_tag for one in standing),
        "has_timing": any(one.ruling.kind == "step" for one in standing),
    }
    path = addresses.document_id(document)
    return ShownDocument(document=document, game_id=document.game_id, path=path, record=dump(record))


def _ruling_rows(
    game: Game,
    changes: Sequence[Change],
    by_first: Mapping[int, TitleRulings],
    same: Mapping[int, int],
    events: Events,
) -> Iterator[ShownRuling]:
    briefs = {change.pk: brief(change.ruling, change.revision) for change in changes}
    by_place = {(change.edition_id, change.position): briefs[change.pk] for change in changes}
    by_key = defaultdict(list)
    for change in changes:
        if change.revision and change.revision.key:
            by_key[change.edition_id, change.revision.key].append(change)
    cited_by, findings = _cited_by(changes, briefs), _findings(changes)
    for change in changes:
        namesakes = (one for one in by_key[change.edition_id, change.ruling.slug] if one.pk != change.pk)
        namesake = next(namesakes, None)
        record: ShownRecord = {
            **shown_wording(change, cited_by=cited_by[change.ruling_id]),
            "before": by_place.get((change.edition_id, change.position - 1)),
            "after": by_place.get((change.edition_id, change.position + 1)),
            "namesake": briefs[namesake.pk] if namesake else None,
            "same_cards": same_cards(change, by_first, same),
            "findings": findings[change.pk],
        }
        yield ShownRuling(
            ruling=change.ruling,
            game_id=game.pk,
            document_id=change.ruling.document_id,
            path=record["id"],
            position=change.position,
            kind=record["kind"],
            scope=record["scope"] or "",
            list_name=record["list"] or "",
            authority=record["authority"],
            weight=weight_of(change)[0],
            label=(record["key"] or "").casefold(),
            title=fold(record["plain_title"])[:LONGEST_TITLE],
            tag=record["version_tag"] or "",
            record=dump(record),
            history=dump([event for _, event in events.get(change.ruling_id, ())]),
        )


def _cited_by(changes: Sequence[Change], briefs: Mapping[int, RulingBrief]) -> dict[int, list[RulingBrief]]:
    """By ruling, the rulings that refer to it, each once, in the order of the documents."""
    found: dict[int, list[RulingBrief]] = defaultdict(list)
    for change in changes:
        for ruling_id in dict.fromkeys(one.ruling_id for one in change.references.all() if one.ruling_id):
            found[ruling_id].append(briefs[change.pk])
    return found


def same_cards(change: Change, by_first: Mapping[int, TitleRulings], same: Mapping[int, int]) -> list[dict[str, Any]]:
    """The other rulings about the cards that a ruling is about, the weightiest first."""
    cards = {same.get(card.pk, card.pk) for card in about(change)}
    others = {one.pk: one for card in cards for one in by_first[card].about if one.ruling_id != change.ruling_id}
    return [
        {**brief(one.ruling, one.revision), "list": one.ruling.list_name or None}
        for one in sorted(others.values(), key=weight_of)[:MOST_SAME]
    ]


def _findings(changes: Sequence[Change]) -> dict[int, list[dict[str, Any]]]:
    """By change, what was found or repaired in its lines."""
    editions = {change.edition_id: change.edition for change in changes}
    by_line: dict[tuple[int, int], list[Finding]] = defaultdict(list)
    for finding in findings_of(editions):
        for line in range(finding.first_line, finding.last_line + 1):
            by_line[finding.edition_id, line].append(finding)
    found: dict[int, list[dict[str, Any]]] = {}
    for change in changes:
        lines = range(change.first_line or 0, (change.last_line or -1) + 1)
        own = {one.pk: one for line in lines for one in by_line.get((change.edition_id, line), ())}
        found[change.pk] = [dict(finding_record(one, change.edition)) for one in own.values()]
    return found


def findings_of(editions: Iterable[int]) -> QuerySet[Finding]:
    """What is told next to a ruling; remarks on a whole edition are not."""
    return Finding.objects.filter(edition__in=editions).exclude(kind=Finding.Kind.WARNING)


def _game_row(
    game: Game,
    documents: Sequence[Document],
    shown_documents: Sequence[ShownDocument],
    editions: Sequence[Edition],
    records: Mapping[int, EditionRecord],
    changes: Sequence[Change],
    by_first: Mapping[int, TitleRulings],
    cards: Sequence[ShownCard],
    events: Events,
) -> ShownGame:
    shown = {document.pk for document in documents}
    latest = sorted(
        (one for one in editions if one.document_id in shown), key=lambda one: (one.published_at, one.pk), reverse=True
    )
    cited = Counter(one.ruling_id for change in changes for one in change.references.all() if one.ruling_id)
    listed = [card.folded_name for card in cards if card.is_banned or card.is_restricted]
    records_of_documents = [orjson.loads(one.record) for one in shown_documents]
    record = game_detail(
        game,
        documents=documents,
        document_records=records_of_documents,
        editions=[one["current"] for one in records_of_documents],
        latest=[records[one.pk] for one in latest[:LATEST]],
        changes=changes,
        card_counts=card_counts(cards),
        title_counts=title_counts(cards),
        has_errata_known=any(rulings.grounds for rulings in by_first.values()),
        left=delistings(events.values()),
        examples={**examples(game, changes, cited, listed), "live": live_example(cards, changes, events)},
    )
    return ShownGame(game=game, path=game.slug, name=game.name, short_name=game.short_name, record=dump(record))
