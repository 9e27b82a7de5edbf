"""The verdict on a deck: whether the restricted and banned lists allow it, or why they do not decide."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext, ngettext

from importers.deckrecords import DeckLine
from importers.folding import fold, fold_title
from importers.records import ListName
from rulings.models import DeckLimit
from rulings.read_model import addresses
from rulings.read_model.cards import version_of
from rulings.read_model.limits import Check, check_limits
from rulings.read_model.records.cards import CardRecord, CardStatus, GameDetail
from rulings.selectors.cards.decklines import UnknownLine


@dataclass(frozen=True)
class DeckCard:
    """A line of a deck whose card is known."""

    line: DeckLine
    count: int
    # The printing that is named, or the first one of its title.
    card: CardRecord
    # What the line says that does not fit the catalogue.
    note: str
    statuses: list[CardStatus]
    # Other cards of its title that the line may mean, with what holds for them.
    may_be: list[tuple[CardRecord, list[CardStatus]]] = field(default_factory=list)


@dataclass(frozen=True)
class Verdict:
    """Whether a deck may be played by the lists; none: they do not say."""

    is_legal: bool | None
    reasons: list[str]
    # Everything that was checked, each with its source.
    checks: list[Check] = field(default_factory=list)


@dataclass(frozen=True)
class DeckTitle:
    """What corrects, lists and rules one title of a deck."""

    name: str
    statuses: list[CardStatus]
    errata: list[Any] = field(default_factory=list)
    listings: list[Any] = field(default_factory=list)
    others: list[Any] = field(default_factory=list)
    mentions: list[Any] = field(default_factory=list)

    @property
    def about(self) -> list[Any]:
        return [*self.errata, *self.listings, *self.others]


def judge(
    game: GameDetail,
    lists: Mapping[str, str],
    titles: Sequence[DeckTitle],
    cards: Sequence[DeckCard],
    unknown: Sequence[UnknownLine],
    *,
    formats: Sequence[str] = (),
) -> Verdict:
    """Whether the lists allow a deck, and why; where they do not decide, what is doubtful."""
    if not lists:
        return Verdict(
            None, [gettext("No restricted or banned list of %(game)s is known here.") % {"game": game["name"]}]
        )
    verdicts = [_judge_for(play_format, game, lists, titles, cards, unknown) for play_format in formats or [""]]
    if not formats:
        return verdicts[0]
    reasons = [
        f"{play_format.capitalize()}: {reason}"
        for play_format, verdict in zip(formats, verdicts, strict=True)
        for reason in verdict.reasons
    ]
    answers = {verdict.is_legal for verdict in verdicts}
    return Verdict(answers.pop() if len(answers) == 1 else None, reasons)


def with_limits(
    verdict: Verdict,
    game: GameDetail,
    cards: Sequence[DeckCard],
    unknown: Sequence[UnknownLine],
    limits: Sequence[DeckLimit],
) -> Verdict:
    """The verdict by the lists, and by how many copies and cards a deck may have."""
    lists = game["lists"]
    source = f" {gettext('and')} ".join(gettext("%(list)s list") % {"list": gettext(name)} for name in lists)
    url = addresses.of_list(game["id"], lists[0]) if lists else ""
    told = _notes(cards)
    checks = [Check(reason, verdict.is_legal, source, url) for reason in verdict.reasons if reason not in told]
    main = [card for card in cards if not _is_aside(card.line)]
    open_lines = [one for one in unknown if not _is_aside(one.line)]
    counted: dict[str, tuple[str, int, CardRecord]] = {}
    for card in cards:
        key = fold_title(card.card["name"])
        name, count, first = counted.get(key, (card.card["name"], 0, card.card))
        counted[key] = name, count + card.count, first
    copies = sum(card.count for card in main)
    found = check_limits(list(counted.values()), copies, limits, unknown=sum(one.count for one in open_lines))
    broken = [check.said for check in found if check.is_kept is False]
    if broken:
        reasons = [*broken, *(verdict.reasons if verdict.is_legal is False else [])]
        return Verdict(False, reasons, [*found, *checks])
    return replace(verdict, checks=[*checks, *found])


def _is_aside(line: DeckLine) -> bool:
    """Whether a line stands in a sideboard."""
    return fold(line.section).startswith("side")


def _judge_for(
    play_format: str,
    game: GameDetail,
    lists: Mapping[str, str],
    titles: Sequence[DeckTitle],
    cards: Sequence[DeckCard],
    unknown: Sequence[UnknownLine],
) -> Verdict:
    """The verdict for one way of playing; an empty one stands for all."""
    banned, restricted = (_on(name, titles, play_format) for name in (ListName.BANNED, ListName.RESTRICTED))
    most = game["restricted_titles"]
    wrong = [gettext("Banned: %(cards)s.") % {"cards": ", ".join(banned)}] if banned else []
    if most is not None and len(restricted) > most:
        said = ngettext(
            "A deck may have %(most)s restricted title; this one has %(count)s: %(cards)s.",
            "A deck may have %(most)s restricted titles; this one has %(count)s: %(cards)s.",
            most,
        )
        wrong.append(said % {"most": most, "count": len(restricted), "cards": ", ".join(restricted)})
    notes = _notes(cards)
    if wrong:
        return Verdict(False, [*wrong, *notes])
    doubts = _doubts(lists, restricted if most is None else [], cards, unknown)
    if doubts:
        return Verdict(None, [*doubts, *notes])
    if restricted:
        return Verdict(
            True,
            [gettext("Restricted, and within what is allowed: %(cards)s.") % {"cards": ", ".join(restricted)}, *notes],
        )
    return Verdict(True, [gettext("None of its cards that are known here is restricted or banned."), *notes])


def _notes(cards: Sequence[DeckCard]) -> list[str]:
    """What is only told, and not judged."""
    aside = sorted({card.line.section for card in cards if _is_aside(card.line)})
    return [gettext("The cards under “%(section)s” were counted, too.") % {"section": section} for section in aside]


def _on(list_name: ListName, titles: Iterable[DeckTitle], play_format: str) -> list[str]:
    """The titles that are on a list, for one way of playing or for all."""
    if not play_format:
        found = [one.name for one in titles if CardStatus(list_name) in one.statuses]
    else:
        found = [
            one.name
            for one in titles
            if any(on["list"] == list_name and on["format"] in (None, play_format) for on in one.listings)
        ]
    # Two cards of one title are one title.
    return list({fold_title(name): name for name in reversed(found)}.values())[::-1]


def _doubts(
    lists: Mapping[str, str], restricted: Sequence[str], cards: Sequence[DeckCard], unknown: Sequence[UnknownLine]
) -> list[str]:
    """Why the lists do not decide."""
    doubts = [
        gettext("“%(line)s” may mean %(card)s, which is %(list)s.")
        % {"line": one.line.text, "card": name, "list": gettext(lists[fold_title(name)])}
        for one in unknown
        for name in one.suggestions[:1]
        if fold_title(name) in lists
    ]
    doubts += [
        gettext("“%(line)s” may mean the card of %(version)s, which is %(lists)s: say which.")
        % {"line": one.line.text, "version": version_of(other), "lists": f" {gettext('and')} ".join(map(gettext, on))}
        for one in cards
        for other, statuses in one.may_be
        if (on := [status for status in statuses if status != CardStatus.ERRATA and status not in one.statuses])
    ]
    if restricted:
        doubts.append(
            gettext("Restricted: %(cards)s; how many a deck may have is not known here.")
            % {"cards": ", ".join(restricted)}
        )
    return doubts if cards else [*doubts, gettext("None of its cards is known here.")]
