"""Decks: whether they are legal, what corrects and rules their cards, and what has changed for them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import orjson
from django.utils.translation import gettext

from importers.decklists import read_deck
from importers.deckrecords import DeckError, DeckLine
from rulings.models import Document, Edition, Reference, ShownCard
from rulings.read_model import addresses
from rulings.read_model.cards import TitleRulings, by_card
from rulings.read_model.changes import change_record
from rulings.read_model.limits import game_limits
from rulings.read_model.records.cards import GameDetail, TermRecord
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.rulings import about, shown_wordings, with_wording
from rulings.read_model.state import one_state
from rulings.read_model.stored import as_card, rulings_by_key
from rulings.read_model.terms import glossary_of
from rulings.read_model.wording import day
from rulings.selectors.cards.decklines import Meant, UnknownLine, cards_meant, unknown_lines
from rulings.selectors.cards.judging import DeckCard, DeckTitle, Verdict, judge, with_limits
from rulings.selectors.cards.packets import PacketCard
from rulings.selectors.cards.past import standing_at
from rulings.selectors.documents.history import compare_editions
from rulings.selectors.site.finding import MissingError, WithdrawnError, find_edition, find_game
from rulings.selectors.site.frames import formats_of, game_called, game_frames, game_names

__all__ = ["LONGEST_DECK", "DeckCheck", "DeckError", "check_deck", "editions_to_check"]

# In characters.
LONGEST_DECK = 400_000


@dataclass(frozen=True)
class DeckCheck:
    """Everything that is known about a deck."""

    game: GameDetail
    # What it was checked by: the editions in force, or a chosen one instead of its document's.
    editions: list[Any]
    at: Edition | None
    cards: list[DeckCard]
    unknown: list[UnknownLine]
    # Remarks, headings, and what was taken for them.
    skipped: list[DeckLine]
    verdict: Verdict
    titles: list[DeckTitle]
    mentions: list[Any]
    # The editions that were compared, and what has changed for the deck from one to the other.
    since: Edition | None
    after: Edition | None
    changes: list[ChangeRecord]

    @property
    def copies(self) -> int:
        return sum(card.count for card in self.cards) + sum(one.count for one in self.unknown)

    @property
    def packet(self) -> list[PacketCard]:
        """What the cards of the deck say now: those that errata change first."""
        counted: dict[str, tuple[int, Any]] = {}
        for one in self.cards:
            count, _ = counted.get(one.card["id"], (0, None))
            counted[one.card["id"]] = count + one.count, one.card
        found = [PacketCard(count, card) for count, card in counted.values()]
        return sorted(found, key=lambda one: (one.card["effective"] is None, one.card["name"]))

    @property
    def terms(self) -> list[TermRecord]:
        """What the lists mean that its cards are on."""
        listed = {(one["list"], one["format"]) for title in self.titles for one in title.listings}
        return glossary_of(self.game["id"]).of_lists(*listed)

    @property
    def feed_url(self) -> str:
        """Where the deck can be followed: its cards are in the address, and nothing is kept."""
        cards = dict.fromkeys(one.card["id"].partition("/")[2] for one in self.cards)
        return f"/feeds/deck/?{urlencode([('game', self.game['id']), *(('card', card) for card in cards)], safe='/')}"

    @property
    def has_digest(self) -> bool:
        return any(one["is_digest"] for one in (*self.mentions, *(one for title in self.titles for one in title.about)))


def editions_to_check() -> list[tuple[GameDetail, list[Edition]]]:
    """The editions that a deck can be checked by, game by game, newest first."""
    published = Edition.objects.published().filter(corrects=None, document__in=Document.objects.shown())
    by_game: dict[int, list[Edition]] = defaultdict(list)
    for edition in published.select_related("document__game").order_by("document__title", "-position"):
        by_game[edition.document.game_id].append(edition)
    return [(game, by_game[game["pk"]]) for game in game_frames() if by_game[game["pk"]]]


def check_deck(text: str, *, game: str = "", edition: str = "", since: str = "") -> DeckCheck:
    """Check a deck list; editions are given by their ids, "game/document/edition"."""
    with one_state():
        return _read_and_check(text, game, edition, since)


def _read_and_check(text: str, game: str, edition: str, since: str) -> DeckCheck:
    lines = read_deck(text)
    if not any(line.readings for line in lines):
        raise DeckError(
            gettext("There is no card in it: write one card a line, for example 3x Shotgun (Core Set F14).")
        )
    at, before = _edition(edition), _edition(since)
    chosen = _game(game, at or before)
    known = {one: cards_meant(lines, find_game(one)) for one in ([chosen] if chosen else _slugs())}
    found = chosen or max(known, key=lambda one: len(known[one]), default="")
    if not found or (not chosen and not known[found]):
        raise DeckError(gettext("No line names a card that is known here: choose the game, and check the spelling."))
    frame = find_game(found)
    if any(one and one.document.game_id != frame["pk"] for one in (at, before)):
        raise DeckError(
            gettext("That edition is of another game than the deck, which is of %(game)s.") % {"game": frame["name"]}
        )
    return _check(frame, lines, known[found], at, before)


def _check(
    game: GameDetail, lines: Sequence[DeckLine], known: Mapping[int, Meant], at: Edition | None, before: Edition | None
) -> DeckCheck:
    rows = ShownCard.objects.filter(pk__in={pk for meant in known.values() for pk in (meant.card, *meant.others)})
    by_pk = {row.pk: (row.first_printing, orjson.loads(row.record)) for row in rows.order_by("folded_name", "pk")}
    names = {first: record["name"] for first, record in by_pk.values()}
    titles = _titles_at(game, names, at) if at else _titles(game, names)
    cards = [
        DeckCard(
            *(line, meant.count, as_card(record), meant.note, titles[first].statuses if first in titles else []),
            may_be=[
                (as_card(by_pk[pk][1]), titles[by_pk[pk][0]].statuses)
                for pk in meant.others
                if by_pk[pk][0] != first and by_pk[pk][0] in titles
            ],
        )
        for line in lines
        if (meant := known.get(line.number))
        for first, record in [by_pk[meant.card]]
    ]
    in_deck = {by_pk[meant.card][0] for meant in known.values()}
    unknown = unknown_lines(game, [line for line in lines if line.number not in known])
    accounted = {*known, *(one.line.number for one in unknown)}
    titles = {first: title for first, title in titles.items() if first in in_deck}
    ruled = [title for title in titles.values() if title.about]
    own = {one["id"] for title in ruled for one in title.about}
    mentions = {one["id"]: one for title in titles.values() for one in title.mentions if one["id"] not in own}
    after = _compared(at, before)
    verdict = judge(game, _listed(game, at), ruled, cards, unknown, formats=_formats(game, at))
    return DeckCheck(
        game=game,
        editions=_editions(game, at),
        at=at,
        cards=cards,
        unknown=unknown,
        skipped=[line for line in lines if line.number not in accounted],
        verdict=with_limits(verdict, game, cards, unknown, game_limits(game)),
        titles=ruled,
        mentions=sorted(mentions.values(), key=lambda one: one["order"]),
        since=before,
        after=after,
        changes=_changes(game, before, after, names) if before and after else [],
    )


def _titles(game: GameDetail, names: Mapping[int, str]) -> dict[int, DeckTitle]:
    """What is in force about the cards of a deck, by their first printings."""
    rows = ShownCard.objects.filter(game=game["pk"], first_printing__in=names).order_by("pk")
    stored = {row.first_printing: row for row in rows}
    parts = {first: orjson.loads(stored[first].rulings) for first in names if first in stored}
    rulings = rulings_by_key({key for one in parts.values() for keys in one.values() for key in keys})
    return {
        first: DeckTitle(
            names[first],
            orjson.loads(stored[first].record)["statuses"],
            **{part: [rulings[key] for key in keys if key in rulings] for part, keys in of_card.items()},
        )
        for first, of_card in parts.items()
    }


def _titles_at(game: GameDetail, names: Mapping[int, str], at: Edition) -> dict[int, DeckTitle]:
    """What stood about the cards of a deck in an edition, and of the game's other documents what is in force."""
    same = dict(ShownCard.objects.filter(game=game["pk"]).values_list("pk", "first_printing"))
    by_first = by_card(with_wording(standing_at(game["pk"], at)), same)
    found = {first: one for first, one in by_first.items() if first in names}
    changes = {change.pk: change for one in found.values() for change in (*one.about, *one.mentions)}
    shown = dict(zip(changes, shown_wordings(changes.values(), at=at), strict=True))
    return {
        first: DeckTitle(
            names[first],
            list(one.grounds),
            **{part: [shown[change.pk] for change in getattr(one, part)] for part in vars(TitleRulings())},
        )
        for first, one in found.items()
    }


