"""The front page, and the front page of a game."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from rulings.read_model.terms import glossary_of
from rulings.selectors.site import find_game, game_examples, home_page, timing_url
from rulings.validating import page
from rulings.views.heads import Head, trail
from rulings.views.showing import show

ABOUT = gettext_noop(
    "Errata, restricted and banned cards, clarifications, questions and timing of card games: what a card really says "
    "now, with its source and its history."
)


@page
def home(request: HttpRequest) -> HttpResponse:
    """The games, what was published last, and where to begin."""
    target = request.build_absolute_uri(f"{reverse('search')}?q=") + "{q}"
    search = {"@type": "SearchAction", "target": target, "query-input": "required name=q"}
    context = {
        "head": Head("Rulings", gettext(ABOUT), thing={"@type": "WebSite", "potentialAction": search}),
        "page": home_page(),
    }
    return show(request, "home", context)


@page
def game(request: HttpRequest, game: str) -> HttpResponse:
    """A game: its documents, lists and card sets."""
    found = find_game(game)
    counts = ", ".join(f"{count} {gettext(name)}" for count, name in found["counts"]) or gettext("no rulings yet")
    head = Head(
        found["name"], gettext("Rulings for %(game)s: %(counts)s.") % {"game": found["name"], "counts": counts}, trail()
    )
    has_terms = bool(glossary_of(found["id"]).terms)
    examples = game_examples(found)
    context = {
        "head": head,
        "game": found,
        "has_terms": has_terms,
        "examples": examples,
        # The documents stand below.
        "doors": [
            one for one in found["menu"] if one["url"] not in {document["url"] for document in found["shown_documents"]}
        ],
        # The document whose chart is followed.
        "timing": timing_url(found).removesuffix("timing/"),
    }
    return show(request, "game", context)
