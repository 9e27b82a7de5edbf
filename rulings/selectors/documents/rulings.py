"""A ruling with everything around it, as it stands or as it stood."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import orjson
from django.db.models import Q

from rulings.diffing.answers import reversal
from rulings.models import Change, Document, Edition, Revision, Ruling, ShownCard, ShownRuling
from rulings.read_model import addresses
from rulings.read_model.changes import brief, events_of
from rulings.read_model.editions import finding_record
from rulings.read_model.records.rulings import ChangeRecord, ReviewRecord, RulingBrief, RulingDetail, ShownRecord
from rulings.read_model.rows import MOST_SAME, findings_of
from rulings.read_model.rulings import about, shown_wordings, with_wording
from rulings.read_model.stored import as_brief, as_ruling, rulings_by_key
from rulings.selectors.documents.reading import Reading, read_document, read_edition
from rulings.selectors.documents.resting import Resting, last_review, resting
from rulings.selectors.search.searching import most_like
from rulings.selectors.site.finding import MissingError, WithdrawnError, find_documents, find_edition


@dataclass(frozen=True)
class RulingPage:
    """What the page of a ruling shows."""

    reading: Reading
    ruling: ShownRecord
    history: list[ChangeRecord]
    # Whether the ruling is gone from the newest edition.
    is_removed: bool
    # The rulings that say most of the same.
    alike: list[ShownRecord]
    # What it cites and has changed since, while nobody has looked at it again.
    rests_on: list[Resting] = field(default_factory=list)
    # When somebody looked at it last because of such a change, and against which edition.
    reviewed: ReviewRecord | None = None

    @property
    def reversals(self) -> list[dict[str, Any]]:
        """The editions that turned its answer from No to Yes or back, with the page on which the earlier one stands."""
        found = []
        for event, before in pairwise(self.history):
            old, new = event["old"], event["new"]
            turned = reversal(old["text"], new["text"]) if old and new else None
            if turned:
                found.append({"event": event, "was": turned[0], "now": turned[1], "earlier": before})
        return found

    @property
    def in_force(self) -> bool:
        return not (self.reading.is_past or self.is_removed)


def ruling_page(game: str, *, document: str, slug: str, edition: str = "") -> RulingPage:
    """The page of a ruling by its address or its label, today or as it stood in an edition."""
    if edition:
        return _page_at(find_edition(game, document=document, slug=edition), slug)
    row = ShownRuling.objects.filter(path=f"{game}/{document}/{slug}").first() if "\x00" not in slug else None
    if row is None:
        ruling = find_ruling(game, document=document, slug=slug)
        row = ShownRuling.objects.filter(pk=ruling.pk).first()
    if row is None:
        return _removed_page(ruling)
    record: ShownRecord = orjson.loads(row.record)
    reading, history = read_document(game, slug=document), orjson.loads(row.history)
    rests_on = resting(ruling_ids=[row.pk]) if record["links"] else []
    return RulingPage(reading, record, history, False, most_like(record), rests_on, _reviewed(row.pk))


def ruling_detail(page: RulingPage) -> RulingDetail:
    """A ruling with who cites it and what became of it, as data."""
    return {
        **as_ruling(page.ruling),
        "html": page.ruling["html"],
        "in_force": page.in_force,
        "namesake": page.ruling["namesake"],
        "cited_by": page.ruling["cited_by"],
        "history": page.history,
        "reviewed": page.reviewed,
    }


def _reviewed(ruling_id: int) -> ReviewRecord | None:
    review = last_review(ruling_id)
    if review is None:
        return None
    edition = review.cited.edition
    return {"edition_title": edition.title, "edition_url": addresses.of_edition(edition), "date": str(review.at.date())}


def find_ruling(game: str, *, document: str, slug: str) -> Ruling:
    """The ruling of that address; for one of a digest, the ruling that it sums up, and for one of a document that was
    withdrawn, the digest's."""
    documents = find_documents(game, slug=document)
    rulings = Ruling.objects.select_related("document__game", "document__current")
    for candidate in documents:
        if found := _find_in(candidate, slug):
            summed_up = rulings.filter(document=documents[0], revisions__summary__digest__ruling=found)
            return summed_up.first() or found
    in_short = rulings.filter(
        document__in=documents,
        changes__summaries__revision__ruling__slug=slug,
        changes__summaries__revision__ruling__document__slug=document,
    )
    if found := in_short.first():
        return found
    raise MissingError


def find_ruling_at(edition: Edition, slug: str) -> Ruling | None:
    """The ruling of that address as it stood in an edition, or else the one that bore that label then.

    The address may also be that of the digest's ruling that sums it up.
    """
    rulings = Ruling.objects.select_related("document__game", "document__current")
    there = rulings.filter(document=edition.document_id, slug=slug).first()
    if there and there.changes.standing().filter(edition=edition).exists():
        return there
    standing = edition.changes.standing().select_related("ruling__document__game", "ruling__document__current")
    by_label, by_digest = Q(revision__key__iexact=slug), Q(ruling__revisions__summary__digest__ruling__slug=slug)
    found = (standing.filter(way).first() for way in (by_label, by_digest))
    return next((change.ruling for change in found if change), None)


