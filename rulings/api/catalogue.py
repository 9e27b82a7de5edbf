"""Games, card sets and cards."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Router
from ninja.errors import HttpError
from pydantic import BaseModel, Field

from rulings.api.asking import (
    NO_NUL,
    CardPart,
    GamePart,
    OfGame,
    OnPage,
    PageParameters,
    SetPart,
    answered,
    page_of,
    reading,
    text,
)
from rulings.api.schemas import BatchRecord, DeckRecord, ErrataSheetRecord, Paged, Wanted
from rulings.read_model.records.cards import CardDetail, CardRecord, GameRecord, PairRecord, SetRecord
from rulings.read_model.stored import as_ruling
from rulings.selectors import cards as found_cards
from rulings.selectors.cards import LONGEST_DECK, DeckError, check_deck, deck_record
from rulings.selectors.site import find_card_set, find_game, game_frames

router = Router(tags=["games and cards"])

MOST_WANTED = 100


class CardParameters(OfGame):
    set: str = text(description="The last part of a set's id, its name or an alias", example="core-set", length=200)
    pack: str = text(description="The name of a pack", length=200)
    name: str = text(description="The exact name; case, accents and punctuation do not matter", length=200)
    like: str = text(description="A part of a name, or a misspelt one; the most alike first", length=200)
    number: str = text(description="The collector number as printed", example="F110")
    letter: str = text(description="The first letter of the name; # for others", length=1)
    status: Literal["", "errata", "restricted", "banned", "changed"] = Field(
        "", description="What holds for the title; changed: by the newest edition"
    )


class Batch(BaseModel):
    cards: list[Wanted] = Field(
        max_length=MOST_WANTED,
        json_schema_extra={"example": [{"name": "Hound of Tindalos", "game": "CoC"}]},
        description=f"At most {MOST_WANTED}",
    )


@reading(router, "/games", response=Paged[GameRecord], url_name="home", summary="List the games")
def games(request: HttpRequest, paging: Query[PageParameters]) -> dict[str, Any]:
    """All games that have something to show."""
    return page_of(request, game_frames(), paging, lambda some: [_as_game(one) for one in some])


@reading(router, "/games/{label:game}", response=GameRecord, url_name="game", summary="Get a game")
def game(request: HttpRequest, game: GamePart) -> dict[str, Any]:
    """A game with what is in it."""
    return _as_game(find_game(game))


@reading(router, "/sets", response=Paged[SetRecord], url_name="sets", summary="List card sets")
def sets(
    request: HttpRequest,
    of: Query[OfGame],
    paging: Query[PageParameters],
) -> dict[str, Any]:
    """The card sets of a game, or of all."""
    return page_of(request, found_cards.set_records(of.game), paging, list)


@reading(router, "/sets/{label:game}/{label:card_set}", response=SetRecord, url_name="card-set", summary="Get a set")
def card_set(request: HttpRequest, game: GamePart, card_set: SetPart) -> Any:
    """A card set; /cards?game=&set= has its cards."""
    return found_cards.set_record(find_card_set(game, slug=card_set))


@reading(
    router,
    "/sets/{label:game}/{label:card_set}/errata",
    response=ErrataSheetRecord,
    url_name="set-errata",
    summary="Get the errata sheet of a set",
)
def set_errata(request: HttpRequest, game: GamePart, card_set: SetPart, paging: Query[OnPage]) -> dict[str, Any]:
    """Everything that corrects or lists the cards of a set, in the order of its cards."""
    found = find_card_set(game, slug=card_set)
    sheet = found_cards.errata_sheet(found, number=paging.page)
    return {
        "set": found_cards.set_record(found),
        "page": sheet.paging.number,
        "pages": sheet.paging.paginator.num_pages,
        "errata": [as_ruling(ruling) for ruling in sheet.errata],
        "listings": [as_ruling(ruling) for ruling in sheet.listings],
    }


@reading(router, "/cards", response=Paged[CardRecord], url_name="cards", summary="Find cards")
def cards(request: HttpRequest, parameters: Query[CardParameters], paging: Query[PageParameters]) -> dict[str, Any]:
    """Cards by name, exact or misspelt, by game, set, number and status."""
    wanted = parameters.dict()
    found = found_cards.cards(card_set=wanted.pop("set"), **wanted)
    return page_of(request, found, paging, found_cards.card_records)


@router.post("/cards/batch", response=BatchRecord, url_name="cards-batch", summary="Get many cards at once")
@answered
def batch(request: HttpRequest, body: Batch) -> dict[str, Any]:
    """Up to 100 cards, each by its id or by its name; a name alone finds all its printings. Nothing is stored."""
    found, missing = found_cards.cards_wanted(one.model_dump() for one in body.cards)
    return {"found": found, "missing": missing}


@reading(
    router,
    "/cards/{label:game}/{label:card_set}/{label:card}",
    response=CardDetail,
    url_name="card",
    summary="Get a card",
)
def card(request: HttpRequest, game: GamePart, card_set: SetPart, card: CardPart) -> Any:
    """A card: what it says now, and everything that is ruled about it."""
    return found_cards.card_detail(found_cards.card_page(found_cards.find_card(game, set_slug=card_set, slug=card)))


@reading(
    router,
    "/cards/{label:game}/pair/{label:first_set}/{label:first}/{label:second_set}/{label:second}",
    response=PairRecord,
    url_name="card-pair",
    summary="Get two cards and what holds for both",
)
def pair(
    request: HttpRequest, game: GamePart, first_set: SetPart, first: CardPart, second_set: SetPart, second: CardPart
) -> Any:
    """Two cards of a game: the rulings that name both, and what their texts share."""
    return found_cards.pair_record(found_cards.card_pair(game, (first_set, first), (second_set, second)))


def _as_game(game: Any) -> dict[str, Any]:
    return {key: game[key] for key in GameRecord.__annotations__}


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


@router.post("/decks/check", response=DeckRecord, url_name="deck-check", summary="Check a deck", tags=["decks"])
@answered
def check(request: HttpRequest, body: Deck) -> dict[str, Any]:
    """Whether a deck is legal, every erratum and ruling that touches it, and what changed for it. Nothing is stored."""
    try:
        return deck_record(check_deck(body.deck, game=body.game, edition=body.edition, since=body.since))
    except DeckError as error:
        raise HttpError(422, str(error)) from error
