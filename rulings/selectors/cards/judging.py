"""The verdict on a deck: whether the restricted and banned lists allow it, or why they do not decide."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from importers.decklists import DeckLine
from importers.folding import fold, fold_title
from importers.records import ListName
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


@dataclass(frozen=True)
class Verdict:
    """Whether a deck may be played by the lists; none: they do not say."""

    is_legal: bool | None
    reasons: list[str]


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
        return Verdict(None, [f"No restricted or banned list of {game['name']} is known here."])
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
    wrong = [f"Banned: {', '.join(banned)}."] if banned else []
    if most is not None and len(restricted) > most:
        allowed = f"{most} restricted title{'' if most == 1 else 's'}"
        wrong.append(f"A deck may have {allowed}; this one has {len(restricted)}: {', '.join(restricted)}.")
    aside = sorted({card.line.section for card in cards if fold(card.line.section).startswith("side")})
    notes = [f"The cards under “{section}” were counted, too." for section in aside]
    if wrong:
        return Verdict(False, [*wrong, *notes])
    doubts = _doubts(lists, restricted if most is None else [], cards, unknown)
    if doubts:
        return Verdict(None, [*doubts, *notes])
    if restricted:
        return Verdict(True, [f"Restricted, and within what is allowed: {', '.join(restricted)}.", *notes])
    return Verdict(True, ["None of its cards that are known here is restricted or banned.", *notes])


def _on(list_name: ListName, titles: Iterable[DeckTitle], play_format: str) -> list[str]:
    """The titles that are on a list, for one way of playing or for all."""
    if not play_format:
        return [one.name for one in titles if CardStatus(list_name) in one.statuses]
    return [
        one.name
        for one in titles
        if any(found["list"] == list_name and found["format"] in (None, play_format) for found in one.listings)
    ]


def _doubts(
    lists: Mapping[str, str], restricted: Sequence[str], cards: Sequence[DeckCard], unknown: Sequence[UnknownLine]
) -> list[str]:
    """Why the lists do not decide."""
    doubts = [
        f"“{one.line.text}” may mean {name}, which is {lists[fold_title(name)]}."
        for one in unknown
        for name in one.suggestions[:1]
        if fold_title(name) in lists
    ]
    if restricted:
        doubts.append(f"Restricted: {', '.join(restricted)}; how many a deck may have is not known here.")
    return doubts if cards else [*doubts, "None of its cards is known here."]