def last_wording(ruling: Ruling, edition: Edition | None = None) -> Change | None:
    """The wording of a ruling in an edition, or the last one that it had; none if it never stood there."""
    standing = with_wording(ruling.changes.in_published_editions().standing())
    return standing.filter(edition=edition).first() if edition else standing.order_by("edition__position").last()


def shown_ruling(game: str, *, document: str, slug: str, edition: str = "") -> tuple[Any, bool]:
    """A ruling as it is shown, today or as it stood in an edition, and whether it is in force."""
    if not edition:
        record = ShownRuling.objects.filter(path=f"{game}/{document}/{slug}").values_list("record", flat=True).first()
        if record:
            return orjson.loads(record), True
    at = find_edition(game, document=document, slug=edition) if edition else None
    found = find_ruling_at(at, slug) if at else find_ruling(game, document=document, slug=slug)
    change = last_wording(found, at) if found else None
    if change is None:
        raise MissingError
    is_in_force = change.edition_id == change.ruling.document.current_id
    return shown_wordings([change], at=at)[0], is_in_force


def _find_in(document: Document, slug: str) -> Ruling | None:
    """The ruling of that address, whatever its case, or else the one that bears that label, or bore it last."""
    rulings = document.rulings.select_related("document__game", "document__current")
    exact = rulings.filter(slug=slug).first() or rulings.filter(slug__iexact=slug).first()
    if exact:
        return exact
    bearing = Change.objects.in_published_editions().filter(ruling__document=document, revision__key__iexact=slug)
    last = bearing.order_by("edition__position").last()
    return rulings.get(pk=last.ruling_id) if last else None


def _page_at(edition: Edition, slug: str) -> RulingPage:
    ruling = find_ruling_at(edition, slug)
    change = last_wording(ruling, edition) if ruling else None
    if ruling is None or change is None:
        raise MissingError
    return _page_of(change, read_edition(edition), edition)


def _removed_page(ruling: Ruling) -> RulingPage:
    """The page of a ruling that is not in force any more, as it stood last."""
    change = last_wording(ruling)
    if change is None:
        # It stood only in an edition that was withdrawn.
        raise WithdrawnError
    return _page_of(change, read_edition(change.edition), None)


def _page_of(change: Change, reading: Reading, at: Edition | None) -> RulingPage:
    """A page of the past: the same functions, on history."""
    before, after = _neighbours(change, at)
    record: ShownRecord = {
        **shown_wordings([change], at=at)[0],
        "before": before,
        "after": after,
        "namesake": _namesake(change, at),
        "same_cards": _same_cards(change),
        "findings": [dict(finding_record(one, change.edition)) for one in _findings(change)],
    }
    reading = reading if at else Reading(reading.document, reading.edition, reading.outline, reading.repairs, None)
    history = [event for _, event in events_of([change.ruling_id]).get(change.ruling_id, ())]
    is_removed = at is None and change.edition_id != change.ruling.document.current_id
    return RulingPage(reading, record, history, is_removed, most_like(record))


def _namesake(change: Change, at: Edition | None) -> RulingBrief | None:
    """Another ruling that bears, in the same edition, the label in this one's address."""
    edition = at or change.ruling.document.current
    bearing = (
        Revision.objects.filter(key=change.ruling.slug).exclude(ruling=change.ruling_id).values_list("pk", flat=True)
    )
    keys = list(bearing.values_list("pk", flat=True))
    other = Change.objects.filter(revision__in=keys, edition=edition).with_ruling().first()
    return brief(other.ruling, other.revision, at=at) if other else None


def _neighbours(change: Change, at: Edition | None) -> tuple[RulingBrief | None, RulingBrief | None]:
    places = (change.position - 1, change.position + 1)
    near = change.edition.changes.standing().with_ruling().filter(position__in=places)
    found = {one.position: brief(one.ruling, one.revision, at=at) for one in near}
    return found.get(places[0]), found.get(places[1])


def _findings(change: Change) -> Any:
    lines = findings_of([change.edition_id]).filter(first_line__lte=change.last_line or 0)
    return lines.filter(last_line__gte=change.first_line or 1)


def _same_cards(change: Change) -> list[dict[str, Any]]:
    """The rulings in force about the cards that a ruling was about, the weightiest first."""
    cards = about(change)
    if not cards:
        return []
    titles = {card.folded_name for card in cards}
    rows = ShownCard.objects.filter(game=cards[0].card_set.game_id, folded_name__in=titles)
    parts = [orjson.loads(stored) for stored in rows.values_list("rulings", flat=True)]
    keys = {key for one in parts for part in ("errata", "listings", "others") for key in one[part]}
    others = rulings_by_key(keys - {change.ruling_id}).values()
    ordered = sorted(others, key=lambda one: one["order"])[:MOST_SAME]
    return [{**as_brief(one), "list": one["list"]} for one in ordered]
