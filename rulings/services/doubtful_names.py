"""Rules about names in a draft: cards, sets and packs that the catalogue does not have, and other games."""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz, process

from importers.folding import fold_title
from importers.records import CardCitation, ChangeKind, ParsedRuling
from importers.resolving import Status
from rulings.models import Game
from rulings.read_model.known import record_of
from rulings.services.doubts import Alarm, Doubtful
from rulings.services.facts import shipped_facts

# A name that is so alike, in hundredths, is likely a misprint.
ALIKE = 80
MOST_NAMED = 12


def sets_that_are_unknown(draft: Doubtful) -> Iterator[Alarm]:
    """Sets and packs that are cited, and that the catalogue and the edition in force do not have."""
    cited = _cited(draft)
    before = {name for change in draft.plan.changes for name in _sets_before(change)}
    names = dict.fromkeys(name for card in cited for name in (card.set, card.pack) if name)
    for name in names:
        if fold_title(name) in draft.sets or fold_title(name) in before:
            continue
        own = [card for card in cited if name in (card.set, card.pack)]
        new = sum(draft.catalogue.resolve(card).status is Status.UNRESOLVED for card in own)
        cards = f"{len(own)} card{'' if len(own) == 1 else 's'}"
        said = f"“{name}” would be a new set, with {new} card{'' if new == 1 else 's'}."
        if not new:
            said = f"“{name}” is not a known set: what is cited from it, {cards}, is read as of another."
        near = _nearest(name, [one.pack or one.set for one in draft.sets.values()])
        meant = {"set": name, "as": near} if near else {}
        yield Alarm("new set", name, f"{said}{_perhaps(near)}", meant=meant, index=draft.place_of(cited[own[0]]))


def _sets_before(change: object) -> Iterator[str]:
    previous = getattr(change, "previous", None)
    for card in previous.cards if previous else ():
        yield from (fold_title(card[part]) for part in ("set", "pack") if card.get(part))


def cards_that_are_new(draft: Doubtful) -> Iterator[Alarm]:
    """Cards that the catalogue does not have, in sets that it has."""
    cited = _cited(draft)
    named = [card for card in cited if draft.catalogue.resolve(card).status is Status.UNRESOLVED]
    known = {name for card in named for name in (card.set, card.pack) if fold_title(name) in draft.sets}
    lone = [card for card in named if {card.set, *filter(None, [card.pack])} <= known]
    for card in lone[:MOST_NAMED]:
        near = _nearest(card.name, draft.catalogue.names_in(draft.catalogue.place_of(card).set))
        said = f"“{card.name}” ({card.set}{f' {card.number}' if card.number else ''}) would be a new card."
        yield Alarm(
            "new card",
            f"{card.name} {card.set} {card.number}",
            f"{said}{_perhaps(near)}",
            meant={"card": card.name, "as": near} if near else {},
            index=draft.place_of(cited[card]),
        )
    if len(lone) > MOST_NAMED:
        rest = ", ".join(card.name for card in lone[MOST_NAMED:])
        said = f"{len(lone) - MOST_NAMED} more cards would be new: {rest}."
        yield Alarm("new cards", rest[:80], said, index=draft.place_of(cited[lone[MOST_NAMED]]))


def names_that_are_misspelt(draft: Doubtful) -> Iterator[Alarm]:
    """Cards of a change that are known only because their names are nearly right."""
    for change in draft.plan.changes:
        new = change.new if change.kind is not ChangeKind.SAME else None
        for card in new.cards if new else ():
            found = draft.catalogue.resolve(card)
            if found.status is not Status.RESOLVED or draft.catalogue.knows(card.name):
                continue
            place = next((at for at, one in enumerate(draft.parts.edited.rulings) if card in one.cards), None)
            if place is None:
                # Editors have put it right.
                continue
            near = draft.catalogue.name_of(found.ids[0])
            meant = {"card": card.name, "as": near}
            yield Alarm("spelling", card.name, f"“{card.name}” is read as “{near}”.", meant=meant, index=place)


def words_of_another_game(draft: Doubtful) -> Iterator[Alarm]:
    """What names another game that is known here, and did not name it before."""
    own = fold_title(draft.edition.document.game.name)
    games = {*Game.objects.values_list("name", flat=True), *(game.name for game in shipped_facts().games)}
    for game in sorted(games):
        # "Warhammer: Invasion" is called Warhammer, too.
        first = game.partition(":")[0]
        if own in (fold_title(game), fold_title(first)) or fold_title(game) in own:
            continue
        named = re.compile(rf"\b{re.escape(first)}\b", re.IGNORECASE)
        found = [
            change.new
            for change in draft.plan.changes
            if change.new
            and named.search(_all_of(change.new))
            and not (
                change.previous and change.ruling and named.search(_all_of(record_of(change.previous, change.ruling)))
            )
        ]
        if found:
            titles = "; ".join(f"{one.key} {one.title}".strip()[:60] for one in found[:MOST_NAMED])
            said = f"{first} is named, which is another game: in {titles}. Is this its text?"
            place = draft.plan.changes.index(next(one for one in draft.plan.changes if one.new is found[0]))
            yield Alarm("another game's words", game, said, index=draft.parts.places[place])


def _all_of(ruling: ParsedRuling) -> str:
    return "\n".join((*ruling.heading_path, ruling.title, ruling.text))


def _cited(draft: Doubtful) -> dict[CardCitation, ParsedRuling]:
    """The cards that a draft cites with their sets, and where first."""
    cited: dict[CardCitation, ParsedRuling] = {}
    for ruling in draft.parts.edited.rulings:
        for card in ruling.cards:
            if card.set:
                cited.setdefault(card, ruling)
    return cited


def _perhaps(near: str) -> str:
    return f" Is “{near}” meant?" if near else ""


def _nearest(name: str, names: Sequence[str]) -> str:
    found = process.extractOne(name, names, scorer=fuzz.ratio, processor=fold_title, score_cutoff=ALIKE)
    return str(found[0]) if found else ""
