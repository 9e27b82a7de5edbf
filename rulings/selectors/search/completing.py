"""What is offered while somebody types: pages that it names, cards, sections, and the rulings that fit best."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from importers.folding import fold
from rulings.read_model.stored import rulings_by_key
from rulings.read_model.wording import labelled
from rulings.selectors.search.jumping import detail_of
from rulings.selectors.search.names import ruling_titles
from rulings.selectors.search.results import LONGEST_QUERY
from rulings.selectors.search.searching import search

MOST = 8
SHORTEST = 2
SHORTEST_PREFIX = 3
MOST_RULINGS = 5
# The kinds of suggestions that what is typed names.
NAMED = ("page", "card")


@dataclass(frozen=True)
class Suggestion:
    """A line below the search box."""

    kind: str
    title: str
    detail: str
    url: str


def complete(typed: str, *, game: str = "", first: str = "") -> list[Suggestion]:
    """The best few pages for what has been typed so far, each once; of one game, or those of one game first."""
    typed = typed[:LONGEST_QUERY]
    if len(typed) < SHORTEST:
        return []
    if first:
        near, far = complete(typed, game=first), complete(typed)
        # A card of another game still goes before what only has the same words.
        named = [one for one in (*near, *far) if one.kind in NAMED]
        return list({one.url: one for one in (*named, *near, *far)}.values())[:MOST]
    page = search(typed, game=game, size=MOST_RULINGS)
    offered = [Suggestion("page", jump.title, jump.detail, jump.url) for jump in page.jumps]
    offered += [Suggestion("card", card["name"], detail_of(card), card["url"]) for card in page.cards]
    offered += [_ruling(ruling) for ruling in _with_titles(typed, page.query.game)]
    offered += [_ruling(result.ruling) for result in page.results]
    by_url = {suggestion.url: suggestion for suggestion in reversed(offered)}
    return [one for one in offered if by_url.get(one.url) is one][:MOST]


def _with_titles(typed: str, game: str) -> list[Any]:
    """The sections and questions whose titles have these words, the last of them perhaps unfinished."""
    words = fold(typed).split()
    if not words or len(words[-1]) < SHORTEST_PREFIX:
        return []
    titles = ruling_titles()
    keys = titles.ids_of(titles.with_words(words, game=game)[:MOST])
    rulings = rulings_by_key(keys[: MOST * 4])
    return [rulings[key] for key in keys if key in rulings and game in ("", rulings[key]["game"])][:MOST]


def _ruling(ruling: Any) -> Suggestion:
    kind = gettext((ruling["list"] or ruling["kind"]).capitalize())
    detail = f"{kind}, {ruling['game_name']} {ruling['edition_title']}"
    return Suggestion(ruling["kind"], labelled(ruling["key"], ruling["plain_title"]), detail, ruling["url"])
