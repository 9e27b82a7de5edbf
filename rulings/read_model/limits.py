"""How many copies of a card, and how many cards, a deck may have; each limit with its source."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from importers.folding import fold
from rulings.effective.tokens import plain
from rulings.models import DeckLimit
from rulings.read_model.cards import says_now
from rulings.read_model.records.cards import CardRecord, GameDetail

WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10}
AMOUNT = r"(\d{1,2}|one|two|three|four|five|six|seven|eight|ten)"
# "Limit 1 per deck"
PER_DECK = re.compile(rf"\bLimit {AMOUNT} (?:cop(?:y|ies) )?per deck\b", re.IGNORECASE)
# "You may have up to 8 copies of Marsh Dog in your deck."
ALLOWED = re.compile(
    rf"\bmay (?:include|have|play with|use) (?:up to )?{AMOUNT} copies of [^.]{{1,80}} in your deck", re.I
)


@dataclass(frozen=True)
class Limit:
    """What is allowed, in words, and where that is written."""

    amount: int
    said: str
    source: str
    url: str = ""


def limits_of(card: CardRecord) -> list[Limit]:
    """How many copies of a card a deck may have, as its text or its catalogue says; an erratum goes before what is
    printed."""
    printed, effective = card["printed"], card["effective"]
    text = says_now(card)
    edition = effective["errata"][0]["edition_title"] if effective and effective["errata"] else ""
    for pattern, says in (
        (PER_DECK, gettext("Limit %(amount)s per deck.")),
        (ALLOWED, gettext("Up to %(amount)s copies in a deck.")),
    ):
        if found := pattern.search(plain(text)):
            amount = _number(found[1])
            was = pattern.search(plain(printed["text"])) if printed else None
            source = (
                gettext("its text by %(edition)s") % {"edition": edition}
                if edition and not was
                else gettext("its text")
            )
            return [Limit(amount, says % {"amount": amount}, source, card["url"])]
    for erratum in effective["errata"] if effective and not printed else ():
        for step in erratum["steps"]:
            if found := PER_DECK.search(str(step.get("words", ""))):
                amount = _number(found[1])
                return [
                    Limit(
                        amount,
                        gettext("Limit %(amount)s per deck.") % {"amount": amount},
                        erratum["edition_title"],
                        erratum["url"],
                    )
                ]
    given = card["facts"].get("deck_limit")
    if isinstance(given, int) and given > 0:
        said = ngettext("At most %(count)s copy in a deck.", "At most %(count)s copies in a deck.", given) % {
            "count": given
        }
        return [Limit(given, said, gettext("its catalogue"), card["url"])]
    return []


def _number(word: str) -> int:
    return int(word) if word.isdigit() else WORDS[word.lower()]


def game_limits(game: GameDetail) -> list[DeckLimit]:
    """What a game allows in a deck."""
    return list(DeckLimit.objects.filter(game=game["pk"]))


def copies_allowed(card: CardRecord, limits: Sequence[DeckLimit]) -> Limit | None:
    """How many copies of a card a deck may have; none: there is no source for it here."""
    if own := limits_of(card):
        return own[0]
    copies = [one for one in limits if one.kind == DeckLimit.Kind.COPIES]
    of_type = [one for one in copies if one.card_type and fold(one.card_type) == fold(card["card_type"] or "")]
    for one in (*of_type, *(one for one in copies if not one.card_type)):
        return Limit(
            one.amount,
            gettext("At most %(amount)s copies of a title.") % {"amount": one.amount},
            one.source,
            one.address,
        )
    return None


@dataclass(frozen=True)
class Check:
    """One thing that was checked: what came of it, and by which source; none: it could not be checked."""

    said: str
    is_kept: bool | None
    source: str = ""
    url: str = ""

    def as_data(self) -> dict[str, Any]:
        return {"said": self.said, "kept": self.is_kept, "source": self.source or None, "url": self.url or None}


def check_limits(
    cards: Sequence[tuple[str, int, CardRecord]], copies: int, limits: Sequence[DeckLimit], *, unknown: int = 0
) -> list[Check]:
    """Whether a deck keeps the limits: `cards` are its titles with their copies and a printing, `copies` how many cards
    that is in all, and `unknown` how many more the lines may mean that nobody knows."""
    checks: list[Check] = []
    without: list[str] = []
    for name, count, card in cards:
        allowed = copies_allowed(card, limits)
        if allowed is None:
            without.append(name)
        elif count > allowed.amount:
            said = gettext("%(count)s copies of %(card)s; %(limit)s") % {
                "count": count,
                "card": name,
                "limit": f"{allowed.said[0].lower()}{allowed.said[1:]}",
            }
            checks.append(Check(said, False, allowed.source, allowed.url))
    known = [one for one in limits if one.kind == DeckLimit.Kind.COPIES]
    if cards and not checks and not without:
        source = known[0] if known else None
        checks.append(
            Check(
                gettext("No card has more copies than are allowed."),
                True,
                source.source if source else gettext("the cards’ catalogue"),
                source.address if source else "",
            )
        )
    elif without:
        checks.append(
            Check(gettext("How many copies of a card a deck may have was not checked: no source is here."), None)
        )
    rest = Check(
        gettext("Factions, loyalty, card types and other rules of deck building were not checked: no source is here."),
        None,
    )
    return [*checks, *_sizes(copies, limits, unknown), rest]


def _sizes(copies: int, limits: Sequence[DeckLimit], unknown: int) -> list[Check]:
    sizes = [one for one in limits if one.kind in (DeckLimit.Kind.SMALLEST, DeckLimit.Kind.LARGEST)]
    if not sizes:
        return [Check(gettext("The size of the deck was not checked: no source is here."), None)]
    checks = []
    for one in sizes:
        is_least = one.kind == DeckLimit.Kind.SMALLEST
        least, most = copies, copies + unknown
        is_kept: bool | None = least >= one.amount if is_least else most <= one.amount
        if not is_kept and (most >= one.amount if is_least else least <= one.amount):
            # It depends on the lines that are not known.
            is_kept = None
        counted = gettext("%(least)s to %(most)s") % {"least": least, "most": most} if unknown else str(least)
        said = (
            gettext("%(count)s cards; a deck has at least %(amount)s.")
            if is_least
            else gettext("%(count)s cards; a deck has at most %(amount)s.")
        )
        said %= {"count": counted, "amount": one.amount}
        checks.append(Check(said, is_kept, one.source, one.address))
    return checks
