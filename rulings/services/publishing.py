"""Publishes and withdraws editions: each in one transaction, and the index after it."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from importers.records import CardCitation, ChangeKind, Kind, ParsedDocument, ParsedRuling, Severity
from rulings.models import Change, Document, Edition, Finding, Revision, Ruling
from rulings.services import accounts, addressing, state
from rulings.services.cataloguing import CatalogueWriter, add_named_cards
from rulings.services.linking import link, relink
from rulings.services.manuscripts import manuscript_of, read_edition
from rulings.services.reconciling import Decision, Plan, PlannedChange, continue_at, reconcile, still_apply
from rulings.services.state import Progress
from rulings.services.summarising import summarise

BATCH = 500
# The place of the page number in a line of a stored layout.
PAGE = 1


class PublishingError(Exception):
    """The edition cannot be published or withdrawn; the message says why and what to do."""


class StaleError(PublishingError):
    """Something has changed since somebody decided to publish."""


class AlreadyPublishedError(PublishingError):
    """This very source is published under this label."""


def plan(edition: Edition) -> Plan:
    """What publishing a draft would do, as things stand."""
    return _plan(edition, read_edition(edition))


@dataclass(frozen=True)
class Basis:
    """What somebody had seen when they decided to publish a draft: its version, and the edition then in force."""

    version: int
    current: int | None
    # A number that changes with what was decided about pairs.
    decided: int


def basis_of(edition: Edition) -> Basis:
    """What somebody sees who looks at a draft now."""
    decided = zlib.crc32(json.dumps(edition.decisions, sort_keys=True).encode()) if edition.decisions else 0
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
) -> tuple[Edition, Plan]:
    """Put a draft in force, all of it or on any error nothing; the edition, and what it did.

    Refused if the draft or the edition in force is no longer the one that the decision was based on. `read` is what the
    source was read as just now; it is read again if the draft has been edited.
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
    parsed = read if read and not manuscript_of(edition).text else read_edition(edition)
    _require_publishable(edition, parsed)
    progress("comparing with the edition in force")
    plan_now = continue_at(document, parsed, history.addresses) if history else _plan(edition, parsed)
    planned = plan_now.changes
    _mark_published(edition, history.published_at if history else timezone.now())
    progress(f"writing {len(planned)} changes")
    changes = _write_changes(edition, planned, pages=_pages_of(edition))
    _write_findings(edition, parsed)
    progress("linking cards and sections")
    writer = CatalogueWriter(document.game)
    revisions = (change.revision for change in changes if change.revision)
    added = add_named_cards(writer, (CardCitation(**card) for revision in revisions for card in revision.cards))
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
    progress("committing")
    return edition, plan_now


@transaction.atomic
def withdraw(edition: Edition, *, user: User | None = None) -> Edition | None:
    """Take the newest edition back; the one before it, which is returned, is in force again."""
    document = Document.objects.locked(edition.document_id)
    edition = Edition.objects.get(pk=edition.pk)
    if edition.state != Edition.State.PUBLISHED:
        raise PublishingError(f"{edition} is not published: there is nothing to withdraw.")
    if document.current_id != edition.pk:
        raise PublishingError(f"{edition} is not the newest edition: withdraw {document.current} first.")
    edition.state = Edition.State.WITHDRAWN
    edition.withdrawn_at = timezone.now()
    edition.save(update_fields=["state", "withdrawn_at"])
    restored = document.editions.published().order_by("position").last()
    document.current = restored
    document.save(update_fields=["current"])
    summarise(document)
    accounts.note(user, edition, f"withdrawn; in force now: {restored or 'nothing'}")
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


def _pages_of(edition: Edition) -> list[int]:
    """By source line, the page of a file that has pages."""
    layout = edition.source.layout
    return [row[PAGE] for row in layout["lines"]] if layout and layout["pages"] else []


def _write_changes(edition: Edition, planned: Sequence[PlannedChange], *, pages: Sequence[int]) -> list[Change]:
    """Append rulings, revisions and changes; the changes are returned."""
    rulings = _write_rulings(edition.document, planned)
    revisions: dict[int, Revision] = {}
    for position, change in enumerate(planned):
        if change.new is not None and change.kind is not ChangeKind.SAME:
            revisions[position] = revision_of(change.new, rulings[position], edition)
    Revision.objects.bulk_create(revisions.values(), batch_size=BATCH)
    changes = [
        _change_of(change, rulings[position], edition, position=position, revision=revisions.get(position), pages=pages)
        for position, change in enumerate(planned)
    ]
    return Change.objects.bulk_create(changes, batch_size=BATCH)


def _write_rulings(document: Document, planned: Sequence[PlannedChange]) -> list[Ruling]:
    taken = set(document.rulings.values_list("slug", flat=True))
    rulings, made = [], []
    for change in planned:
        ruling = change.ruling
        if ruling is None and change.new is not None:
            slug = change.slug or addressing.slug_for_ruling(change.new, taken=taken)
            taken.add(slug)
            ruling = Ruling(
                document=document,
                kind=change.new.kind.value,
                scope=change.new.scope.value if change.new.scope else "",
                list_name=change.new.list_name.value if change.new.list_name else "",
                format=change.new.play_format,
                slug=slug,
            )
            made.append(ruling)
        if ruling is not None:
            rulings.append(ruling)
    Ruling.objects.bulk_create(made, batch_size=BATCH)
    return rulings


def revision_of(new: ParsedRuling, ruling: Ruling, edition: Edition) -> Revision:
    """The wording that an edition would introduce, not saved."""
    return Revision(
        ruling=ruling,
        edition=edition,
        key=new.key,
        title=new.title,
        text=new.text,
        heading_path=list(new.heading_path),
        cards=[vars(card) for card in new.cards],
        version_tag=new.version_tag,
        reverses_official=new.reverses_official,
        authority=new.authority.value if new.authority else edition.document.authority,
        depth=new.depth,
        window_after=new.window_after,
    )


def _change_of(
    change: PlannedChange,
    ruling: Ruling,
    edition: Edition,
    *,
    position: int,
    revision: Revision | None,
    pages: Sequence[int],
) -> Change:
    lines = change.new.lines if change.new else None
    return Change(
        edition=edition,
        ruling=ruling,
        kind=change.kind.value,
        revision=change.previous if change.kind is ChangeKind.SAME else revision,
        previous=change.previous,
        position=position,
        first_line=lines.first if lines else None,
        last_line=lines.last if lines else None,
        more_lines=[[one.first, one.last] for one in change.new.elsewhere] if change.new else [],
        page=pages[lines.first - 1] if lines and lines.first <= len(pages) else None,
        is_marked=bool(change.new and change.new.is_marked),
    )


def _write_findings(edition: Edition, parsed: ParsedDocument) -> None:
    """Keep what was repaired, left over or doubtful, so that pages can say so."""
    found = [(one.kind.value, one.line, max(one.line, one.last_line), one.before, one.after) for one in parsed.repairs]
    found += [(Finding.Kind.LEFTOVER, one.lines.first, one.lines.last, one.text, "") for one in parsed.leftovers]
    found += [
        (Finding.Kind.WARNING, one.line, one.line, "", one.message)
        for one in parsed.problems
        if one.severity is Severity.WARNING
    ]
    Finding.objects.bulk_create(
        (
            Finding(edition=edition, kind=kind, first_line=first, last_line=last, before=before, after=after)
            for kind, first, last, before, after in found
        ),
        batch_size=BATCH,
    )
