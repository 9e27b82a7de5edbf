"""What a phone keeps of a game: everything that is in force, small enough to be fetched as a whole."""

from typing import Any

import orjson
from django.db.models import F

from importers.records import Authority, Kind
from rulings.models import Phrasing, ShownCard, ShownEdition, ShownRuling, Synonym
from rulings.read_model import addresses
from rulings.read_model.editions import from_data
from rulings.read_model.state import remembered_now, site_state
from rulings.read_model.stored import rulings_in
from rulings.search.analysis import STOP_WORDS, stem, words_of
from rulings.selectors.site import find_game

# What is not the publisher's own wording is never shown as if it were.
AUTHORITIES = {Authority.DIGEST: " (our digest)", Authority.UNOFFICIAL: " (unofficial)"}


def pocket_of(game: str) -> bytes:
    """The game as JSON, as it is now."""
    found = find_game(game)
    return remembered_now(("pocket", found["id"]), lambda: orjson.dumps(_pack(found)))


def _pack(game: Any) -> dict[str, Any]:
    rulings = rulings_in(ShownRuling.objects.filter(game=game["pk"]).order_by("document_id", "position"))
    cards = [_card(record) for record in ShownCard.objects.filter(game=game["pk"]).values_list("record", flat=True)]
    asked = _phrasings(game["pk"])
    packed = [_ruling(one, asked) for one in rulings]
    words = {word for one in packed for word in words_of(f"{one['title']} {one['said']} {one['asked']}")}
    return {
        "game": {key: game[key] for key in ("id", "name", "url", "menu")},
        "state": site_state().key,
        "editions": [
            {
                **{key: one[key] for key in ("url", "date", "compare_url", "label")},
                "title": f"{one['title']}{AUTHORITIES.get(one['authority'], '')}",
            }
            for one in game["editions"]
        ],
        "chapters": _chapters(game["pk"]),
        "rulings": packed,
        "cards": cards,
        # Words as they are found, so that a phone finds what the site finds.
        "stems": {word: short for word in sorted(words) if (short := stem(word)) != word},
        "stop": sorted(STOP_WORDS),
        "synonyms": _synonyms(game["pk"]),
    }


def _phrasings(game: int) -> dict[int, list[str]]:
    """How players ask for each ruling; searched, and never shown."""
    found: dict[int, list[str]] = {}
    rows = Phrasing.objects.filter(ruling__document__game=game).values_list("ruling", "words")
    for ruling, words in rows:
        found.setdefault(ruling, []).append(words)
    return found


def _ruling(ruling: Any, asked: dict[int, list[str]]) -> dict[str, Any]:
    said = " ".join([ruling["plain"], *ruling["search"]["texts"]])
    return {
        "url": ruling["url"],
        "key": ruling["key"] or "",
        "title": ruling["plain_title"],
        "kind": ruling["kind"],
        "list": ruling["list"] or "",
        "format": ruling["format"] or "",
        "chart": ruling["heading_path"][-1] if ruling["kind"] == Kind.STEP else "",
        "window": ruling["window_after"] or "",
        "html": ruling["html"],
        "said": said,
        "asked": " ".join(words for key in ruling["search"]["rulings"] for words in asked.get(key, ())),
        "source": f"{ruling['edition_title']}{AUTHORITIES.get(ruling['authority'], '')}",
        "ours": ruling["ours"]["reason"] if ruling["ours"] else "",
        "cards": [card["url"] for card in ruling["cards"] if card["url"]],
    }


def _card(record: str) -> dict[str, Any]:
    card = orjson.loads(record)
    return {
        "url": card["url"],
        "name": card["name"],
        "place": " ".join(filter(None, (card["subtitle"], card["pack"] or card["set"], card["number"]))),
        "statuses": [f"{one['title']}, {one['edition_title']}" for one in card["details"]],
        "marks": list(card["statuses"]),
        "html": card["html"]["now"],
    }


def _chapters(game: int) -> list[dict[str, Any]]:
    """The chapters in force, with the addresses of their rulings."""
    current = ShownEdition.objects.filter(
        edition=F("document__current"), document__game=game, document__shown__isnull=False
    )
    found = []
    for row in current.select_related("document__game"):
        places = dict(ShownRuling.objects.filter(document=row.document_id).values_list("position", "path"))
        for chapter in from_data(orjson.loads(row.outline)):
            found.append(
                {
                    "url": addresses.path(row.document.game.slug, row.document.slug, "chapters", chapter.slug),
                    "title": chapter.title,
                    "rulings": [
                        addresses.path(path)
                        for position, path in sorted(places.items())
                        if chapter.first <= position < chapter.end
                    ],
                }
            )
    return found


def _synonyms(game: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in Synonym.objects.filter(game=game) | Synonym.objects.filter(game=None):
        found.setdefault(one.phrase, []).extend(one.meaning_list)
    return found