def _listed(game: GameDetail, at: Edition | None) -> dict[str, str]:
    """By folded name, the list that each title of a game is on."""
    if at is None:
        rows = ShownCard.objects.filter(game=game["pk"])
        found = dict.fromkeys(rows.filter(is_restricted=True).values_list("folded_name", flat=True), "restricted")
        return found | dict.fromkeys(rows.filter(is_banned=True).values_list("folded_name", flat=True), "banned")
    listings = with_wording(standing_at(game["pk"], at).filter(ruling__kind="listing"))
    return {card.folded_name: change.ruling.list_name for change in listings for card in about(change)}


def _formats(game: GameDetail, at: Edition | None) -> list[str]:
    """The ways of playing that lists of a game are for; none if they are for all."""
    if at is None:
        return formats_of(game)
    listed = standing_at(game["pk"], at).filter(ruling__kind="listing").exclude(ruling__format="").order_by()
    return sorted(listed.values_list("ruling__format", flat=True).distinct())


def _compared(at: Edition | None, before: Edition | None) -> Edition | None:
    """The edition that an older one of the same document is compared with."""
    if before is None:
        return None
    after = at if at and at.document_id == before.document_id else before.document.current
    if after and (after.position or 0) < (before.position or 0):
        raise DeckError(
            gettext("%(new)s is older than %(old)s: compare with an older edition.")
            % {"new": after.title, "old": before.title}
        )
    return after


