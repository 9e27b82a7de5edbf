"""Errata sheets: everything that corrects or lists the cards of a set, to be printed."""

from dataclasses import dataclass

from rulings.models import CardSet, Change, Edition, Reference
from rulings.selectors.rulings import any_from_digest, with_wording


@dataclass(frozen=True)
class ErrataSheet:
    """Everything that corrects or lists the titles of a set, whichever printing it names."""

    errata: list[Change]
    listings: list[Change]

    @property
    def has_digest(self) -> bool:
        return any_from_digest([*self.errata, *self.listings])

    @property
    def editions(self) -> list[Edition]:
        """What the sheet rests on."""
        found = {change.edition_id: change.edition for change in (*self.errata, *self.listings)}
        return list(found.values())


def errata_sheet(card_set: CardSet) -> ErrataSheet:
    """What corrects or lists the cards of a set, in the order of its cards."""
    orders = {name: (order, name) for name, order in card_set.cards.shown().values_list("folded_name", "number_order")}
    about = Reference.objects.filter(
        place=Reference.Place.SUBJECT,
        card__card_set__game=card_set.game,
        card__folded_name__in=card_set.cards.values("folded_name"),
        change__in=Change.objects.in_force(),
        change__ruling__kind__in=["erratum", "listing"],
    )
    places: dict[int, tuple[int, str]] = {}
    for change, name in about.values_list("change", "card__folded_name"):
        place = orders.get(name, (0, name))
        places[change] = min(places.get(change, place), place)
    changes = sorted(
        with_wording(Change.objects.filter(pk__in=about.values("change"))), key=lambda change: places[change.pk]
    )
    return ErrataSheet(
        errata=[change for change in changes if change.ruling.kind == "erratum"],
        listings=[change for change in changes if change.ruling.kind == "listing"],
    )
