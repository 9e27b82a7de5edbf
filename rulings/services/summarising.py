"""Matches a document with its digest, so that a ruling can be read in short above its own wording."""

from collections import defaultdict

from django.db.models import Q

from rulings.diffing.summaries import match
from rulings.models import Change, Document, Edition, Revision, Summary
from rulings.read_model.known import record_of

BATCH = 500


def summarise(document: Document) -> None:
    """Match a document and its digest again, because one of them has changed.

    When the document is withdrawn, what is known stays: its addresses lead to the digest from then on.
    """
    pair = list(Document.objects.at(document.game.slug, document.slug))
    original = next((one for one in pair if one.current and not one.is_digest), None)
    digest = next((one for one in pair if one.current and one.is_digest), None)
    if original is None and digest is not None:
        return
    Summary.objects.filter(Q(revision__ruling__document__in=pair) | Q(digest__ruling__document__in=pair)).delete()
    if original is None or digest is None:
        return
    summaries = _wordings(digest.current)
    wordings = _wordings(_summed_up(original, digest.current))
    pairs = match(
        [record_of(revision, change.ruling) for change, revision in summaries],
        [record_of(revision, change.ruling) for change, revision in wordings],
    )
    alike = _alike_in_text(original)
    Summary.objects.bulk_create(
        (
            Summary(revision=revision, digest=summaries[one][0])
            for one, other in pairs
            for revision in alike[wordings[other][1].ruling_id, wordings[other][1].text]
        ),
        batch_size=BATCH,
    )


def _summed_up(original: Document, digest: Edition | None) -> Edition | None:
    """The edition that a digest was made of, if it is here; else the one in force."""
    same_label = original.editions.published().filter(slug=digest.slug if digest else "")
    return same_label.first() or original.current


def _wordings(edition: Edition | None) -> list[tuple[Change, Revision]]:
    if edition is None:
        return []
    changes = edition.changes.standing().select_related("revision", "ruling__document").order_by("position")
    return [(change, change.revision) for change in changes if change.revision]


def _alike_in_text(original: Document) -> dict[tuple[int, str], list[Revision]]:
    """The revisions of each ruling that say the same, under whatever label or heading."""
    alike: dict[tuple[int, str], list[Revision]] = defaultdict(list)
    for revision in Revision.objects.filter(ruling__document=original):
        alike[revision.ruling_id, revision.text].append(revision)
    return alike
