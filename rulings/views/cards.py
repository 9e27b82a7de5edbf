"""Cards: one by one, to browse, and on lists."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from rulings.read_model.cards import letter_of
from rulings.read_model.terms import glossary_of
from rulings.read_model.wording import day, labelled, one_line
from rulings.selectors.cards import (
    STATUSES,
    CardPage,
    Narrowing,
    browse,
    card_page,
    card_page_at,
    card_pair,
    errata_sheet,
    find_card,
    list_page,
    sheet_for_judges,
)
from rulings.selectors.site import find_card_set, find_game
from rulings.validating import page
from rulings.views import showing
from rulings.views.heads import LONGEST_DESCRIPTION, Head, faq_page, questions_of, trail
from rulings.views.showing import show


@page
def cards(request: HttpRequest, game: str) -> HttpResponse:
    """The cards of a game."""
    found, narrowing = find_game(game), _narrowing(request)
    about = gettext("All %(game)s cards that we know, by name, set and status.") % {"game": found["name"]}
    context = {
        "head": Head(gettext("Cards of %(game)s") % {"game": found["name"]}, about, trail(found)),
        "game": found,
        "narrowing": narrowing,
        "browse": browse(found, narrowing),
    }
    return show(request, "cards", context)


@page
def card_set(request: HttpRequest, game: str, card_set: str) -> HttpResponse:
    """The cards of a set."""
    found, of_game, narrowing = find_card_set(game, slug=card_set), find_game(game), _narrowing(request)
    about = gettext("The cards of %(set)s, %(game)s: which have errata, which are restricted or banned.") % {
        "set": found.name,
        "game": of_game["name"],
    }
    context = {
        "head": Head(f"{found.name}, {of_game['name']}", about, trail(of_game)),
        "game": of_game,
        "card_set": found,
        "narrowing": narrowing,
        "browse": browse(of_game, narrowing, card_set=found),
    }
    return show(request, "card_set", context)


@page
def set_errata(request: HttpRequest, game: str, card_set: str) -> HttpResponse:
    """Everything that corrects or lists the cards of a set, on a sheet to print."""
    found, of_game = find_card_set(game, slug=card_set), find_game(game)
    about = gettext("All errata of %(set)s, %(game)s, on one sheet to print.") % {
        "set": found.name,
        "game": of_game["name"],
    }
    title = gettext("Errata of %(set)s, %(game)s") % {"set": found.name, "game": of_game["name"]}
    way = trail(of_game, {"name": found.name, "url": found.get_absolute_url()})
    context = {
        "head": Head(title, about, way),
        "game": of_game,
        "card_set": found,
        "page": errata_sheet(found, number=showing.page_number(request)),
    }
    return show(request, "errata_sheet", context)


@page
def card(request: HttpRequest, game: str, card_set: str, card: str) -> HttpResponse:
    """A card: what it says now, and what is ruled about it."""
    shown = card_page(find_card(game, set_slug=card_set, slug=card))
    return show(request, "card", {"head": _head(shown), "game": shown.game, "page": shown})


@page
def card_at(request: HttpRequest, game: str, document: str, edition: str, card_set: str, card: str) -> HttpResponse:
    """A card as it was to be read by an edition of the past."""
    shown, at = card_page_at(game, document=document, edition=edition, set_slug=card_set, slug=card)
    head = replace(_head(shown), canonical=shown.card["url"], is_kept=False)
    context = {
        "head": head,
        "game": shown.game,
        "page": shown,
        "edition": {"version": at.label, "date": day(at.date)},
        "is_past": True,
    }
    return render(request, "card.html", context)


@page
def pair(request: HttpRequest, game: str, first_set: str, first: str, second_set: str, second: str) -> HttpResponse:
    """Two cards next to each other."""
    shown = card_pair(game, (first_set, first), (second_set, second))
    names = f" {gettext('and')} ".join(one.card["name"] for one in shown.pages)
    about = gettext("%(cards)s: rulings that name both, what each says now, and what is ruled about each.") % {
        "cards": names
    }
    head = Head(f"{names}, {shown.first.card['game_name']}", about, trail(shown.first.game), is_kept=False)
    return show(request, "pair", {"head": head, "game": shown.first.game, "pair": shown})


@page
def card_list(request: HttpRequest, game: str, list_name: str) -> HttpResponse:
    """A restricted or banned list."""
    found = find_game(game)
    shown = list_page(found, list_name=list_name)
    about = gettext("The %(list)s list of %(game)s: %(count)s cards, since when, and what left it.") % {
        "list": gettext(list_name),
        "game": found["name"],
        "count": len(shown.listings),
    }
    context = {
        "head": Head(
            (gettext("Banned cards of %(game)s") if list_name == "banned" else gettext("Restricted cards of %(game)s"))
            % {"game": found["name"]},
            about,
            trail(found),
        ),
        "game": found,
        "list_name": list_name,
        "page": shown,
    }
    return show(request, "list", context)


def _head(shown: CardPage) -> Head:
    card = shown.card
    said = shown.errata[0]["text"] if shown.errata else ""
    status = ", ".join(gettext(status["title"]).lower() for status in card["details"]) or gettext("no erratum known")
    about = f"{card['name']} ({labelled(card['set'], card['number'] or '')}): {status}. {said}"
    return Head(
        title=f"{card['name']}, {card['game_name']}",
        description=one_line(about, length=LONGEST_DESCRIPTION),
        trail=trail(shown.game, {"name": card["set"], "url": card["set_url"]}),
        thing=faq_page(questions_of(shown.others)),
    )


def _narrowing(request: HttpRequest) -> Narrowing:
    status = showing.text(request, "status")
    return Narrowing(
        status=status if status in STATUSES else "",
        letter=letter_of(letter) if (letter := showing.text(request, "letter", length=1)) else "",
        pack=showing.text(request, "pack"),
        page=showing.page_number(request),
    )


@page
def terms(request: HttpRequest, game: str) -> HttpResponse:
    """What the lists, keywords and terms of a game mean."""
    found = find_game(game)
    about = gettext("What the lists, keywords and terms of %(game)s mean, each in a line, with its source.") % {
        "game": found["name"]
    }
    context = {
        "head": Head(gettext("Terms of %(game)s") % {"game": found["name"]}, about, trail(found)),
        "game": found,
        "terms": [term.record for term in glossary_of(found["id"]).terms],
    }
    return show(request, "terms", context)


@page
def judge_sheet(request: HttpRequest, game: str) -> HttpResponse:
    """What a judge looks up most, on two pages to print."""
    found = find_game(game)
    about = gettext("Lists, timing charts and the rulings of %(game)s that others rest on, on two pages to print.") % {
        "game": found["name"]
    }
    head = Head(gettext("Judge’s sheet, %(game)s") % {"game": found["name"]}, about, trail(found), has_forms=False)
    return render(request, "judge_sheet.html", {"head": head, "game": found, "sheet": sheet_for_judges(found)})
