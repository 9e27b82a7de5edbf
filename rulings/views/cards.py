"""Cards: one by one, to browse, and on lists."""

from django.http import HttpRequest, HttpResponse

from rulings.selectors.browsing import Narrowing, browse, letter_of, sets_with_counts
from rulings.selectors.cards import CardPage, card_page, find_card, list_page
from rulings.selectors.finding import find_card_set, find_game
from rulings.selectors.plain import one_line, questions_of
from rulings.selectors.sheets import errata_sheet
from rulings.selectors.statuses import STATUSES
from rulings.validating import page
from rulings.views import asking
from rulings.views.heads import LONGEST_DESCRIPTION, Head, faq_page, trail
from rulings.views.showing import show


@page
def cards(request: HttpRequest, game: str) -> HttpResponse:
    """The cards of a game."""
    found, narrowing = find_game(game), _narrowing(request)
    sets = sets_with_counts(found)
    about = f"All {found.name} cards that we know, by name, set and status."
    context = {
        "head": Head(f"Cards of {found.name}", about, trail(found)),
        "game": found,
        "sets": sets,
        "narrowing": narrowing,
        "browse": browse(found, narrowing),
    }
    return show(request, "cards", context)


@page
def card_set(request: HttpRequest, game: str, card_set: str) -> HttpResponse:
    """The cards of a set."""
    found, narrowing = find_card_set(game, slug=card_set), _narrowing(request)
    about = f"The cards of {found.name}, {found.game.name}: which have errata, which are restricted or banned."
    context = {
        "head": Head(f"{found.name}, {found.game.name}", about, trail(found.game)),
        "game": found.game,
        "card_set": found,
        "narrowing": narrowing,
        "browse": browse(found.game, narrowing, card_set=found),
    }
    return show(request, "card_set", context)


@page
def set_errata(request: HttpRequest, game: str, card_set: str) -> HttpResponse:
    """Everything that corrects or lists the cards of a set, on a sheet to print."""
    found = find_card_set(game, slug=card_set)
    about = f"All errata of {found.name}, {found.game.name}, on one sheet to print."
    context = {
        "head": Head(f"Errata of {found.name}, {found.game.name}", about, trail(found.game, found)),
        "game": found.game,
        "card_set": found,
        "page": errata_sheet(found),
    }
    return show(request, "errata_sheet", context)


@page
def card(request: HttpRequest, game: str, card_set: str, card: str) -> HttpResponse:
    """A card: what it says now, and what is ruled about it."""
    found = find_card(find_game(game), set_slug=card_set, slug=card)
    shown = card_page(found)
    context = {"head": _head(shown), "game": found.card_set.game, "page": shown, "at": None}
    return show(request, "card", context)


@page
def card_list(request: HttpRequest, game: str, list_name: str) -> HttpResponse:
    """A restricted or banned list."""
    found = find_game(game)
    shown = list_page(found, list_name=list_name)
    about = f"The {list_name} list of {found.name}: {len(shown.listings)} cards, since when, and what left it."
    context = {
        "head": Head(f"{list_name.capitalize()} cards of {found.name}", about, trail(found)),
        "game": found,
        "list_name": list_name,
        "page": shown,
    }
    return show(request, "list", context)


def _head(shown: CardPage) -> Head:
    card, rulings = shown.card, shown.rulings
    place = card.card_set
    said = rulings.errata[0].revision.text if rulings.errata and rulings.errata[0].revision else ""
    status = ", ".join(status.title.lower() for status in rulings.statuses) or "no erratum known"
    about = f"{card.name} ({' '.join(filter(None, (place.name, card.number)))}): {status}. {said}"
    return Head(
        title=f"{card.name}, {place.game.name}",
        description=one_line(about, length=LONGEST_DESCRIPTION),
        trail=trail(place.game, place),
        thing=faq_page(questions_of(rulings.others)),
    )


def _narrowing(request: HttpRequest) -> Narrowing:
    status = asking.text(request, "status")
    return Narrowing(
        status=status if status in STATUSES else "",
        letter=letter_of(letter) if (letter := asking.text(request, "letter", length=1)) else "",
        pack=asking.text(request, "pack"),
        page=asking.page_number(request),
    )
