"""Publishes and withdraws editions: each in one transaction, and the index after it."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from importers.house import write_house
from importers.records import CardCitation, Kind, ParsedDocument
from rulings.models import Announcement, Document, Edition, Manuscript, ReleaseNote
from rulings.selectors.documents import OUR_CORRECTIONS, drafted_note
from rulings.services import accounts, appending, mailing, state, webhooks
from rulings.services.appending import Reasons
from rulings.services.cataloguing import CatalogueWriter, add_named_cards
from rulings.services.curating import remove_unused
from rulings.services.linking import link, relink
from rulings.services.manuscripts import manuscript_of
from rulings.services.ours import NO_REASON, Corrections, corrections_of, parts_of
from rulings.services.reconciling import Decision, Plan, PlannedChange, continue_at, reconcile, still_apply
from rulings.services.state import Progress
from rulings.services.summarising import summarise
from rulings.services.telling_apart import Parts


class PublishingError(Exception):
    """The edition cannot be published or withdrawn; the message says why and what to do."""


class StaleError(PublishingError):
    """Something has changed since somebody decided to publish."""


class AlreadyPublishedError(PublishingError):
    """This very source is published under this label."""


def plan(edition: Edition, parts: Parts | None = None) -> Plan:
    """What publishing a draft would do, as things stand: the publisher's words, not ours."""
    return _plan(edition, (parts or parts_of(edition)).publishers)


@dataclass(frozen=True)
class Basis:
    """What somebody had seen when they decided to publish a draft: its version, and the edition then in force."""

    version: int
    current: int | None
    # A number that changes with what was decided.
    decided: int


def basis_of(edition: Edition) -> Basis:
    """What somebody sees who looks at a draft now."""
    verdicts = list(edition.verdicts.order_by("key").values_list("key", "act", "mark", "reason"))
    said = json.dumps([edition.decisions, verdicts], sort_keys=True)
    decided = zlib.crc32(said.encode()) if edition.decisions or verdicts else 0
    return Basis(manuscript_of(edition).version, edition.document.current_id, decided)


@dataclass(frozen=True)
class History:
    """What is known of an edition that was published before, elsewhere: when, and the addresses of its rulings."""

    published_at: datetime
    addresses: Sequence[str]


@transaction.atomic
def publish(
    edition: Edition,
    *,
    basis: Basis | None = None,
    user: User | None = None,
    progress: Progress = lambda step: None,
    history: History | None = None,
    read: ParsedDocument | None = None,
    reasons: Reasons = lambda change: "",
    note: str = "",
) -> tuple[Edition, Plan]:
    """Put a draft in force, all of it or on any error nothing; the edition, and what it did.

    Refused if the draft or the edition in force is no longer the one that the decision was based on. `read` is what the
    source was read as just now; it is read again if the draft has been edited. What is ours in it, wording and
    rejections, is put in force as a correction of it. `note` is what players are told; else it is drafted.
    """
    document = Document.objects.locked(edition.document_id)
    # Wait for anyone who is saving the draft.
    edition = Edition.objects.select_for_update().get(pk=edition.pk)
    edition.document = document
    if basis and basis != basis_of(edition):
        raise StaleError(
            f"{edition} or the edition in force has changed since you looked: look at the comparison again."
        )
    progress("reading the source")
    parts = Parts.untouched(read) if read and not manuscript_of(edition).text else parts_of(edition)
    if read and edition.corrects_id and parts.edited.errors:
        # What the publisher prints may be a mistake in our own format: a label twice.
        parts = Parts.untouched(read)
    parsed = parts.edited if edition.corrects_id else parts.publishers
    # What was published before is published again, even if our own format has a label only once.
    _require_publishable(edition, parsed if history is None else replace(parsed, problems=()))
    progress("comparing with the edition in force")
    plan_now = continue_at(document, parsed, history.addresses) if history else _plan(edition, parsed)
    planned = plan_now.changes
    is_theirs = not edition.corrects_id and history is None
    ours = corrections_of(edition, parts, plan_now) if is_theirs else None
    _mark_published(edition, history.published_at if history else timezone.now())
    progress(f"writing {len(planned)} changes")
    changes = appending.write_changes(edition, planned, reasons=reasons)
    appending.write_findings(edition, parsed)
    progress("linking cards and sections")
    writer = CatalogueWriter(document.game, made_by=edition)
    revisions = [change.revision for change in changes if change.revision]
    named = (CardCitation(**card) for revision in revisions for card in revision.cards)
    # A misprint that we correct makes no card.
    kept = {card for ruling in ours.document.rulings for card in ruling.cards} if ours else None
    added = add_named_cards(writer, (card for card in named if kept is None or card in kept))
    document.current = edition
    if not edition.corrects_id:
        document.authority = parsed.authority.value
    document.save(update_fields=["current", "authority"])
    summarise(document)
    link(changes, catalogue=writer.catalogue, game=document.game)
    relinked: set[int] = set()
    if added or any(_is_step(change) for change in planned):
        # Other documents may have waited for these cards and charts.
        relinked = relink(document.game, but=edition)
    accounts.note(user, edition, f"published: {plan_now}")
    progress("working out what readers see")
    state.mark_changed(document.game, documents={document.pk, *relinked})
    if ours:
        progress("putting our corrections on top")
        publish_correction(edition, ours, user=user)
    if not edition.corrects_id and any(change.previous for change in planned):
        written = ReleaseNote.objects.create(edition=edition, text=_whole_note(edition, note.strip()), user=user)
        if is_theirs:
            mailing.tell_of_release(edition, written.text)
    if is_theirs:
        webhooks.announce(edition)
    if not edition.corrects_id:
        # What was announced is here, or was overtaken.
        Announcement.objects.filter(document=document).delete()
    progress("committing")
    return edition, plan_now


