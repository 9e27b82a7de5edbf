"""The rows of the read model for cards."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from importers.folding import fold_number
from rulings.models import Card, Change, Document, Game, Reference, ShownCard
from rulings.read_model import addresses
from rulings.read_model.cards import TitleRulings, changed_cards, letter_of, shown_card
from rulings.read_model.effective import Texts
from rulings.read_model.records.cards import CardStatus
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.stored import dump

Events = Mapping[int, Sequence[tuple[Change, ChangeRecord]]]


def card_rows(
    game: Game,
    cards: Sequence[Card],
    by_first: Mapping[int, TitleRulings],
    same: Mapping[int, int],
    texts: Texts,
    events: Events,
) -> list[ShownCard]:
    """A row for each card that a game shows."""
    of_title: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        of_title[card.folded_name].append(card)
    # What holds counts for every printing of a card.
    statuses = {card.pk: list(by_first[same[card.pk]].grounds) for card in cards if same[card.pk] in by_first}
    changed = {same.get(pk, pk) for pk in changed_cards(game)}
    ever_about, nothing = _ever_about(game, by_first, same), TitleRulings()
    rows = []
    for card in cards:
        first = same[card.pk]
        rulings, own = by_first.get(first, nothing), statuses.get(card.pk, [])
        others = [one for one in of_title[card.folded_name] if one.pk != card.pk]
        history = sorted(
            (pair for ruling_id in ever_about.get(first, ()) for pair in events.get(ruling_id, ())),
            key=lambda pair: (pair[0].edition.published_at, pair[0].edition.position, -pair[0].position, -pair[0].pk),
            reverse=True,
        )
        parts = {part: [one.ruling_id for one in getattr(rulings, part)] for part in vars(nothing)}
        record = shown_card(
            card,
            rulings,
            texts,
            printings=[one for one in others if same[one.pk] == first],
            namesakes=[one for one in others if same[one.pk] != first],
            statuses=statuses,
        )
        rows.append(
            ShownCard(
                card=card,
                game_id=game.pk,
                card_set_id=card.card_set_id,
                pack_id=card.pack_id,
                path=addresses.card_id(card),
                first_printing=first,
                external_id=card.external_id,
                folded_name=card.folded_name,
                letter=letter_of(card.folded_name),
                number=fold_number(card.number),
                number_order=card.number_order,
                is_unnumbered=not card.number,
                set_order=card.card_set.position,
                pack_order=card.pack.position if card.pack else -1,
                is_banned=CardStatus.BANNED in own,
                is_restricted=CardStatus.RESTRICTED in own,
                has_errata=CardStatus.ERRATA in own,
                is_changed=first in changed,
                record=dump(record),
                rulings=dump(parts),
                history=dump([event for _, event in history]),
            )
        )
    return rows


def _ever_about(game: Game, by_first: Mapping[int, TitleRulings], same: Mapping[int, int]) -> dict[int, set[int]]:
    """By the first printing of a card, the rulings that are, or in some edition were, about it."""
    found: dict[int, set[int]] = defaultdict(set)
    for card, rulings in by_first.items():
        found[card].update(change.ruling_id for change in rulings.about)
    subjects = Reference.objects.filter(place=Reference.Place.SUBJECT, card__card_set__game=game)
    shown = subjects.filter(change__ruling__document__in=Document.objects.shown(), change__edition__state="published")
    for card, ruling_id in shown.order_by().values_list("card", "change__ruling"):
        found[same.get(card, card)].add(ruling_id)
    return found
