"""The model: the catalogue of cards, the documents and their editions, the rulings and their history."""

from rulings.models.catalogue import Alias, Card, CardSet, CardText, DeckLimit, Game, Pack, Term
from rulings.models.desk import (
    Announcement,
    CardAlias,
    Comment,
    Confirmation,
    FormerAddress,
    Handover,
    Manuscript,
    MistakeReport,
    ReleaseNote,
    Verdict,
)
from rulings.models.effective import EffectiveDecision, ErratumInstruction
from rulings.models.rulings import Change, Reference, Revision, Ruling, Summary
from rulings.models.searching import Phrasing, Synonym, UnansweredSearch
from rulings.models.shown import ShownCard, ShownDocument, ShownEdition, ShownGame, ShownRuling
from rulings.models.sources import Document, Edition, Finding, Source
from rulings.models.state import SiteState
from rulings.models.telling import Delivery, Webhook

__all__ = [
    "Alias",
    "Announcement",
    "Card",
    "CardAlias",
    "CardSet",
    "CardText",
    "Change",
    "Comment",
    "Confirmation",
    "DeckLimit",
    "Delivery",
    "Document",
    "Edition",
    "EffectiveDecision",
    "ErratumInstruction",
    "Finding",
    "FormerAddress",
    "Game",
    "Handover",
    "Manuscript",
    "MistakeReport",
    "Pack",
    "Phrasing",
    "Reference",
    "ReleaseNote",
    "Revision",
    "Ruling",
    "ShownCard",
    "ShownDocument",
    "ShownEdition",
    "ShownGame",
    "ShownRuling",
    "SiteState",
    "Source",
    "Summary",
    "Synonym",
    "Term",
    "UnansweredSearch",
    "Verdict",
    "Webhook",
]
