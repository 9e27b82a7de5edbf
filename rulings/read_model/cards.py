"""Cards as they are shown: which rulings are about them, and what holds for them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Q
from django.db.models.functions import Coalesce

from importers.folding import fold
from importers.records import ChangeKind, Kind
from rulings.models import Card, Change, Document, Game, Reference
from rulings.read_model import addresses
from rulings.read_model.card_text import first_line
from rulings.read_model.effective import Texts
from rulings.read_model.records.cards import (
    CardRecord,
    CardStatus,
    EffectiveRecord,
    PrintedRecord,
    ShownCardRecord,
    StatusDetail,
)
from rulings.read_model.rulings import about, weight_of, with_wording

TITLES = {CardStatus.BANNED: "Banned", CardStatus.RESTRICTED: "Restricted", CardStatus.ERRATA: "Has errata"}
# The filter for what the newest edition changed; it is not marked next to a card.
CHANGED = "changed"


@dataclass
class TitleRulings:
    """The rulings about a title, heaviest authority first, and those that mention it."""

    errata: list[Change] = field(default_factory=list)
    listings: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)
    mentions: list[Change] = field(default_factory=list)

    def add(self, change: Change) -> None:
        """One more that is about it."""
        parts = {Kind.ERRATUM: self.errata, Kind.LISTING: self.listings}
        parts.get(Kind(change.ruling.kind), self.others).append(change)

    @property
    def about(self) -> list[Change]:
        return [*self.errata, *self.listings, *self.others]

    @property
    def grounds(self) -> dict[CardStatus, Change]:
        """What holds for the title, the most serious first, and the weightiest ruling that says so."""
        found: dict[CardStatus, Change] = {}
        for change in self.listings:
            found.setdefault(CardStatus(change.ruling.list_name), change)
        if self.errata:
            found[CardStatus.ERRATA] = self.errata[0]
        return {status: found[status] for status in CardStatus if status in found}

    def formats(self, status: CardStatus) -> list[str]:
        """The ways of playing in which a title is on a list; empty if it is on it in all."""
        formats = {one.ruling.format for one in self.listings if one.ruling.list_name == status}
        return [] if "" in formats else sorted(formats)


def by_card(changes: Iterable[Change], same: Mapping[int, int]) -> dict[int, TitleRulings]:
    """By the first printing of a card, the rulings among some that are about it, or mention it.

    They count for every printing that is the same card (`same`, from rulings/read_model/same.py). The changes come from
    `with_wording`.
    """
    cards: dict[int, TitleRulings] = defaultdict(TitleRulings)
    for change in sorted(changes, key=weight_of):
        own = {same.get(card.pk, card.pk) for card in about(change)}
        for card in own:
            cards[card].add(change)
        mentioned = {same.get(one.card.pk, one.card.pk) for one in change.references.all() if one.card}
        for card in mentioned - own:
            cards[card].mentions.append(change)
    return cards


def changed_cards(game: Game) -> set[int]:
    """The cards that the publishers' newest editions changed something for; our corrections are not their changes."""
    shown = Document.objects.shown().filter(game=game)
    newest = list(shown.values_list(Coalesce("current__corrects", "current"), flat=True))
    published = Count("editions", filter=Q(editions__state="published", editions__corrects=None))
    again = set(shown.annotate(published=published).filter(published__gt=1).values_list("pk", flat=True))
    changes = Change.objects.standing().filter(edition__in=newest)
    # A first edition adds everything; what it changed is told by its tags, if it prints them.
    told = changes.filter(~Q(kind=ChangeKind.SAME) & Q(ruling__document__in=again) | ~Q(revision__version_tag=""))
    changed = {
        card.pk
        for change in with_wording(told).iterator(chunk_size=500)
        if change.revision
        and ((change.kind != ChangeKind.SAME and change.ruling.document_id in again) or _is_tagged_new(change))
        for card in about(change)
    }
    removed = Change.objects.filter(edition__in=newest, kind=ChangeKind.REMOVED).values("ruling")
    left = Reference.objects.filter(place=Reference.Place.SUBJECT, card__isnull=False, change__ruling__in=removed)
    return changed | set(left.values_list("card", flat=True))


