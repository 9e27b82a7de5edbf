"""Writes the references of an edition: to the cards its rulings are about, and to what their texts mention."""

from collections.abc import Iterable, Sequence

from django.db.models import Prefetch

from importers.records import CardCitation
from importers.references import find_references
from importers.resolving import Catalogue, Status, Target, Targets
from rulings.models import Change, Document, Edition, Game, Reference, Revision
from rulings.selectors.catalogue import load_catalogue
from rulings.selectors.records import record_of

BATCH = 500


class Linker:
    """Looks references up in one edition and in the catalogue of its game."""

    def __init__(self, changes: Iterable[Change], *, catalogue: Catalogue) -> None:
        self.targets = Targets(
            catalogue,
            ((change.ruling_id, record_of(change.revision, change.ruling)) for change in changes if change.revision),
        )

    def references_of(self, change: Change) -> list[Reference]:
        """All references of a ruling in an edition, looked up but not saved; its cards come first."""
        revision = change.revision
        if revision is None:
            return []
        references = [
            Reference(place=Reference.Place.SUBJECT, label=card["name"], target=card["name"]) for card in revision.cards
        ]
        for place, text in ((Reference.Place.TITLE, revision.title), (Reference.Place.TEXT, revision.text)):
            references += [
                Reference(place=place, start=found.start, end=found.end, label=found.label, target=found.target)
                for found in find_references(text)
            ]
        for position, reference in enumerate(references):
            reference.change, reference.position = change, position
            self.look_up(reference, revision)
        return references

    def look_up(self, reference: Reference, revision: Revision) -> bool:
        """Decide where a reference leads now; whether that is news."""
        if reference.place == Reference.Place.SUBJECT:
            citation = CardCitation(**revision.cards[reference.position])
            target, resolution = Target.CARD, self.targets.catalogue.resolve(citation)
        else:
            target, resolution = self.targets.resolve(reference.target)
        found = resolution.ids[0] if resolution.status is Status.RESOLVED else None
        before = (reference.leads_to, reference.status, reference.card_id, reference.ruling_id)
        reference.leads_to = Reference.Leads(target.value)
        reference.status = Reference.Status(resolution.status.value)
        reference.card_id = found if target is Target.CARD else None
        reference.ruling_id = found if target is Target.RULING else None
        return before != (reference.leads_to, reference.status, reference.card_id, reference.ruling_id)


def link(changes: Sequence[Change], *, catalogue: Catalogue) -> None:
    """Write the references of a new edition, given its changes."""
    linker = Linker(changes, catalogue=catalogue)
    Reference.objects.bulk_create(
        (reference for change in changes for reference in linker.references_of(change)), batch_size=BATCH
    )


def relink(game: Game) -> None:
    """Look up again all references in force of a game, because its catalogue has changed."""
    catalogue = load_catalogue(game)
    for document in Document.objects.published().filter(game=game).select_related("current"):
        if document.current is not None:
            _relink_edition(document.current, catalogue)


def _relink_edition(edition: Edition, catalogue: Catalogue) -> None:
    ordered = Prefetch("references", queryset=Reference.objects.order_by("position"))
    changes = list(edition.changes.standing().select_related("revision", "ruling__document").prefetch_related(ordered))
    linker = Linker(changes, catalogue=catalogue)
    news = [
        reference
        for change in changes
        for reference in change.references.all()
        if change.revision and linker.look_up(reference, change.revision)
    ]
    Reference.objects.bulk_update(news, ["leads_to", "status", "card", "ruling"], batch_size=BATCH)
