"""Games, card sets and cards."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import BaseModel, Field

from rulings.api.asking import NO_NUL, CardPart, GamePart, OfGame, PageParameters, SetPart, page_of, reading, text
from rulings.api.schemas import CardDetail, CardRecord, ErrataSheetRecord, GameRecord, Paged, SetRecord
from rulings.selectors.cards import card_page, find_card
from rulings.selectors.data import catalogue
from rulings.selectors.data.rulings import ruling_records
from rulings.selectors.finding import find_card_set, find_game
from rulings.selectors.sheets import errata_sheet

router = Router(tags=["games and cards"])

MOST_WANTED = 100


class CardParameters(OfGame):
    set: str = text(description="The last part of a set's id, its name or an alias", example="core-set", length=200)
    pack: str = text(description="The name of a pack", length=200)
    name: str = text(description="The exact name; case, accents and punctuation do not matter", length=200)
    like: str = text(description="A part of a name, or a misspelt one; the likest first", length=200)
    number: str = text(description="The collector number as printed", example="F110")
    letter: str = text(description="The first letter of the name; # for others", length=1)
    status: Literal["", "errata", "restricted", "banned", "changed"] = Field(
        "", description="What holds for the title; changed: by the newest edition"
    )


class Wanted(BaseModel):
    """A card that is asked for: by its id, or by its name and what else is known of it."""

    id: str = Field("", max_length=400, pattern=NO_NUL)
    name: str = Field("", max_length=200, pattern=NO_NUL)
    game: str = Field("", max_length=200, pattern=NO_NUL)
    set: str = Field("", max_length=200, pattern=NO_NUL)
    number: str = Field("", max_length=80, pattern=NO_NUL)


class Batch(BaseModel):
    cards: list[Wanted] = Field(
        max_length=MOST_WANTED,
        json_schema_extra={"example": [{"name": "Hound of Tindalos", "game": "CoC"}]},
        description=f"At most {MOST_WANTED}",
    )


class Missing(Schema):
    """A card of a batch that is not known."""

    wanted: Wanted
    suggestions: list[str]


class BatchRecord(Schema):
    found: list[CardRecord]
    missing: list[Missing]


@reading(router, "/games", response=Paged[GameRecord], url_name="home", summary="List the games")
def games(request: HttpRequest, paging: Query[PageParameters]) -> dict[str, Any]:
    """All games that have something to show."""
    return page_of(request, catalogue.game_records(), paging, list)


@reading(router, "/games/{label:game}", response=GameRecord, url_name="game", summary="Get a game")
def game(request: HttpRequest, game: GamePart) -> dict[str, Any]:
    """A game with what is in it."""
    return catalogue.game_record(game)


@reading(router, "/sets", response=Paged[SetRecord], url_name="sets", summary="List card sets")
def sets(
    request: HttpRequest,
    of: Query[OfGame],
    paging: Query[PageParameters],
) -> dict[str, Any]:
    """The card sets of a game, or of all."""
    return page_of(request, catalogue.sets(of.game), paging, catalogue.set_records)


@reading(router, "/sets/{label:game}/{label:card_set}", response=SetRecord, url_name="card-set", summary="Get a set")
def card_set(request: HttpRequest, game: GamePart, card_set: SetPart) -> dict[str, Any]:
    """A card set; /cards?game=&set= has its cards."""
    return catalogue.set_record(find_card_set(game, slug=card_set))


@reading(
    router,
    "/sets/{label:game}/{label:card_set}/errata",
    response=ErrataSheetRecord,
    url_name="set-errata",
    summary="Get the errata sheet of a set",
)
def set_errata(request: HttpRequest, game: GamePart, card_set: SetPart) -> dict[str, Any]:
    """Everything that corrects or lists the cards of a set, in the order of its cards."""
    found = find_card_set(game, slug=card_set)
    sheet = errata_sheet(found)
    return {
        "set": catalogue.set_record(found),
        "errata": ruling_records(sheet.errata),
        "listings": ruling_records(sheet.listings),
    }


@reading(router, "/cards", response=Paged[CardRecord], url_name="cards", summary="Find cards")
def cards(request: HttpRequest, parameters: Query[CardParameters], paging: Query[PageParameters]) -> dict[str, Any]:
    """Cards by name, exact or misspelt, by game, set, number and status."""
    wanted = parameters.dict()
    found = catalogue.cards(card_set=wanted.pop("set"), **wanted)
    return page_of(request, found, paging, catalogue.card_records)


@router.post("/cards/batch", response=BatchRecord, url_name="cards-batch", summary="Get many cards at once")
def batch(request: HttpRequest, body: Batch) -> dict[str, Any]:
    """Up to 100 cards, each by its id or by its name; a name alone finds all its printings. Nothing is stored."""
    found, missing = catalogue.cards_wanted(one.model_dump() for one in body.cards)
    return {"found": catalogue.card_records(found), "missing": missing}


@reading(
    router,
    "/cards/{label:game}/{label:card_set}/{label:card}",
    response=CardDetail,
    url_name="card",
    summary="Get a card",
)
def card(request: HttpRequest, game: GamePart, card_set: SetPart, card: CardPart) -> dict[str, Any]:
    """A card: what it says now, and everything that is ruled about it."""
    return catalogue.card_detail(card_page(find_card(find_game(game), set_slug=card_set, slug=card)))