def _is_tagged_new(change: Change) -> bool:
    tag = change.revision.version_tag if change.revision else ""
    return tag.removeprefix("v") == change.edition.label


def card_record(
    card: Card,
    statuses: Sequence[CardStatus] = (),
    *,
    printed: PrintedRecord | None = None,
    effective: EffectiveRecord | None = None,
) -> CardRecord:
    """One card."""
    now = effective["text"] if effective and effective["text"] is not None else printed["text"] if printed else None
    return {
        "type": "card",
        "id": addresses.card_id(card),
        "game": card.card_set.game.slug,
        "set": card.card_set.name,
        "set_id": addresses.set_id(card.card_set),
        "pack": card.pack.name if card.pack else None,
        "number": card.number or None,
        "name": card.name,
        "subtitle": card.subtitle or None,
        "external_id": card.external_id or None,
        "card_type": card.card_type or None,
        "facts": card.facts,
        "first_line": first_line(now) if now else None,
        "statuses": list(statuses),
        "url": addresses.of_card(card),
        "printed": printed,
        "effective": effective,
    }


def version_of(card: CardRecord) -> str:
    """Which of the cards of a title it is: its set and number, and its subtitle."""
    place = " ".join(filter(None, (card["pack"] or card["set"], card["number"])))
    return f"{card['subtitle']}, {place}" if card["subtitle"] else place


def says_now(card: CardRecord) -> str:
    """What a card says now, as far as it is known here."""
    effective, printed = card["effective"], card["printed"]
    if effective and effective["text"] is not None:
        return effective["text"]
    return printed["text"] if printed else ""


def shown_card(
    card: Card,
    rulings: TitleRulings,
    texts: Texts,
    *,
    printings: Sequence[Card],
    namesakes: Sequence[Card],
    statuses: Mapping[int, Sequence[CardStatus]],
) -> ShownCardRecord:
    """A card with what its page says at a glance, among its printings and the other cards of its title."""
    printed, effective = texts.printed_record(card), texts.effective_record(card, rulings.errata)
    return {
        **card_record(card, statuses.get(card.pk, ()), printed=printed, effective=effective),
        "game_name": card.card_set.game.name,
        "set_url": addresses.of_set(card.card_set),
        "errata_url": f"{addresses.of_set(card.card_set)}errata-sheet/",
        "details": [
            _detail(status, change, card, formats=rulings.formats(status)) for status, change in rulings.grounds.items()
        ],
        "printings": [card_record(one, statuses.get(one.pk, ())) for one in printings],
        "namesakes": [card_record(one, statuses.get(one.pk, ())) for one in namesakes],
        "html": texts.html_of(card, effective),
    }


def titled(status: CardStatus, formats: Sequence[str]) -> str:
    """A status as it is shown, with the ways of playing that it holds for."""
    return f"{TITLES[status]} ({', '.join(formats)})" if formats else TITLES[status]


def _detail(status: CardStatus, change: Change, card: Card, *, formats: Sequence[str]) -> StatusDetail:
    ruling = change.ruling
    anchor = f"#{ruling.document.slug}-{ruling.slug}"
    other = next(iter(printed_for(change, card)), None)
    return {
        "name": status,
        "title": titled(status, formats),
        "formats": list(formats),
        "edition_title": change.edition.title,
        "url": anchor
        if status is CardStatus.ERRATA
        else addresses.of_list(ruling.document.game.slug, ruling.list_name),
        "printed_for": f"{other.card_set.name} {other.number}".strip() if other else "",
    }


def printed_for(change: Change, card: Card) -> list[Card]:
    """The cards that a ruling is about, if a card that it is shown for only shares their title."""
    named = about(change)
    return [] if card.pk in {one.pk for one in named} else named


def letter_of(name: str) -> str:
    """The letter under which a name is found; "#" for a digit or sign."""
    first = fold(name)[:1]
    return first if first.isalpha() else "#"
