"""Cards: their pages, lists and sheets, cards to browse and to find, and decks."""

from rulings.selectors.cards.browsing import STATUSES, Narrowing, browse
from rulings.selectors.cards.catalogue import card_records, cards, cards_wanted, set_record, set_records
from rulings.selectors.cards.deckdata import deck_record
from rulings.selectors.cards.decks import LONGEST_DECK, DeckError, check_deck, editions_to_check
from rulings.selectors.cards.lists import errata_sheet, list_page, list_record
from rulings.selectors.cards.page import CardPage, card_detail, card_page, find_card, follow_card
from rulings.selectors.cards.pairs import CardPair, card_pair, pair_record
from rulings.selectors.cards.past import card_page_at
from rulings.selectors.cards.sheets import sheet_for_judges

__all__ = [
    "LONGEST_DECK",
    "STATUSES",
    "CardPage",
    "CardPair",
    "DeckError",
    "Narrowing",
    "browse",
    "card_detail",
    "card_page",
    "card_page_at",
    "card_pair",
    "card_records",
    "cards",
    "cards_wanted",
    "check_deck",
    "deck_record",
    "editions_to_check",
    "errata_sheet",
    "find_card",
    "follow_card",
    "list_page",
    "list_record",
    "pair_record",
    "set_record",
    "set_records",
    "sheet_for_judges",
]
