"""From a citation as people write it, "CoC FAQ 3.2 §2.13", to what it cites; and whether that has changed since."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import orjson
from django.urls import Resolver404, resolve

from importers.citations import parse_citation
from importers.folding import fold_title
from rulings.models import Edition, ShownCard, ShownEdition
from rulings.read_model import addresses
from rulings.read_model.records.cards import CardRecord
from rulings.read_model.records.documents import EditionRecord
from rulings.read_model.stored import as_brief, as_card
from rulings.selectors.cards.page import follow_card
from rulings.selectors.citations.cited import Cited, cite_rulings, cited_record
from rulings.selectors.citations.looking_up import look_up, old_labels, rulings_labelled, unknown_edition
from rulings.selectors.citations.parts import ADDRESS, EDGES, Parts, take_apart
from rulings.selectors.documents.reading import read_document
from rulings.selectors.documents.rulings import find_ruling, find_ruling_at
from rulings.selectors.search.names import numbered_cards
from rulings.selectors.search.results import Result
from rulings.selectors.search.searching import search
from rulings.selectors.site.finding import (
    MissingError,
    MovedError,
    WithdrawnError,
    find_card_set,
    find_edition,
    find_editions,
    find_game,
)

MOST = 6
# The parts of the addresses of the API and of embedded pieces that are not those of pages.
NOT_OF_PAGES = re.compile(r"^/(?:embed(?=/)|api/v1/(?:rulings|documents|editions)(?=/))|\.(?:json|md)$")
API_CARD = re.compile(r"^/api/v1/cards/([^/]+)/([^/]+)/([^/]+?)/?$")
ID_OF_CARD = re.compile(r"^/([^/]+)/([^/]+)/([^/]+)/$")
# The names of the other addresses that somebody may cite.
PAGES = {"game", "cards", "card-set", "list", "document", "editions", "compare", "chapter", "chapter-at", "tags"}
PAGES |= {"timing", "timing-at", "source", "repairs"}


@dataclass(frozen=True)
class Resolution:
    """What a citation turned out to mean."""

    rulings: list[Cited] = field(default_factory=list)
    cards: list[CardRecord] = field(default_factory=list)
    editions: list[EditionRecord] = field(default_factory=list)
    # The names and paths of other pages: lists, chapters and so on.
    pages: list[tuple[str, str]] = field(default_factory=list)
    # What had to be said about it.
    notes: list[str] = field(default_factory=list)
    # Where nothing was found: what fits the words best.
    nearest: list[Result] = field(default_factory=list)

    @property
    def is_found(self) -> bool:
        return bool(self.rulings or self.cards or self.editions or self.pages)


def resolve_citation(text: str) -> Resolution:
    """What a citation means."""
    parts = take_apart(text)
    for address in ADDRESS.findall(text):
        if found := _at_address(addresses.path_in(address.rstrip(EDGES)), parts):
            return found
    found = _resolve(parts)
    if found.is_found:
        return found
    nearest = search(text, game=parts.game, size=MOST).results if text.strip() else []
    return Resolution(notes=found.notes, nearest=list(nearest))


def resolution_record(query: str, found: Resolution) -> dict[str, Any]:
    """What a citation turned out to mean, as data."""
    return {
        "query": query,
        "found": found.is_found,
        "rulings": [cited_record(one) for one in found.rulings],
        "cards": found.cards,
        "editions": found.editions,
        "pages": [{"title": title, "url": url} for title, url in found.pages],
        "notes": found.notes,
        "nearest": [as_brief(one.ruling) for one in found.nearest],
    }


def _at_address(written: str, parts: Parts) -> Resolution | None:
    path = API_CARD.sub(r"/\1/cards/\2/\3/", unquote(written))
    path = f"/{NOT_OF_PAGES.sub('', NOT_OF_PAGES.sub('', path)).strip('/')}/"
    # The id of a card is its address without the word between.
    for tried in (path, ID_OF_CARD.sub(r"/\1/cards/\2/\3/", path)):
        try:
            match = resolve(tried)
            return _found_at(match.url_name or "", match.kwargs, tried, parts)
        except (Resolver404, MissingError, WithdrawnError):
            continue
    return None


def _found_at(name: str, kwargs: Mapping[str, str], path: str, parts: Parts) -> Resolution | None:
    if name in ("ruling", "ruling-at"):
        ruling = find_ruling(kwargs["game"], document=kwargs["document"], slug=kwargs["ruling"])
        at = _edition_at(kwargs) if name == "ruling-at" else None
        # "FAQ 3.1, 2.11 Searching. https://…/faq/2.11/": the words name the edition.
        of_words = [edition for edition in parts.editions if edition.document_id == ruling.document_id]
        at = at or next(iter(of_words), None)
        stood = find_ruling_at(at, kwargs["ruling"]) if at else None
        cited = cite_rulings([stood or ruling], at if stood else None)
        return Resolution(rulings=cited, notes=old_labels(cited, kwargs["ruling"]))
    if name == "card":
        found = follow_card(kwargs["game"], set_slug=kwargs["card_set"], slug=kwargs["card"])
        return Resolution(cards=[found.record])
    if name == "edition":
        return Resolution(editions=_records([_edition_at(kwargs)]))
    if name not in PAGES:
        return None
    try:
        require_page(kwargs)
    except MovedError as moved:
        path = moved.address
    return Resolution(pages=[(path, path)])


def require_page(parts: Mapping[str, str]) -> None:
    """Raise what says why, unless the parts of an address name a game, set, list, document, chapter or comparison."""
    game = find_game(parts["game"])
    if "card_set" in parts:
        find_card_set(game["id"], slug=parts["card_set"])
    elif "list_name" in parts:
        if parts["list_name"] not in game["lists"]:
            raise MissingError
    elif "old" in parts:
        find_editions(game["id"], document=parts["document"], slugs=[parts["old"], parts["new"]])
    elif "document" in parts:
        reading = read_document(game["id"], slug=parts["document"], edition=parts.get("edition", ""))
        if "chapter" in parts and parts["chapter"] not in {chapter.slug for chapter in reading.outline}:
            raise MissingError


def _edition_at(kwargs: Mapping[str, str]) -> Edition:
    return find_edition(kwargs["game"], document=kwargs["document"], slug=kwargs["edition"])


def _resolve(parts: Parts) -> Resolution:
    if parts.is_either:
        label = parts.rest.strip(EDGES)
        sections = cite_rulings(rulings_labelled(parts.documents, label, None)[:MOST], None)
        named = parts.editions if parts.is_placed or not sections else []
        return Resolution(rulings=sections, editions=_records(named), notes=old_labels(sections, label))
    if not parts.rest:
        current = [document.current for document in parts.documents if document.current] if parts.is_placed else []
        return Resolution(editions=_records(parts.editions or current), notes=unknown_edition(parts))
    places: list[Edition | None] = [*parts.editions] or [None]
    for edition in places:
        documents = [edition.document] if edition else parts.documents
        found = look_up(parts, documents, edition)
        if found is not None:
            return Resolution(rulings=found.rulings, pages=found.pages, notes=found.notes)
    return Resolution(cards=_cards(parts), notes=unknown_edition(parts))


def _records(editions: list[Edition]) -> list[EditionRecord]:
    rows = dict(ShownEdition.objects.filter(pk__in=[one.pk for one in editions]).values_list("pk", "record"))
    return [orjson.loads(rows[one.pk]) for one in editions if one.pk in rows]


def _cards(parts: Parts) -> list[CardRecord]:
    """The cards of a name or number."""
    named = parse_citation(parts.rest)
    cards = ShownCard.objects.order_by("set_order", "card_set__name", "is_unnumbered", "number_order", "folded_name")
    if parts.game:
        cards = cards.filter(game__slug=parts.game)
    found = cards.filter(folded_name__in={fold_title(named.name), fold_title(parts.rest)})[:MOST]
    found = found or cards.filter(pk__in=numbered_cards(parts.rest)[: MOST * 10])[:MOST]
    return [{**as_card(record), **record} for record in map(orjson.loads, found.values_list("record", flat=True))]
