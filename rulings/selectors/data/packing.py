"""A ruling, a card and a document as a phone keeps them: small, and without what says nothing.

Rulings are named by their place among those that were kept.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from importers.records import Authority, Kind
from rulings.read_model import addresses
from rulings.read_model.records.documents import EditionRecord
from rulings.selectors.documents.contents import chapter_address
from rulings.selectors.documents.reading import Reading
from rulings.selectors.documents.stepping import StepPlace, step_places
from rulings.selectors.documents.timing import Chart, action_tables, timing_charts

# What is not the publisher's own wording is never shown as if it were.
AUTHORITIES = {Authority.DIGEST: " (our digest)", Authority.UNOFFICIAL: " (unofficial)"}
Places = Mapping[str, int]


def without_empty(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what says nothing."""
    # The first place of all is 0, and says something.
    return {key: value for key, value in record.items() if value is not False and value not in (None, "", [], {})}


def packed_edition(edition: EditionRecord) -> dict[str, Any]:
    """An edition in force, and how many rulings it changed."""
    return {
        **{key: edition[key] for key in ("url", "date", "compare_url", "label")},
        "title": f"{edition['title']}{AUTHORITIES.get(edition['authority'], '')}",
        "changed": sum(edition["changes"].values()),
    }


def packed_ruling(ruling: Any, asked: Iterable[str]) -> dict[str, Any]:
    """A ruling, and how players ask for it: that is searched, and never shown."""
    return without_empty(
        {
            "url": ruling["url"],
            "key": ruling["key"],
            "title": ruling["plain_title"],
            "kind": ruling["kind"],
            "list": ruling["list"],
            "format": ruling["format"],
            "html": ruling["html"],
            "short": ruling["short"] and {key: ruling["short"][key] for key in ("html", "as_of")},
            "note": ruling["note"],
            "ours": ruling["ours"],
            "tag": ruling["version_tag"],
            "reverses": ruling["reverses_official"],
            "unofficial": ruling["authority"] == Authority.UNOFFICIAL,
            # What is found by words that its own text does not have; the plain text is its HTML without the marks.
            "also": " ".join(
                one for one in ruling["search"]["texts"] if one not in f"{ruling['plain_title']} {ruling['plain']}"
            ),
            "asked": " ".join(asked),
            "source": f"{ruling['edition_title']}{AUTHORITIES.get(ruling['authority'], '')}",
            "under": " › ".join(ruling["heading_path"]),
            "depth": (ruling["kind"] == Kind.STEP and ruling["depth"]) or None,
        }
    )


def packed_card(card: Any, rulings: Mapping[str, list[int]], places: Mapping[int, int]) -> dict[str, Any]:
    """A card with what holds for it; its rulings come by their keys."""
    effective = card["effective"]
    own = {
        name: [places[key] for part in parts for key in rulings[part] if key in places]
        for name, parts in {"about": ("errata", "others"), "listed": ("listings",), "mentions": ("mentions",)}.items()
    }
    return without_empty(
        {
            "url": card["url"],
            "name": card["name"],
            "place": " ".join(filter(None, (card["subtitle"], card["pack"] or card["set"], card["number"]))),
            "statuses": [
                without_empty({key: one[key] for key in ("name", "title", "edition_title", "printed_for")})
                for one in card["details"]
            ],
            "html": card["html"]["now"],
            # How sure what it says now is, in words.
            "sure": [one["said"] for one in effective["errata"]] if effective else [],
            "unsure": bool(effective and effective["outcome"] == "impossible"),
            **own,
        }
    )


def packed_document(reading: Reading, places: Places) -> dict[str, Any]:
    """The contents of a document, and its charts."""
    document = reading.document
    charts = timing_charts(reading) if reading.has_timing else []
    return without_empty(
        {
            "url": document["url"],
            "title": document["title"],
            "edition": packed_edition(reading.edition)["title"],
            # What its edition in force is called in addresses.
            "labels": sorted({reading.edition["label"], reading.edition["slug"]}),
            "is_digest": document["is_digest"],
            "chapters": [
                {
                    "url": chapter_address(reading, chapter.slug),
                    "title": chapter.title,
                    "sections": [[one.title, one.level, one.first, one.end] for one in chapter.sections],
                }
                for chapter in reading.outline
            ],
            "charts": [_chart(chart, places) for chart in charts],
            "actions": [
                {"title": table.title, "rows": [[places[one["url"]], one["provokes"]] for one in table.actions]}
                for table in (action_tables(reading) if reading.has_timing else [])
            ],
        }
    )


def packed_steps(reading: Reading, places: Places) -> dict[int, dict[str, Any]]:
    """By its place, what is known of each step of a document's charts as a place on the way."""
    charts = timing_charts(reading) if reading.has_timing else []
    way = step_places(charts)
    return {places[step["url"]]: _step(step, way[step["id"]], places) for chart in charts for step in chart.steps}


def _chart(chart: Chart, places: Places) -> dict[str, Any]:
    return without_empty(
        {
            "title": chart.title,
            **{part: [places[one["url"]] for one in getattr(chart, part)] for part in ("above", "steps", "below")},
        }
    )


def _step(step: Any, place: StepPlace, places: Places) -> dict[str, Any]:
    about = [addresses.path(one["id"]) for one in step["cited_by"] if one["kind"] != Kind.STEP]
    near = {"before": place.before, "after": place.after}
    return without_empty(
        {
            "window_before": place.window_before,
            "window": place.window_after,
            "jumps": [places[jump.url] for jump in place.jumps],
            "above": [places[one["url"]] for one in place.above],
            "notes": [places[note["url"]] for note in step["notes"]],
            "about": [places[url] for url in about if url in places],
            **{name: places[one["url"]] for name, one in near.items() if one},
        }
    )