def _slugs() -> list[str]:
    return [slug for slug, _, _ in game_names()]


def _game(name: str, edition: Edition | None) -> str:
    if not name:
        return edition.document.game.slug if edition else ""
    slug = game_called(name)
    if not slug:
        raise DeckError(gettext("There is no game %(name)r here.") % {"name": name})
    return slug


def _edition(identifier: str) -> Edition | None:
    if not identifier:
        return None
    parts = identifier.replace("\x00", "").strip("/").split("/")
    if len(parts) == 3:
        try:
            return find_edition(parts[0], document=parts[1], slug=parts[2])
        except (MissingError, WithdrawnError):
            pass
    raise DeckError(
        gettext("There is no edition %(name)r here; editions are named as in call-of-cthulhu/faq/3.2.")
        % {"name": identifier}
    )


def _editions(game: GameDetail, at: Edition | None) -> list[Any]:
    """The editions that a deck was checked by."""
    chosen: dict[str, Any] = {}
    if at:
        url = addresses.of_edition(at)
        chosen = {"id": addresses.edition_id(at), "title": at.title, "url": url, "date": day(at.date)}
    return [chosen if at and one["document"] == at.document.slug else one for one in game["editions"]]


def _changes(game: GameDetail, before: Edition, after: Edition, firsts: Collection[int]) -> list[ChangeRecord]:
    """What has changed between two editions of what is about, or mentions, the cards of a deck."""
    cards = ShownCard.objects.filter(game=game["pk"], first_printing__in=firsts).values("pk")
    references = Reference.objects.filter(card__in=cards)
    touching = set(references.filter(change__edition__in=[before, after]).values_list("change__ruling", flat=True))
    compared = compare_editions(before, after)
    return [change_record(one, after) for one in compared.load() if one.ruling.pk in touching]
