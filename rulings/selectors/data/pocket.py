"""What a phone keeps of a game: everything that is in force, small enough to be fetched as a whole."""

import hashlib
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

import orjson

from rulings.models import Phrasing, ShownCard, ShownRuling, Synonym
from rulings.read_model.state import remembered_now, site_state
from rulings.read_model.terms import glossary_of
from rulings.search.analysis import STOP_WORDS, stem, words_of
from rulings.selectors.data.packing import (
    packed_card,
    packed_document,
    packed_edition,
    packed_ruling,
    packed_steps,
    without_empty,
)
from rulings.selectors.documents.reading import read_document
from rulings.selectors.site import find_game

# How it is written; static/js/offline.js reads this one and no other.
FORMAT = 2


@dataclass(frozen=True)
class Pocket:
    """A game as JSON, with how it is recognised, and its size on its way: compressed."""

    content: bytes
    hash: str
    size: int


def pocket_of(game: str) -> Pocket:
    """What is kept of a game, as it is now."""
    found = find_game(game)
    return remembered_now(("pocket", found["id"]), lambda: _pocket(found))


def _pocket(game: Any) -> Pocket:
    content = orjson.dumps(_pack(game))
    return Pocket(content, hashlib.sha256(content).hexdigest(), len(zlib.compress(content)))


def _pack(game: Any) -> dict[str, Any]:
    stored = ShownRuling.objects.filter(game=game["pk"]).order_by("document_id", "position")
    rows = [(pk, orjson.loads(record)) for pk, record in stored.values_list("pk", "record")]
    asked = _phrasings(game["pk"])
    rulings = [
        packed_ruling(one, [words for key in one["search"]["rulings"] for words in asked.get(key, ())])
        for _, one in rows
    ]
    places = {one["url"]: place for place, one in enumerate(rulings)}
    readings = [read_document(game["id"], slug=one["id"].rpartition("/")[2]) for one in game["shown_documents"]]
    for reading in readings:
        for place, step in packed_steps(reading, places).items():
            rulings[place] |= step
    synonyms = _synonyms(game["pk"])
    return {
        "format": FORMAT,
        "state": site_state().key,
        "game": {
            key: game[key]
            for key in ("id", "name", "short_name", "colour", "url", "menu", "restricted_titles", "has_errata_known")
        },
        "editions": [packed_edition(one) for one in game["editions"]],
        "documents": [
            {"first": _first(rows, reading.document["id"]), **packed_document(reading, places)} for reading in readings
        ],
        "sets": [{"name": one["name"], "url": one["url"]} for one in game["sets"]],
        "terms": [without_empty(dict(one.record)) for one in glossary_of(game["id"]).terms],
        "rulings": rulings,
        "cards": _cards(game["pk"], {pk: place for place, (pk, _) in enumerate(rows)}),
        # Words as they are found, so that a phone finds what the site finds.
        "stems": _stems([*(_searched(one) for _, one in rows), *chain(*asked.values()), *synonyms]),
        "stop": sorted(STOP_WORDS),
        "synonyms": synonyms,
    }


def _first(rows: list[tuple[int, Any]], document: str) -> int:
    """Where the rulings of a document begin; its sections count from there."""
    return next((place for place, (_, one) in enumerate(rows) if f"{one['game']}/{one['document']}" == document), 0)


def _cards(game: int, places: dict[int, int]) -> list[dict[str, Any]]:
    rows = ShownCard.objects.filter(game=game).values_list("record", "rulings")
    return [packed_card(orjson.loads(record), orjson.loads(rulings), places) for record, rulings in rows]


def _searched(ruling: Any) -> str:
    return " ".join([ruling["plain_title"], ruling["plain"], *ruling["search"]["texts"]])


def _stems(texts: Iterable[str]) -> dict[str, str]:
    """The words of some texts whose stem is another word, with that."""
    words = {word for text in texts for word in words_of(text)}
    return {word: short for word in sorted(words) if (short := stem(word)) != word}


def _phrasings(game: int) -> dict[int, list[str]]:
    """How players ask for each ruling; searched, and never shown."""
    found: dict[int, list[str]] = {}
    rows = Phrasing.objects.filter(ruling__document__game=game).values_list("ruling", "words")
    for ruling, words in rows:
        found.setdefault(ruling, []).append(words)
    return found


def _synonyms(game: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in Synonym.objects.filter(game=game) | Synonym.objects.filter(game=None):
        found.setdefault(one.phrase, []).extend(one.meaning_list)
    return found
