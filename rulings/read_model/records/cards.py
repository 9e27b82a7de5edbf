"""Cards, card sets and games."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from importers.records import ListName
from rulings.read_model.records import PATH, a_date, said
from rulings.read_model.records.documents import DelistingRecord, DocumentRecord, EditionRecord
from rulings.read_model.records.rulings import ChangeRecord, RulingRecord


class CardStatus(StrEnum):
    """What holds for a card at a glance, the most serious first."""

    BANNED = "banned"
    RESTRICTED = "restricted"
    ERRATA = "errata"


class PrintedRecord(TypedDict):
    """What a card says on paper, from a catalogue; icons are in square brackets, emphasis is Markdown."""

    text: Annotated[str, said("", "Action: Exhaust a character with at least 2 [Terror] icons to …")]
    back_text: str | None
    catalogue: Annotated[str, said("The file or folder that it came from", "call-of-cthulhu")]
    imported_on: Annotated[str, said("", "2026-11-18")]
    corrected_on: Annotated[str | None, said("When the catalogue’s maker worked errata into the text, if he says so")]
    original: Annotated[dict[str, Any], said("The row as the catalogue has it, by the names of its columns")]


class EffectiveErratum(TypedDict):
    """One erratum of a card, and what came of it."""

    ruling: Annotated[str, said("The id of the ruling", "call-of-cthulhu/faq/hound-of-tindalos")]
    title: str
    url: Annotated[str, said(PATH)]
    edition_title: str
    outcome: Annotated[str, said("applied, already, note or impossible", "applied")]
    said: Annotated[str, said("The same in plain words", "Put in word by word, from FAQ 3.2")]
    reasons: Annotated[list[str], said("Why it could not be put in")]
    steps: Annotated[list[dict[str, Any]], said("The instructions that the erratum was read as, each with its outcome")]


class EffectiveRecord(TypedDict):
    """What a card says now: its printed text with the errata in force put in."""

    text: Annotated[str | None, said("Null: only facts of the card are known here")]
    outcome: Annotated[str, said("The least sure one of its errata: impossible, note, applied or already", "applied")]
    fields: Annotated[dict[str, Any], said("By its name, what a field was and is now; or what was added")]
    errata: list[EffectiveErratum]
    decision: Annotated[str | None, said("What an editor decided: confirmed, corrected or refused")]
    reason: Annotated[str | None, said("Why")]
    basis: Annotated[str, said("Of the printed text and the errata that it was worked out from")]
    is_to_be_checked: Annotated[bool, said("An editor’s decision does not hold any more: text or errata have changed")]


class ExportedCard(TypedDict):
    """A card as `manage.py export` writes it."""

    type: Literal["card"]
    game: Annotated[str, said("", "call-of-cthulhu")]
    set: Annotated[str, said("", "Core Set")]
    pack: str | None
    number: Annotated[str | None, said("As printed", "F110")]
    name: Annotated[str, said("", "Hound of Tindalos")]
    url: Annotated[str, said(PATH, "/call-of-cthulhu/cards/core-set/F110-hound-of-tindalos/")]
    subtitle: Annotated[str | None, said("", "The Waitress")]
    external_id: Annotated[str | None, said("What its catalogue knows it by", "01004")]
    card_type: Annotated[str | None, said("", "Character")]
    facts: Annotated[dict[str, Any], said("Cost, traits, statistics and the like, by their names")]
    printed: Annotated[PrintedRecord | None, said("What it says on paper; null: not known here")]
    effective: Annotated[EffectiveRecord | None, said("With the errata put in; null: it has none")]


class CardRecord(ExportedCard):
    """One title in one set."""

    id: Annotated[str, said("Permanent; a merged card's redirects", "call-of-cthulhu/core-set/F110-hound-of-tindalos")]
    set_id: Annotated[str, said("", "call-of-cthulhu/core-set")]
    first_line: Annotated[str | None, said("The beginning of what it says now; null: no text is known here")]
    statuses: Annotated[
        list[CardStatus], said("What holds for it, the most serious first; empty: no erratum and no list is known")
    ]


class StatusDetail(TypedDict):
    """A status of a card, and the ruling that says so."""

    name: CardStatus
    title: str
    # The ways of playing that the list holds for; empty: for all.
    formats: list[str]
    edition_title: str
    url: str
    # The printing that the ruling names, if it is another card of the same title.
    printed_for: str


class ShownCardRecord(CardRecord):
    """A card as it is stored: with what its page says at a glance."""

    game_name: str
    set_url: str
    errata_url: str
    details: list[StatusDetail]
    # Other printings of this card, and other cards of its title.
    printings: list[CardRecord]
    namesakes: list[CardRecord]
    # Its texts as HTML: "printed", "back", "now", "difference".
    html: dict[str, str]


class _ListedTerm(TypedDict):
    list: Annotated[ListName | None, said("Of a list")]


class TermRecord(_ListedTerm):
    """What a list, a keyword or a term means, in our words."""

    slug: str
    name: str
    format: Annotated[str | None, said("The way of playing that the list holds for")]
    says: str
    source: Annotated[str, said("Where the rules say so")]
    source_url: Annotated[str | None, said("The ruling of this site that says so")]
    url: str


class CardDetail(CardRecord):
    """A card with everything that is ruled about it."""

    printings: Annotated[list[CardRecord], said("The other printings of this card")]
    namesakes: Annotated[list[CardRecord], said("Other cards of the same title, which say something else")]
    errata: Annotated[list[RulingRecord], said("What it says now, heaviest authority first")]
    listings: list[RulingRecord]
    rulings: Annotated[list[RulingRecord], said("Other rulings about it")]
    mentions: Annotated[list[RulingRecord], said("Rulings that mention it")]
    history: Annotated[list[ChangeRecord], said("Newest first")]
    terms: Annotated[list[TermRecord], said("What the lists it is on and the keywords of its text mean")]


class MenuEntry(TypedDict):
    name: str
    url: str


class PairRecord(TypedDict):
    """Two cards, and what holds for both."""

    cards: Annotated[list[CardDetail], said("Both, in the order of the address")]
    naming_both: Annotated[list[RulingRecord], said("The rulings that are about both, or mention both")]
    shared: Annotated[list[RulingRecord], said("The sections for words that both texts use")]
    charts: Annotated[list[MenuEntry], said("The timing charts in which both act")]


class SetRecord(TypedDict):
    """A cycle, deluxe box or edition of cards."""

    id: Annotated[str, said("Permanent", "call-of-cthulhu/core-set")]
    game: Annotated[str, said("", "call-of-cthulhu")]
    name: Annotated[str, said("", "Core Set")]
    packs: list[str]
    aliases: Annotated[list[str], said("", ["CS", "Core"])]
    cards: Annotated[int, said("How many of its cards are known here", 28)]
    url: Annotated[str, said(PATH, "/call-of-cthulhu/cards/core-set/")]


class GameRecord(TypedDict):
    """A card game."""

    id: Annotated[str, said("Permanent", "call-of-cthulhu")]
    name: Annotated[str, said("", "Call of Cthulhu")]
    short_name: Annotated[str | None, said("", "CoC")]
    colour: Annotated[str | None, said("", "#1d5c4a")]
    restricted_titles: Annotated[
        int | None, said("How many different restricted titles a deck may have; null: not known", 1)
    ]
    documents: Annotated[list[str], said("The ids of its documents", ["call-of-cthulhu/faq"])]
    rulings: Annotated[int, said("", 345)]
    cards: Annotated[int, said("", 139)]
    changed: Annotated[str | None, a_date("When something was published here last")]
    url: Annotated[str, said(PATH, "/call-of-cthulhu/")]


class GameDetail(GameRecord):
    """A game as it is stored: with its menu, counts, documents, editions and sets."""

    pk: int
    counts: list[tuple[int, str]]
    menu: list[MenuEntry]
    # Documents with the edition in force of each.
    shown_documents: list[DocumentRecord]
    editions: list[EditionRecord]
    latest: list[EditionRecord]
    sets: list[SetRecord]
    # The lists that cards are on, and by list those that left it, the last one first.
    lists: list[str]
    left: dict[str, list[DelistingRecord]]
    # Whether any document corrects or lists cards: if not, their silence says nothing.
    has_errata_known: bool
    # What the cards page counts: [set, pack, letter, statuses, cards, repeats], and [letter, statuses, titles]
    card_counts: list[list[Any]]
    title_counts: list[list[Any]]
    # What the home page suggests to search for.
    examples: dict[str, Any]
