"""Writes the references of revisions: to the cards they are about, and to what their texts mention."""

from collections.abc import Iterable

from importers.records import CardCitation
from importers.references import find_references
from importers.resolving import Catalogue, Status, Target, Targets
from rulings.models import Change, Document, Edition, Game, Reference, Revision
from rulings.models.rulings import ReferenceQuerySet
from rulings.selectors.catalogue import load_catalogue
from rulings.selectors.records import record_of

BATCH = 500


class Linker:
    """Looks references up in one edition and in the catalogue of its game."""

    def __init__(self, edition: Edition, catalogue: Catalogue) -> None:
        self.edition = edition
        standing = Change.objects.filter(edition=edition).standing().select_related("revision", "ruling__document")
        self.targets = Targets(
            catalogue,
            ((change.ruling_id, record_of(change.revision, change.ruling)) for change in standing if change.revision),
        )

    def references_of(self, revision: Revision) -> list[Reference]:
        """All references of a revision, looked up but not saved; its cards come first."""
        subject = Reference.Place.SUBJECT
        references = [Reference(place=subject, label=card["name"], target=card["name"]) for card in revision.cards]
        for place, text in ((Reference.Place.TITLE, revision.title), (Reference.Place.TEXT, revision.text)):
            references += [
                Reference(place=place, start=found.start, end=found.end, label=found.label, target=found.target)
                for found in find_references(text)
            ]
        for position, reference in enumerate(references):
            reference.revision, reference.position = revision, position
            self.look_up(reference)
        return references

    def look_up(self, reference: Reference) -> None:
        """Decide where a reference leads now."""
        if reference.place == Reference.Place.SUBJECT:
            citation = CardCitation(**reference.revision.cards[reference.position])
            target, resolution = Target.CARD, self.targets.catalogue.resolve(citation)
        else:
            target, resolution = self.targets.resolve(reference.target)
        reference.edition = self.edition
        reference.status = Reference.Status(resolution.status.value)
        found = resolution.ids[0] if resolution.status is Status.RESOLVED else None
        reference.card_id = found if target is Target.CARD else None
        reference.ruling_id = found if target is Target.RULING else None


def link(revisions: Iterable[Revision], *, edition: Edition, catalogue: Catalogue) -> None:
    """Write the references of new revisions, and try again those that the edition carried over unresolved."""
    linker = Linker(edition, catalogue)
    Reference.objects.bulk_create(
        (reference for revision in revisions for reference in linker.references_of(revision)), batch_size=BATCH
    )
    carried_over = _references_in(edition).open().exclude(edition=edition)
    _look_up_again(linker, carried_over)


def relink_restored(edition: Edition, *, withdrawn: Edition) -> None:
    """Undo what a withdrawn edition resolved among the references of the one that is in force again."""
    catalogue = load_catalogue(edition.document.game, only_shown=True)
    _look_up_again(Linker(edition, catalogue), _references_in(edition).filter(edition=withdrawn))


def relink_game(game: Game) -> None:
    """Try the open references of a game again, because its catalogue has grown."""
    catalogue = load_catalogue(game)
    for document in Document.objects.published().filter(game=game).select_related("current"):
        edition = document.current
        if edition is not None:
            _look_up_again(Linker(edition, catalogue), _references_in(edition).open())


def _references_in(edition: Edition) -> ReferenceQuerySet:
    standing = Change.objects.filter(edition=edition).standing()
    return Reference.objects.filter(revision__in=standing.values("revision")).select_related("revision")


def _look_up_again(linker: Linker, references: Iterable[Reference]) -> None:
    again = list(references)
    for reference in again:
        linker.look_up(reference)
    Reference.objects.bulk_update(again, ["status", "card", "ruling", "edition"], batch_size=BATCH)
