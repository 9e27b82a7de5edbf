"""A card with what is ruled about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.urls import resolve
from django.utils.translation import gettext

from rulings.effective.tokens import plain
from rulings.models import Card, ShownRuling
from rulings.read_model.cards import says_now
from rulings.read_model.limits import Limit, limits_of
from rulings.read_model.records.cards import CardDetail, GameDetail, ShownCardRecord, TermRecord
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.stored import StoredCard, as_card, as_ruling, card_at, rulings_by_key
from rulings.read_model.terms import glossary_of
from rulings.read_model.wording import labelled
from rulings.selectors.site.finding import MissingError, MovedError, WithdrawnError, absence_at, find_game

# Facts that stand in the head of the page.
HEADED = {"unique", "cost"}
LABELS = {"deck_limit": "Deck limit"}


@dataclass(frozen=True)
class Fact:
    """Something that is printed on a card, and what it was before an erratum."""

    name: str
    now: str
    was: str | None = None
    # Whether a catalogue says what it was.
    is_known: bool = True


def label_of(name: str) -> str:
    """What a fact is called on a page."""
    return LABELS.get(name, name.capitalize())


def spoken(value: object) -> str:
    """A fact in words."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ". ".join(map(str, value)) + "." if value else gettext("none")
    return str(value) if value not in (None, "") else gettext("none")


@dataclass(frozen=True)
class CardPage:
    """What the page of a card shows."""

    card: ShownCardRecord
    game: GameDetail
    errata: list[Any]
    listings: list[Any]
    others: list[Any]
    mentions: list[Any]
    history: list[ChangeRecord]
    # General errata that touch it by the words of its text.
    general: list[Any]
    limits: list[Limit]
    # What the lists it is on and the keywords of its text mean.
    terms: list[TermRecord] = field(default_factory=list)

    @property
    def all(self) -> list[Any]:
        return [*self.errata, *self.listings, *self.others, *self.mentions, *self.general]

    @property
    def keywords(self) -> list[TermRecord]:
        """The terms that its text uses."""
        return [term for term in self.terms if not term["list"]]

    @property
    def is_ruled(self) -> bool:
        """Whether something is about it, and not only mentions it."""
        return bool(self.errata or self.listings or self.others or self.general)

    @property
    def tells_history(self) -> bool:
        """Whether anything has changed since the first edition here."""
        return any(not event["is_first"] for event in self.history)

    @property
    def is_unique(self) -> bool:
        """Whether it is unique by now."""
        effective = self.card["effective"]
        changed = effective["fields"].get("unique") if effective else None
        return bool(changed["now"] if changed else self.card["facts"].get("unique"))

    @property
    def facts(self) -> list[Fact]:
        """What is printed on it besides its text, with what errata made of that; changes come first."""
        effective = self.card["effective"]
        changed = effective["fields"] if effective else {}
        told = [
            changed_fact(name, changed[name], is_known=bool(self.card["facts"]))
            if name in changed
            else Fact(label_of(name), spoken(value))
            for name, value in {**self.card["facts"], **{one: changed[one]["now"] for one in changed}}.items()
            if (name not in HEADED or name in changed) and (name in changed or value not in (None, "", []))
        ]
        return sorted(told, key=lambda fact: fact.was is None and fact.is_known)

    @property
    def original(self) -> list[tuple[str, str]]:
        """The row of the card as its catalogue has it."""
        printed = self.card["printed"]
        return [(name, str(value)) for name, value in printed["original"].items()] if printed else []

    @property
    def said(self) -> str:
        """Why the errata could not be put in."""
        edition = next((one["edition_title"] for one in self.not_put_in), "")
        return gettext("Could not be put in: read both (%(edition)s)") % {"edition": edition}

    @property
    def not_put_in(self) -> list[Any]:
        effective = self.card["effective"]
        return [one for one in effective["errata"] if one["outcome"] == "impossible"] if effective else []

    @property
    def corrected_namesakes(self) -> list[Any]:
        """Other cards of this title that something holds for."""
        return [one for one in self.card["namesakes"] if one["statuses"]]

    @property
    def earlier(self) -> list[dict[str, str]]:
        """Earlier editions in which something was said about it, as pages of the past."""
        seen: dict[str, str] = {}
        for event in self.history[1:]:
            _, document, edition = event["edition_id"].split("/")
            path = self.card["id"].partition("/")[2]
            url = f"/{self.card['game']}/{document}/at/{edition}/cards/{path}/"
            seen.setdefault(url, event["edition_title"])
        return [{"url": url, "title": title} for url, title in seen.items()]

    @property
    def now(self) -> str:
        """What it says now."""
        return says_now(self.card)

    @property
    def as_text(self) -> str:
        """What it says now, to be copied."""
        card = self.card
        place = labelled(card["pack"] or card["set"], card["number"] or "")
        name = f"{card['name']}, {card['subtitle']}" if card["subtitle"] else card["name"]
        status = "; ".join(f"{one['title']} by {one['edition_title']}" for one in card["details"])
        return "\n".join(filter(None, (f"{name} ({place})", plain(self.now), status)))

    @property
    def has_digest(self) -> bool:
        return any(ruling["is_digest"] for ruling in self.all)


