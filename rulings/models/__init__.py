"""The model: the catalogue of cards, the documents and their editions, the rulings and their history."""

from rulings.models.catalogue import Alias, Card, CardSet, Game, Pack
from rulings.models.desk import CardAlias, FormerAddress, Manuscript
from rulings.models.rulings import (
    Change,
    Clarification,
    Erratum,
    Listing,
    Question,
    Reference,
    Revision,
    Ruling,
    Step,
    Summary,
)
from rulings.models.searching import Phrasing, Synonym, UnansweredSearch
from rulings.models.sources import Document, Edition, Finding, Source
from rulings.models.state import SiteState

__all__ = [
    "Alias",
    "Card",
    "CardAlias",
    "CardSet",
    "Change",
    "Clarification",
    "Document",
    "Edition",
    "Erratum",
    "Finding",
    "FormerAddress",
    "Game",
    "Listing",
    "Manuscript",
    "Pack",
    "Phrasing",
    "Question",
    "Reference",
    "Revision",
    "Ruling",
    "SiteState",
    "Source",
    "Step",
    "Summary",
    "Synonym",
    "UnansweredSearch",
]
