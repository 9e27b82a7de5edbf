"""Answers to what a deck may have: how many copies of a card, and how many cards."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext, gettext_noop

from importers.folding import fold_title
from rulings.models import DeckLimit
from rulings.read_model.limits import copies_allowed, game_limits
from rulings.read_model.records.cards import GameDetail
from rulings.read_model.stored import cards_by_key
from rulings.selectors.search.answers import Answer
from rulings.selectors.search.names import card_names
from rulings.selectors.site.finding import find_game
from rulings.selectors.site.frames import game_frames, games_within

# "how many copies of Hound of Tindalos can I play?", "deck limit of Khopesh", "how many Khopesh per deck"
COPIES = (
    re.compile(r"how many (?:cop(?:y|ies) of )?(?P<name>.+?) (?:can|may|could|do|does|are|is|in|per)\b[^?]*\??", re.I),
    re.compile(r"(?:the )?deck limit (?:of|for) (?P<name>.+?)\??", re.I),
    re.compile(r"(?P<name>.+?) deck limit\??", re.I),
)
# "deck size", "how many cards in a CoC deck", "minimum deck size in Warhammer"
SIZE = re.compile(r"\bdeck size\b|^how many cards\b.*\bdeck\b|\b(?:minimum|maximum|smallest|largest) deck\b", re.I)
SIZES = {DeckLimit.Kind.SMALLEST: gettext_noop("at least"), DeckLimit.Kind.LARGEST: gettext_noop("at most")}
MOST_CARDS = 20


def limit_answers(asked: str, *, game: str = "") -> list[Answer]:
    """How many copies of a card, or how many cards, a deck may have; none if that is not asked, or not known."""
    asked = " ".join(asked.split())
    if SIZE.search(asked):
        return list(_sizes(game, asked))
    named = (found["name"] for pattern in COPIES if (found := pattern.fullmatch(asked)))
    return next((answers for name in named if (answers := list(_copies(name, game)))), [])


def _sizes(game: str, asked: str) -> Iterator[Answer]:
    named = [game] if game else games_within(asked)
    for frame in game_frames():
        if frame["id"] in named or not named:
            sizes = [one for one in game_limits(frame) if one.kind in SIZES]
            said = f" {gettext('and')} ".join(
                f"{gettext(SIZES[DeckLimit.Kind(one.kind)])} {one.amount}" for one in reversed(sizes)
            )
            if sizes:
                told = gettext("A %(game)s deck has %(sizes)s cards.") % {"game": frame["name"], "sizes": said}
                yield _answer(told, frame, sizes[0].source, sizes[0].address)


def _copies(name: str, game: str) -> Iterator[Answer]:
    seen = set()
    for card in cards_by_key(card_names().ids_of([fold_title(name)])[:MOST_CARDS]):
        frame = find_game(card["game"])
        limit = copies_allowed(card, game_limits(frame)) if game in ("", card["game"]) else None
        if limit and (card["game"], limit.said) not in seen:
            seen.add((card["game"], limit.said))
            # What its text says goes before what the game says of all cards.
            doubt = "" if card["printed"] or limit.url == card["url"] else f" {gettext('Its own text is not here.')}"
            yield _answer(f"{card['name']}: {limit.said}{doubt}", frame, limit.source, limit.url or card["url"])


def _answer(said: str, game: GameDetail, source: str, url: str) -> Answer:
    return Answer(said, url or game["url"], source=f"{game['name']}, {source}")
