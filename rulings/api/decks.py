"""The deck check."""

from typing import Any

from django.http import HttpRequest
from ninja import Router
from ninja.errors import HttpError
from pydantic import BaseModel, Field

from rulings.api.asking import NO_NUL, answered
from rulings.api.schemas import DeckRecord
from rulings.selectors.cards import LONGEST_DECK, DeckError, check_deck, deck_record

router = Router(tags=["decks"])


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


@router.post("/decks/check", response=DeckRecord, url_name="deck-check", summary="Check a deck")
@answered
def check(request: HttpRequest, body: Deck) -> dict[str, Any]:
    """Whether a deck is legal, every erratum and ruling that touches it, and what changed for it. Nothing is stored."""
    try:
        return deck_record(check_deck(body.deck, game=body.game, edition=body.edition, since=body.since))
    except DeckError as error:
        raise HttpError(422, str(error)) from error
