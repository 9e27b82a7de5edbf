"""The deck check."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Router, Schema
from ninja.errors import HttpError
from pydantic import BaseModel, Field

from rulings.api.asking import NO_NUL
from rulings.api.schemas import CardRecord, ChangeRecord, RulingRecord
from rulings.selectors.data.sharing import deck_record
from rulings.selectors.decks import LONGEST_DECK, DeckError, check_deck

router = Router(tags=["decks"])

Status = Literal["banned", "restricted", "errata"]


class Deck(BaseModel):
    deck: str = Field(
        max_length=LONGEST_DECK,
        pattern=NO_NUL,
        description="One card a line, as text or Markdown; or an OCTGN deck (.o8d)",
        json_schema_extra={"example": "3x Hound of Tindalos\n2x Shotgun (Core Set F14)"},
    )
    game: str = Field("", max_length=200, pattern=NO_NUL, description="None: the one that knows most of the cards")
    edition: str = Field("", max_length=300, pattern=NO_NUL, description="The id of an edition to check it by")
    since: str = Field("", max_length=300, pattern=NO_NUL, description="The id of an edition to compare with")


class DeckCardRecord(Schema):
    """A line of a deck whose card is known."""

    line: int
    text: str
    section: str | None = Field(description="The heading that it stands under")
    count: int
    card: CardRecord
    statuses: list[Status] = Field(description="By the editions that the deck is checked by")
    note: str | None


class UnknownRecord(Schema):
    """A line whose card is not known; if it is spelt right, no document here corrects, lists or mentions it."""

    line: int
    text: str
    section: str | None
    count: int
    name: str
    suggestions: list[str]


class SkippedRecord(Schema):
    """A remark or a heading."""

    line: int
    text: str


class TitleRecord(Schema):
    """What corrects, lists and rules one title of the deck."""

    name: str
    errata: list[RulingRecord]
    listings: list[RulingRecord]
    rulings: list[RulingRecord]


class DeckRecord(Schema):
    """Everything that is known about a deck."""

    game: str
    editions: list[str] = Field(description="The ids of the editions that it was checked by")
    legal: bool | None = Field(description="By the restricted and banned lists alone; null: they do not say")
    reasons: list[str]
    copies: int
    cards: list[DeckCardRecord]
    unknown: list[UnknownRecord]
    skipped: list[SkippedRecord]
    titles: list[TitleRecord]
    mentions: list[RulingRecord]
    since: str | None
    changes: list[ChangeRecord] = Field(description="What has changed for the deck since that edition")


@router.post("/decks/check", response=DeckRecord, url_name="deck-check", summary="Check a deck")
def check(request: HttpRequest, body: Deck) -> dict[str, Any]:
    """Whether a deck is legal, every erratum and ruling that touches it, and what changed for it. Nothing is stored."""
    try:
        return deck_record(check_deck(body.deck, game=body.game, edition=body.edition, since=body.since))
    except DeckError as error:
        raise HttpError(422, str(error)) from error
