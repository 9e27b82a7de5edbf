"""Cards with what is ruled about them, and the lists they are on."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Subquery
from django.urls import resolve

from rulings.models import Card, Change, Document, Edition, Game, Reference, Ruling
from rulings.selectors.documents import editions_of
from rulings.selectors.finding import MovedError, WithdrawnError, absence_at, find_game
from rulings.selectors.history import Event, editions_before, events_of
from rulings.selectors.rulings import any_from_digest, with_wording
from rulings.selectors.statuses import MARKED, statuses_of


@dataclass(frozen=True)
class Status:
    """What holds for a card at a glance, and the edition that says so."""

    name: str
    title: str
    change: Change

    @property
    def edition(self) -> Edition:
        return self.change.edition


@dataclass(frozen=True)
class CardRulings:
    """The rulings in force about a title, and those that mention it; they count for every printing."""

    printings: list[Card]
    errata: list[Change]
    listings: list[Change]
    others: list[Change]
    mentions: list[Change]

    @property
    def statuses(self) -> list[Status]:
        """The lists it is on, and whether it has errata; none if nothing is known against it."""
        listed = {
            change.ruling.list_name: Status(change.ruling.list_name, change.ruling.get_list_name_display(), change)
            for change in reversed(self.listings)
        }
        corrected = [Status("errata", "Has errata", self.errata[0])] if self.errata else []
        return [*(listed[name] for name in ("banned", "restricted") if name in listed), *corrected]

    @property
    def all(self) -> list[Change]:
        return [*self.errata, *self.listings, *self.others, *self.mentions]


@dataclass(frozen=True)
class CardPage:
    """What the page of a card shows."""

    card: Card
    rulings: CardRulings
    history: list[Event]
    # The editions in force in its game: what was looked through.
    editions: list[Edition]
    # Whether any of them corrects or lists cards: else their silence says nothing.
    has_errata_known: bool

    @property
    def printings(self) -> list[Card]:
        """The other printings of its title."""
        return [printing for printing in self.rulings.printings if printing != self.card]

    @property
    def has_digest(self) -> bool:
        return any_from_digest(self.rulings.all)


@dataclass(frozen=True)
class ListPage:
    """A restricted or banned list: its notes, who is on it since when, and who left it when."""

    notes: Sequence[Change]
    listings: Sequence[Change]
    left: Sequence[Change]

    @property
    def has_digest(self) -> bool:
        return any_from_digest(self.listings)


def find_card(game: Game, *, set_slug: str, slug: str) -> Card:
    """The card of that address."""
    cards = Card.objects.filter(card_set__game=game, card_set__slug=set_slug, slug=slug)
    card = cards.shown().select_related("card_set__game", "pack").first()
    if card is None:
        raise WithdrawnError if cards.exists() else absence_at(game, set_slug, slug)
    return card


def follow_card(game: str, *, set_slug: str, slug: str) -> Card:
    """The card of that address, or the one that it was merged into."""
    try:
        return find_card(find_game(game), set_slug=set_slug, slug=slug)
    except MovedError as moved:
        parts = resolve(moved.address).kwargs
        return find_card(find_game(parts["game"]), set_slug=parts["card_set"], slug=parts.get("card", ""))


def card_rulings(card: Card) -> CardRulings:
    """The rulings in force about a card, heaviest authority first, and those that mention it."""
    printings = list(
        Card.objects.shown()
        .filter(card_set__game=card.card_set.game, folded_name=card.folded_name)
        .select_related("card_set__game", "pack")
        .in_order()
    )
    citing = Reference.objects.filter(card__in=printings)
    naming = citing.filter(place=Reference.Place.SUBJECT).values("change")
    in_force = with_wording(Change.objects.in_force().heaviest_first())
    # A digest may say more plainly than its document what a ruling is about.
    about = Q(pk__in=naming) | Q(revision__summary__digest__in=naming)
    subjects = list(in_force.filter(about))
    by_kind = {kind: [change for change in subjects if change.ruling.kind == kind] for kind in Ruling.Kind.values}
    return CardRulings(
        printings=printings,
        errata=by_kind["erratum"],
        listings=by_kind["listing"],
        others=by_kind["clarification"] + by_kind["question"] + by_kind["step"],
        mentions=list(in_force.filter(pk__in=citing.values("change")).exclude(pk__in=[one.pk for one in subjects])),
    )


def card_page(card: Card) -> CardPage:
    """A card with what is ruled about it, and what has become of that over the editions."""
    rulings = card_rulings(card)
    return CardPage(
        card=card,
        rulings=rulings,
        history=events_of(_ever_about(rulings.printings)),
        editions=editions_of(card.card_set.game),
        has_errata_known=any(statuses_of(card.card_set.game).get(status) for status in MARKED),
    )


def _ever_about(printings: Sequence[Card]) -> list[int]:
    """The rulings that are, or in some edition were, about a card."""
    about = Reference.objects.filter(card__in=printings, place=Reference.Place.SUBJECT)
    shown = about.filter(change__ruling__document__in=Document.objects.shown())
    return list(shown.order_by().values_list("change__ruling", flat=True).distinct())


def lists_of(game: Game | None = None) -> list[tuple[Game, str]]:
    """The games and names of the lists that cards are on."""
    listed = Change.objects.in_force().filter(ruling__kind="listing").order_by().select_related(None)
    if game:
        listed = listed.filter(ruling__document__game=game)
    pairs = set(listed.values_list("ruling__document__game", "ruling__list_name"))
    games = Game.objects.in_bulk({pk for pk, _ in pairs})
    return sorted(((games[pk], name) for pk, name in pairs), key=lambda pair: (pair[0].name, pair[1]))


def list_page(game: Game, *, list_name: str) -> ListPage:
    """The listings of a game that are in force, and those that are no longer."""
    added = (
        Change.objects.in_published_editions()
        .filter(ruling=OuterRef("ruling"), kind=Change.Kind.ADDED)
        .order_by("-edition__position")
    )
    of_list = Q(ruling__document__game=game, ruling__list_name=list_name)
    listings = list(
        with_wording(Change.objects.in_force())
        .filter(of_list)
        .annotate(
            since=Subquery(added.values("edition__label")[:1]),
            since_date=Subquery(added.values("edition__date")[:1]),
            since_position=Subquery(added.values("edition__position")[:1]),
        )
        .annotate(since_is_first=~Exists(editions_before(OuterRef("since_position"))))
        .order_by("ruling__document", "position")
    )
    left = (
        Change.objects.in_published_editions()
        .filter(of_list, kind=Change.Kind.REMOVED, ruling__document__in=Document.objects.shown())
        .exclude(ruling__in=[change.ruling_id for change in listings])
        .select_related("previous", "edition__document__game", "ruling__document__game")
        .order_by("-edition__published_at", "position")
    )
    # What came back and left again is told once, as it left last.
    last_left = {change.ruling_id: change for change in reversed(left)}
    return ListPage(
        notes=_notes_of(listings),
        listings=listings,
        left=[change for change in left if last_left[change.ruling_id] is change],
    )


def _notes_of(listings: Sequence[Change]) -> list[Change]:
    """What the documents say right under the headings of these listings."""
    headings = {
        (change.edition_id, tuple(change.revision.heading_path[:level]))
        for change in listings
        if change.revision
        for level in range(1, len(change.revision.heading_path) + 1)
    }
    notes = with_wording(Change.objects.in_force()).filter(
        edition__in={edition for edition, _ in headings},
        ruling__kind="clarification",
        revision__title__in={path[-1] for _, path in headings},
    )
    return [
        note for note in notes if note.revision and (note.edition_id, tuple(note.revision.heading_path)) in headings
    ]
