"""Corrects our own import of a published edition: as an edition of ours that says whose and why, never as the
publisher's change."""

from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction

from importers.records import Authority, ChangeKind, ParsedDocument, ParsedRuling
from rulings.models import Change, Document, Edition, Ruling
from rulings.read_model.known import document_of, record_of
from rulings.services import publishing
from rulings.services.manuscripts import block_of, read_block
from rulings.services.ours import Corrections, identity_of
from rulings.services.publishing import PublishingError, StaleError


def text_of(ruling: Ruling) -> str:
    """The wording in force of a ruling, in the house format."""
    return block_of(_around(ruling, _current_record(ruling)), 0)


def read_correction(ruling: Ruling, text: str) -> ParsedDocument:
    """What a corrected ruling says."""
    return read_block(_around(ruling, _current_record(ruling)), text)


@transaction.atomic
def correct_text(ruling: Ruling, text: str, *, reason: str, basis: int, user: User | None) -> Edition:
    """Correct a ruling, given in the house format; refused if the edition in force is not the one it is based on."""
    if Document.objects.locked(ruling.document_id).current_id != basis:
        raise StaleError("Somebody has published or corrected something meanwhile: look at what is in force now.")
    read = read_correction(ruling, text)
    if read.errors or len(read.rulings) != 1:
        raise PublishingError(" ".join(map(str, read.errors)) or "A correction is one ruling: this is another number.")
    return correct(ruling, read.rulings[0], reason=reason, user=user)


@transaction.atomic
def correct(ruling: Ruling, corrected: ParsedRuling, *, reason: str, user: User | None) -> Edition:
    """Publish the edition in force once more with one ruling put right."""
    if not reason.strip():
        raise PublishingError("Say why: readers see the reason next to the correction.")
    document = Document.objects.locked(ruling.document_id)
    current = document.current
    if current is None:
        raise PublishingError(f"{document} has no edition in force: there is nothing to correct.")
    root = current.corrects or current
    document_now = _corrected(current, ruling, corrected)
    reasons = {identity_of(one): reason.strip() for one in (corrected, _current_record(ruling))}
    published, plan = publishing.publish_correction(root, Corrections(document_now, reasons), user=user)
    touched = [change for change in plan.changes if change.kind is not ChangeKind.SAME]
    if [change.ruling for change in touched] != [ruling]:
        raise PublishingError(
            "Nothing was changed." if not touched else "This would change more than the ruling itself: see its title."
        )
    return published


def _corrected(current: Edition, ruling: Ruling, corrected: ParsedRuling) -> ParsedDocument:
    document = document_of(current)
    standing = current.changes.standing().order_by("position").values_list("ruling", flat=True)
    place = list(standing).index(ruling.pk)
    rulings = list(document.rulings)
    rulings[place] = _in_place(corrected, rulings[place])
    return replace(document, rulings=tuple(rulings))


def _in_place(corrected: ParsedRuling, record: ParsedRuling) -> ParsedRuling:
    """The corrected ruling where the old one stands."""
    return replace(corrected, heading_path=record.heading_path, depth=record.depth, window_after=record.window_after)


def _current_record(ruling: Ruling) -> ParsedRuling:
    current = ruling.document.current
    standing = current.changes.standing().select_related("revision") if current else Change.objects.none()
    change = standing.filter(ruling=ruling).first()
    if change is None or change.revision is None:
        raise PublishingError(f"{ruling} is not in force: there is nothing to correct.")
    return record_of(change.revision, ruling)


def _around(ruling: Ruling, record: ParsedRuling) -> ParsedDocument:
    """A document with this ruling alone."""
    document = ruling.document
    return ParsedDocument(
        game=document.game.name,
        document=document.title,
        edition=document.current.label if document.current else "",
        authority=Authority(document.authority),
        rulings=(replace(record, depth=0) if record.depth else record,),
    )
