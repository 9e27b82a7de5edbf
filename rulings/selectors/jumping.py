"""Where a search leads at once: a section by its label, a card by its number or its name."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from importers.folding import fold
from rulings.models import Card, Change
from rulings.selectors.names import CardNames, card_names, ruling_titles
from rulings.selectors.signposts import signposts
from rulings.selectors.understanding import game_called

MOST = 6
# What may stand around a label: "CoC FAQ §2.11", "section 2.11", "#2.11."
AROUND = re.compile(r"\b(?:faq|section|step|rule)\b|[§(),#]|\.$", re.IGNORECASE)
# "2.11", "CoC 2.11", "coc2.11", "ST.3", "st 3", "B-2"; and "2.11 CoC"
LABEL = r"(?P<label>(?:[A-Za-z]{1,2}[.\- ]?)?\d+(?:[.\-]\d+)*)"
CITATIONS = (re.compile(rf"(?:(?P<game>\D+?)\s*)?\b{LABEL}"), re.compile(rf"{LABEL} (?P<game>\D+)"))
BARE = re.compile(rf"(?P<game>){LABEL}")
# The "st" and the "3" of "st3"
LETTERS_AND_NUMBER = re.compile(r"([A-Za-z]+)[.\- ]?(\d.*)")


@dataclass(frozen=True)
class Jump:
    """A page that a search names outright."""

    title: str
    detail: str
    url: str


def jumps_for(text: str, *, generation: int, game: str = "") -> list[Jump]:
    """The pages that a text names outright: a game, sections, then cards."""
    titles = ruling_titles(generation, game)
    found = [*_games(text), *(Jump(*signpost) for signpost in signposts(text, game=game)), *_sections(text, game)]
    found += [*_cards(text, card_names(generation, game)), *_titled(text, titles)]
    return list({jump.url: jump for jump in reversed(found)}.values())[::-1][:MOST]


def _games(text: str) -> list[Jump]:
    named = game_called(text)
    return [Jump(named.name, "all its documents, lists and cards", named.get_absolute_url())] if named else []


def _sections(text: str, game: str) -> list[Jump]:
    plain = " ".join(AROUND.sub(" ", text).split())
    for pattern in (BARE, *CITATIONS):
        match = pattern.fullmatch(plain)
        named = game_called(match["game"]) if match and match["game"] else None
        if match and (named or not match["game"]):
            return _labelled(match["label"], game=named.slug if named else game)
    return []


def _labelled(label: str, *, game: str) -> list[Jump]:
    """The sections and steps of a label; if none bears it any more, the one that did."""
    in_force = Change.objects.in_force().with_ruling().order_by("ruling__kind", "ruling__document", "position")
    if game:
        in_force = in_force.filter(ruling__document__game__slug=game)
    parts = LETTERS_AND_NUMBER.fullmatch(label)
    labels = [label, *((f"{parts[1]}.{parts[2]}", f"{parts[1]}-{parts[2]}") if parts else ())]
    bearing = reduce(or_, (Q(revision__key__iexact=one) for one in labels))
    changes = list(in_force.filter(bearing)[:MOST]) or list(in_force.filter(ruling__slug__iexact=label)[:MOST])
    return [_to_ruling(change) for change in changes]


def _titled(text: str, titles: Mapping[str, Sequence[int]]) -> list[Jump]:
    """The sections and questions that are called exactly so."""
    found = titles.get(fold(text), [])[:MOST]
    return [_to_ruling(change) for change in (Change.objects.filter(pk__in=found).with_ruling() if found else [])]


def _to_ruling(change: Change) -> Jump:
    document = change.ruling.document
    detail = f"{document.game.name} {change.edition.title}"
    return Jump(str(change.revision), detail, change.ruling.get_absolute_url())


def _cards(text: str, names: CardNames) -> list[Jump]:
    exact = [name for name in names.like(text)[:1] if name == fold(text) or name == fold(text).removeprefix("the ")]
    ids = names.numbered(text) or names.cards_of(exact)
    if not ids:
        return []
    cards = Card.objects.filter(pk__in=ids[: MOST * 2]).select_related("card_set__game", "pack").in_order()
    return [
        Jump(
            card.name, f"{card.card_set.game.name}, {card.card_set.name} {card.number}".strip(), card.get_absolute_url()
        )
        for card in cards[:MOST]
    ]
