"""Matches a document with its digest, so that a ruling can be read in short above its own wording."""

from collections import defaultdict
from collections.abc import Iterator

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
    alike = _alike_in_text(original)
    taken: set[int] = set()
    for of_digest, of_original in _matched(original, digest):
        summaries, wordings = _wordings(of_digest), _wordings(of_original)
        pairs = match(
            [record_of(revision, change.ruling) for change, revision in summaries],
            [record_of(revision, change.ruling) for change, revision in wordings],
        )
        found = {
            revision.pk: summaries[one][0]
            for one, other in pairs
            for revision in alike[wordings[other][1].ruling_id, wordings[other][1].text]
            if revision.pk not in taken
        }
        taken |= found.keys()
        Summary.objects.bulk_create(
            (Summary(revision_id=revision, digest=change) for revision, change in found.items()), batch_size=BATCH
        )


def _matched(original: Document, digest: Document) -> Iterator[tuple[Edition, Edition]]:
    """Editions of a digest, each with the one that it was made of: what is in force first, then the past."""
    published, latest = original.editions.published(), digest.current
    if latest is None or original.current is None:
        return
    yield latest, published.filter(slug=latest.slug).first() or original.current
    for past in digest.editions.published().filter(corrects=None).exclude(slug=latest.slug).order_by("-position"):
        if made_of := published.filter(slug=past.slug).first():
            yield past, made_of


def _wordings(edition: Edition) -> list[tuple[Change, Revision]]:
    changes = edition.changes.standing().select_related("revision", "ruling__document").order_by("position")
    return [(change, change.revision) for change in changes if change.revision]


def _alike_in_text(original: Document) -> dict[tuple[int, str], list[Revision]]:
    """The revisions of each ruling that say the same, under whatever label or heading."""
    alike: dict[tuple[int, str], list[Revision]] = defaultdict(list)
    for revision in Revision.objects.filter(ruling__document=original):
        alike[revision.ruling_id, revision.text].append(revision)
    return alike