def _whole_note(edition: Edition, note: str) -> str:
    """The note that somebody wrote, with our corrections at its end; or a drafted one."""
    drafted = drafted_note(edition)
    if not note:
        return drafted
    _, heading, ours = drafted.partition(OUR_CORRECTIONS)
    return f"{note.partition(OUR_CORRECTIONS)[0].strip()}\n\n{heading}{ours}".strip() if heading else note


def publish_correction(root: Edition, ours: Corrections, *, user: User | None) -> tuple[Edition, Plan]:
    """Put our corrections of an edition in force, as an edition of ours that says why; its plan says what differs."""
    edition = Edition.objects.create(
        document=root.document,
        label=root.label,
        slug=f"{root.slug}-corrected-{root.corrections.count() + 1}",
        date=root.date,
        source=root.source,
        format_name=root.format_name,
        recipe=root.recipe,
        gates=root.gates,
        origin=root.origin,
        corrects=root,
        reason="; ".join(dict.fromkeys(filter(None, ours.reasons.values()))) or NO_REASON,
    )
    Manuscript.objects.create(edition=edition, text=write_house(ours.document), version=1, edited_by=user)
    return publish(edition, user=user, read=ours.document, reasons=ours.reason_for)


@transaction.atomic
def withdraw(edition: Edition, *, user: User | None = None, reason: str = "") -> Edition | None:
    """Take the newest edition back, with our corrections of it; the one before it, which is returned, is in force."""
    document = Document.objects.locked(edition.document_id)
    edition = Edition.objects.get(pk=edition.pk)
    if edition.state != Edition.State.PUBLISHED:
        raise PublishingError(f"{edition} is not published: there is nothing to withdraw.")
    taken = [*edition.corrections.published().order_by("-position"), edition]
    if document.current_id not in [one.pk for one in taken]:
        raise PublishingError(f"{edition} is not the newest edition: withdraw {document.current} first.")
    for one in taken:
        one.state, one.withdrawn_at, one.withdrawal_reason = Edition.State.WITHDRAWN, timezone.now(), reason.strip()
        one.save(update_fields=["state", "withdrawn_at", "withdrawal_reason"])
    restored = document.editions.published().order_by("position").last()
    document.current = restored
    document.save(update_fields=["current"])
    remove_unused(document.game, made_by=taken)
    summarise(document)
    accounts.note(user, edition, f"withdrawn{f' ({reason})' if reason else ''}; in force now: {restored or 'nothing'}")
    state.mark_changed(document.game, documents={document.pk, *relink(document.game)})
    return restored


def _plan(edition: Edition, parsed: ParsedDocument) -> Plan:
    decisions = still_apply([Decision(**one) for one in edition.decisions], edition.document, parsed)
    return reconcile(edition.document, parsed, decisions=decisions, is_correction=bool(edition.corrects_id))


def _is_step(change: PlannedChange) -> bool:
    """Whether a step of a chart is added, changed or removed."""
    kinds = {change.ruling.kind if change.ruling else None, change.new.kind if change.new else None}
    return Kind.STEP in kinds


def _require_publishable(edition: Edition, parsed: ParsedDocument) -> None:
    same_label = edition.document.editions.published().filter(slug=edition.slug)
    if same_label.filter(source__sha256=edition.source.sha256).exists():
        raise AlreadyPublishedError(f"{edition} is published already.")
    if edition.state != Edition.State.DRAFT:
        raise PublishingError(f"{edition} was withdrawn: import it again to publish it.")
    if parsed.errors:
        raise PublishingError(f"{edition} has {len(parsed.errors)} mistakes: correct them and import it again.")
    current = edition.document.current
    if same_label.exists():
        raise PublishingError(
            f"{edition} is published already, with another text or date: withdraw it first, or name this one otherwise."
        )
    if current and current.date and edition.date and edition.date < current.date:
        raise PublishingError(
            f"{edition} ({edition.date}) is older than {current.label} ({current.date}), which is in force: "
            "editions are published in order; withdraw the newer ones first."
        )


def _mark_published(edition: Edition, when: datetime) -> None:
    last = edition.document.editions.aggregate(last=Max("position"))["last"] or 0
    edition.state = Edition.State.PUBLISHED
    edition.position = last + 1
    edition.published_at = when
    edition.save(update_fields=["state", "position", "published_at"])
