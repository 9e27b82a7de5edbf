"""Takes a reading in as a draft edition, to be reviewed and published."""

from dataclasses import dataclass

from django.db import transaction

from importers.reading import Reading
from importers.records import ParsedDocument
from importers.sources import SourceText
from rulings.models import Document, Edition, Source
from rulings.services import addressing
from rulings.services.cataloguing import find_game, find_or_make_game
from rulings.services.reconciling import Decision, reconcile


class ImportRefusedError(Exception):
    """The reading cannot be taken in; the message says why and what to do."""


@dataclass(frozen=True)
class Draft:
    """A draft edition, or the published one if what the source says is published already."""

    edition: Edition
    is_known: bool


@transaction.atomic
def take_in(reading: Reading, *, decisions: list[Decision] | None = None) -> Draft:
    """Keep a source as a draft edition; a source that is already here is not kept twice."""
    parsed = reading.document
    if parsed.errors:
        raise ImportRefusedError(f"{reading.source.name} has {len(parsed.errors)} mistakes; nothing was imported.")
    document = _find_or_make_document(reading)
    slug = addressing.make_label_slug(parsed.edition)
    same_source = document.editions.filter(source__sha256=reading.source.sha256, slug=slug)
    published = same_source.published().first() or _same_in_force(document, slug, parsed)
    if published:
        return Draft(published, is_known=True)
    draft = same_source.filter(state=Edition.State.DRAFT).first()
    if draft is None:
        draft = Edition(document=document, source=_keep_source(reading.source), slug=slug)
    draft.label = parsed.edition
    draft.date = parsed.date
    draft.format_name = reading.format_name
    draft.origin = parsed.source
    draft.decisions = [vars(decision) for decision in decisions or []]
    draft.save()
    return Draft(draft, is_known=False)


def _same_in_force(document: Document, slug: str, parsed: ParsedDocument) -> Edition | None:
    """The edition in force, if it bears this label and says the same in other lines or spaces."""
    current = document.current
    if current is not None and current.slug == slug and reconcile(document, parsed).changes_nothing:
        return current
    return None


def find_document(reading: Reading) -> Document | None:
    """The document that a reading is an edition of, if it is known."""
    game = find_game(reading.document.game)
    documents = Document.objects.filter(game=game, slug=_document_slug(reading)) if game else Document.objects.none()
    return documents.select_related("game", "current").first()


def _keep_source(source: SourceText) -> Source:
    kept = Source.objects.filter(sha256=source.sha256, name=source.name).first()
    return kept or Source.objects.create(name=source.name, text=source.text, sha256=source.sha256)


def _document_slug(reading: Reading) -> str:
    return addressing.free_slug(reading.document.document, taken=(), place="document")


def _find_or_make_document(reading: Reading) -> Document:
    parsed = reading.document
    game = find_or_make_game(parsed.game)
    document, _ = Document.objects.get_or_create(
        game=game,
        slug=_document_slug(reading),
        defaults={"title": parsed.document, "authority": parsed.authority.value},
    )
    if document.authority != parsed.authority.value:
        raise ImportRefusedError(
            f"{document} is known as {document.authority}, but {reading.source.name} says it is {parsed.authority}: "
            "correct its authority, or give the document another name."
        )
    return document