def find_card(game: str, *, set_slug: str, slug: str) -> StoredCard:
    """The card of that address."""
    path = f"{game}/{set_slug}/{slug}"
    card = card_at(path) if "\x00" not in path else None
    if card is None:
        found = find_game(game)
        there = Card.objects.filter(card_set__game=found["pk"], card_set__slug=set_slug, slug=slug)
        raise WithdrawnError if there.exists() else absence_at(found["pk"], set_slug, slug)
    return card


def follow_card(game: str, *, set_slug: str, slug: str) -> StoredCard:
    """The card of that address, or the one that it was merged into."""
    try:
        return find_card(game, set_slug=set_slug, slug=slug)
    except MovedError as moved:
        parts = resolve(moved.address).kwargs
        if "card" not in parts:
            raise MissingError from moved
        return find_card(parts["game"], set_slug=parts["card_set"], slug=parts["card"])


def card_page(card: StoredCard) -> CardPage:
    """A card with what is ruled about it, and what has become of that over the editions."""
    parts = card.rulings
    rulings = rulings_by_key(key for keys in parts.values() for key in keys)
    identity = card.record["id"]
    shown = {
        part: [_for_card(rulings[key], identity) for key in keys if key in rulings] for part, keys in parts.items()
    }
    game = find_game(card.record["game"])
    return CardPage(
        card=card.record,
        game=game,
        history=card.history,
        general=_general(card.record, {one["id"] for one in shown["errata"]}),
        limits=limits_of(card.record),
        terms=_terms(card.record, shown["listings"]),
        **shown,
    )


def _terms(card: ShownCardRecord, listings: list[Any]) -> list[TermRecord]:
    """What the lists it is on, the keywords next to its text and the words of its text mean."""
    glossary = glossary_of(card["game"])
    listed = glossary.of_lists(*((one["list"], one["format"]) for one in listings))
    keywords = ". ".join(map(str, card["facts"].get("keywords") or ()))
    return [*listed, *glossary.used_in(f"{keywords}.\n{plain(says_now(card))}")]


def _general(card: ShownCardRecord, known: set[str]) -> list[Any]:
    """The errata that a card is read with and that do not name it."""
    effective = card["effective"]
    wanted = [one["ruling"] for one in effective["errata"] if one["ruling"] not in known] if effective else []
    rows = ShownRuling.objects.filter(path__in=wanted).order_by("document_id", "position") if wanted else []
    return [{**orjson.loads(row.record), "printed_for": []} for row in rows]


def card_detail(page: CardPage) -> CardDetail:
    """A card with everything that is ruled about it, as data."""
    return {
        **as_card(page.card),
        "printings": page.card["printings"],
        "namesakes": page.card["namesakes"],
        "errata": [as_ruling(ruling) for ruling in page.errata],
        "listings": [as_ruling(ruling) for ruling in page.listings],
        "rulings": [as_ruling(ruling) for ruling in page.others],
        "mentions": [as_ruling(ruling) for ruling in page.mentions],
        "history": page.history,
        "terms": page.terms,
    }


def _for_card(ruling: Any, card: str) -> Any:
    """A ruling as it is shown for a card: with the cards that it names, if this one only shares their title."""
    named = [one for one in ruling["cards"] if one["id"]]
    return {**ruling, "printed_for": [] if card in {one["id"] for one in named} else named}


def changed_fact(name: str, change: Mapping[str, Any], *, is_known: bool) -> Fact:
    """What an erratum made of a fact; where no catalogue says what it was, neither do we."""
    if "added" in change:
        label = gettext("%(fact)s added") % {"fact": label_of(name)}
        return Fact(label, spoken(change["added"]), is_known=False)
    if not is_known:
        return Fact(label_of(name), spoken(change["now"]), is_known=False)
    return Fact(label_of(name), spoken(change["now"]), spoken(change["was"]))
