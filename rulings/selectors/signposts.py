"""Where a search leads that asks in words for a list ("which cards are banned") or for news ("what changed in 3.2")."""

import re
from collections.abc import Iterator, Sequence

from django.urls import reverse

from importers.folding import fold
from rulings.models import Game
from rulings.selectors.cards import lists_of
from rulings.selectors.overview import latest_editions, latest_of
from rulings.selectors.understanding import game_called

# Name, detail and address of a page.
Signpost = tuple[str, str, str]

LISTS = {
    "ban": "banned",
    "banlist": "banned",
    "banned": "banned",
    "bans": "banned",
    "restricted": "restricted",
    "restrictions": "restricted",
}
# "what changed", "what's new", "latest changes", "changes in 3.2", "news"
NEWS = re.compile(
    r"what(?: ?s| is| has| have)? (?:changed|new)|(?:latest|newest|recent) changes?|changes?(?= in| since)|news"
)
# The label of an edition: "3.2"
LABEL = re.compile(r"\d+(?:\.\d+)*")
# What may stand beside: "the", "cards", "faq".
BESIDE = {
    *(
        "a",
        "all",
        "and",
        "are",
        "card",
        "cards",
        "current",
        "edition",
        "faq",
        "for",
        "has",
        "have",
        "in",
        "is",
        "latest",
    ),
    *("list", "lists", "newest", "of", "on", "since", "the", "update", "version", "was", "what", "which", "with"),
}


def signposts(text: str, *, game: str = "") -> list[Signpost]:
    """The lists, or the newest editions, that a search asks for."""
    words = fold(text).split()
    wanted = {LISTS[word] for word in words if word in LISTS}
    asked = NEWS.match(" ".join(words))
    if wanted:
        words = [word for word in words if word not in LISTS]
    elif asked:
        words = asked.string[asked.end() :].split()
    else:
        return []
    named = _without_ends([word for word in words if not word.isdigit()])
    of = game_called(" ".join(named) or game)
    if named and of is None:
        # It asks for something else.
        return []
    return list(_lists(wanted, of) if wanted else _news(LABEL.findall(text), of))


def _without_ends(words: Sequence[str]) -> Sequence[str]:
    """What is left without the small words before and behind: "lanterns of vell" of "in the lanterns of vell faq"."""
    kept = [place for place, word in enumerate(words) if word not in BESIDE]
    return words[kept[0] : kept[-1] + 1] if kept else []


def _lists(wanted: set[str], game: Game | None) -> Iterator[Signpost]:
    for of, name in lists_of(game):
        if name in wanted:
            yield f"{name.capitalize()} list", of.name, reverse("list", args=[of.slug, name])


def _news(labels: Sequence[str], game: Game | None) -> Iterator[Signpost]:
    """The newest editions with what they changed; those of a label, if one is named."""
    for summary in latest_of(game) if game else latest_editions():
        edition = summary.edition
        if labels and edition.label not in labels:
            continue
        if summary.compare_url:
            yield f"What changed in {edition.title}", edition.document.game.name, summary.compare_url
        else:
            yield f"{edition.title}, the first edition here", edition.document.game.name, edition.get_absolute_url()
