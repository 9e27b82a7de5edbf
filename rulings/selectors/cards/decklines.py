"""The lines of a deck list: which cards they mean, and what those that mean none could mean."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from importers.deckrecords import DeckLine, Reading
from importers.records import CardCitation
from importers.resolving import Catalogue
from rulings.models import ShownCard
from rulings.read_model.known import load_catalogue
from rulings.read_model.records.cards import GameDetail
from rulings.read_model.state import remembered_now
from rulings.read_model.stored import cards_by_key
from rulings.selectors.cards.catalogue import suggestions_for
from rulings.selectors.search.names import cards_numbered
from rulings.selectors.site.finding import model_of

# So many lines of a deck may be misprinted and still be understood: to compare each with all cards takes long.
MOST_GUESSED = 40


@dataclass(frozen=True)
class UnknownLine:
    """A line whose card is not known: misspelt, not in the catalogue, or not a card at all."""

    line: DeckLine
    suggestions: list[str]

    @property
    def name(self) -> str:
        return self.line.likeliest.citation.name

    @property
    def count(self) -> int:
        return self.line.likeliest.count


@dataclass(frozen=True)
class Meant:
    """The card that a line was found to mean, so many times."""

    card: int
    count: int
    note: str = ""
    # Other cards that it may mean as well.
    others: tuple[int, ...] = ()


def cards_meant(lines: Sequence[DeckLine], game: GameDetail) -> dict[int, Meant]:
    """By their line numbers, the cards that are known."""
    catalogue = remembered_now(("catalogue", game["pk"]), lambda: load_catalogue(model_of(game)))
    found = _by_id(lines, game)
    guesses = MOST_GUESSED
    for line in lines:
        if line.number in found:
            continue
        guesses -= bool(line.readings) and not any(catalogue.knows(one.citation.name) for one in line.readings)
        if meant := _meant(line, catalogue, may_guess=guesses >= 0):
            found[line.number] = meant
    return found | _numbered([line for line in lines if line.number not in found], game["id"])


def _by_id(lines: Sequence[DeckLine], game: GameDetail) -> dict[int, Meant]:
    """By line, the card that a program knows by an id; codes may have lost the zeros before them."""
    wanted = {one.external_id: one.external_id for line in lines for one in line.readings if one.external_id}
    wanted |= {code.zfill(5): code for code in wanted if code.isdigit()}
    if not wanted:
        return {}
    cards = ShownCard.objects.filter(game=game["pk"], external_id__in=[*wanted, *map(str.upper, wanted)])
    known: dict[str, int] = {}
    for pk, external_id in cards.values_list("pk", "external_id"):
        known[external_id.lower()] = known[wanted[external_id.lower()]] = pk
    return {
        line.number: Meant(known[one.external_id], one.count)
        for line in lines
        for one in reversed(line.readings)
        if one.external_id in known
    }


def unknown_lines(game: GameDetail, lines: Sequence[DeckLine]) -> list[UnknownLine]:
    """The lines that name no known card; what may be a heading, only if it resembles a card."""
    read = [line for line in lines if line.readings]
    suggestions = suggestions_for((line.likeliest.citation.name for line in read), game=game["id"])
    unknown = [UnknownLine(line, suggestions.get(line.likeliest.citation.name, [])) for line in read]
    return [one for one in unknown if one.suggestions or not one.line.may_be_heading]


def _meant(line: DeckLine, catalogue: Catalogue, *, may_guess: bool) -> Meant | None:
    """The card that a line means: by its exact name; nearly; or by its name, where its set and number do not fit."""
    for reading in line.readings:
        if catalogue.knows(reading.citation.name) and (ids := _at_level(catalogue, reading, reading.citation)):
            return _first_of(ids, reading.count)
    for reading in line.readings if may_guess else ():
        if ids := _at_level(catalogue, reading, reading.citation):
            return Meant(ids[0], reading.count, others=tuple(ids[1:]))
    for reading in line.readings:
        citation = reading.citation
        if ids := _at_level(catalogue, reading, CardCitation(citation.name)):
            place = " ".join(filter(None, (citation.set, citation.pack, citation.number)))
            note = gettext("no printing of it is known as %(place)s, so it was found by its name") % {"place": place}
            return Meant(ids[0], reading.count, note, tuple(ids[1:]))
    return None


def _first_of(ids: Sequence[int], count: int) -> Meant:
    """The first of the cards of one title; where they are different cards, the others are named as well."""
    if len(ids) == 1:
        return Meant(ids[0], count)
    cards = cards_by_key(list(ids))
    named = (
        " ".join(
            filter(None, (card["name"], card["subtitle"], f"({card['set']} {card['number'] or ''}".rstrip() + ")"))
        )
        for card in cards
    )
    told = gettext("%(count)s different cards have this title: write which one, %(cards)s")
    return Meant(ids[0], count, told % {"count": len(ids), "cards": f" {gettext('or')} ".join(named)}, tuple(ids[1:]))


def _at_level(catalogue: Catalogue, reading: Reading, citation: CardCitation) -> list[int]:
    """The cards that a citation can mean, of the level that the line says."""
    return catalogue.at_level(catalogue.resolve(citation).ids, reading.level)


def _numbered(lines: Sequence[DeckLine], game: str) -> dict[int, Meant]:
    """By line, the card whose set and number stand in place of a name: "2x Core Set F110"."""
    names = {reading.citation.name for line in lines for reading in line.readings}
    known = cards_numbered((name for name in names if not name.isdigit()), game=game)
    found: dict[int, Meant] = {}
    for line in lines:
        for reading in line.readings:
            keys = known.get(reading.citation.name, [])
            if len(keys) == 1:
                found.setdefault(line.number, Meant(keys[0], reading.count))
    return found
