"""Writes the references of an edition: to the cards its rulings are about, and to what their texts mention."""

from collections.abc import Iterable, Sequence

from django.db.models import Prefetch

from importers.citing import Citation, Citer, Origin
from importers.records import CardCitation, Kind, Scope
from importers.resolving import Catalogue, Status
from importers.targets import Target, Targets
from rulings.models import Change, Document, Edition, Game, Reference, Revision
from rulings.read_model.known import load_catalogue, record_of
from rulings.services.facts import shipped_facts

BATCH = 500


class Linker:
    """Looks references up in one edition and in the catalogue of its game."""

    def __init__(self, changes: Iterable[Change], *, catalogue: Catalogue, game: Game) -> None:
        steps = Change.objects.in_force().filter(ruling__document__game=game, ruling__kind=Kind.STEP)
        charts = steps.values_list("ruling_id", "revision__heading_path", "revision__key")
        self.targets = Targets(
            catalogue,
            ((change.ruling_id, record_of(change.revision, change.ruling)) for change in changes if change.revision),
            charted=((ruling, path[-1], key) for ruling, path, key in charts),
        )
        self.citer = Citer(self.targets, terms=shipped_facts().of(game.name).terms)

    def references_of(self, change: Change) -> list[Reference]:
        """All references of a ruling in an edition, looked up but not saved; its cards come first."""
        revision = change.revision
        if revision is None:
            return []
        references = [
            Reference(place=Reference.Place.SUBJECT, label=card["name"], target=card["name"]) for card in revision.cards
        ]
        for place, text in ((Reference.Place.TITLE, revision.title), (Reference.Place.TEXT, revision.text)):
            # Where cards stand in place of a title, they are in the title already.
            if place is Reference.Place.TEXT or not _is_headed_by_cards(change):
                references += [_reference(citation, place) for citation in self.citer.find(text)]
        for position, reference in enumerate(references):
            reference.change, reference.position = change, position
            self._look_up(reference, revision)
        return _without_idle_mentions(references)

    def _look_up(self, reference: Reference, revision: Revision) -> None:
        """Decide where a reference leads."""
        if reference.place == Reference.Place.SUBJECT:
            citation = CardCitation(**revision.cards[reference.position])
            target, resolution = Target.CARD, self.targets.catalogue.resolve(citation)
        else:
            target, resolution = self.targets.resolve(reference.target)
        found = resolution.ids[0] if resolution.status is Status.RESOLVED else None
        reference.leads_to = target
        reference.status = resolution.status
        reference.card_id = found if target is Target.CARD else None
        reference.ruling_id = found if target is Target.RULING else None


def link(changes: Sequence[Change], *, catalogue: Catalogue, game: Game) -> None:
    """Write the references of a new edition, given its changes."""
    linker = Linker(changes, catalogue=catalogue, game=game)
    Reference.objects.bulk_create(
        (reference for change in changes for reference in linker.references_of(change)), batch_size=BATCH
    )


def relink(game: Game, *, but: Edition | None = None) -> set[int]:
    """Look up again all references in force of a game, because its catalogue has changed; the documents affected.

    `but` is an edition that has been linked just now.
    """
    # One at a time: the one who waits then sees what the other one has linked.
    Game.objects.select_for_update().get(pk=game.pk)
    catalogue = load_catalogue(game)
    documents = Document.objects.published().filter(game=game).select_related("current")
    return {
        document.pk
        for document in documents
        if document.current not in (None, but) and _relink_edition(document.current, catalogue, game)
    }


def _relink_edition(edition: Edition, catalogue: Catalogue, game: Game) -> bool:
    ordered = Prefetch("references", queryset=Reference.objects.order_by("position"))
    changes = list(edition.changes.standing().select_related("revision", "ruling__document").prefetch_related(ordered))
    linker = Linker(changes, catalogue=catalogue, game=game)
    stale: list[int] = []
    news: list[Reference] = []
    for change in changes:
        found = linker.references_of(change)
        if [_content(reference) for reference in found] != [_content(one) for one in change.references.all()]:
            stale.append(change.pk)
            news += found
    for start in range(0, len(stale), BATCH):
        Reference.objects.filter(change__in=stale[start : start + BATCH]).delete()
    Reference.objects.bulk_create(news, batch_size=BATCH)
    return bool(stale)


def _reference(citation: Citation, place: Reference.Place) -> Reference:
    found = citation.found
    return Reference(
        place=place,
        origin=citation.origin,
        start=found.start,
        end=found.end,
        label=found.label,
        target=found.target,
    )


def _is_headed_by_cards(change: Change) -> bool:
    return change.ruling.kind == Kind.LISTING or change.ruling.scope == Scope.CARD


def _without_idle_mentions(references: list[Reference]) -> list[Reference]:
    """Leave out mentions of the very cards that a ruling is about, and of names that several cards have."""
    idle = {None, *(one.card_id for one in references if one.place == Reference.Place.SUBJECT)}
    kept = [one for one in references if one.origin == Origin.PRINTED or one.card_id not in idle]
    for position, reference in enumerate(kept):
        reference.position = position
    return kept


def _content(reference: Reference) -> tuple[object, ...]:
    """All that makes a reference what it is."""
    return (
        reference.place,
        reference.origin,
        reference.start,
        reference.end,
        reference.target,
        reference.leads_to,
        reference.status,
        reference.card_id,
        reference.ruling_id,
    )
