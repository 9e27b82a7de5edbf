"""Reads FAQs whose narrow columns were extracted line by line: a recipe, and the repair of what the columns lost.

Errata as "08 Dwarf Cannon Crew", lists that lost their set names, clarifications under titles with version tags like
(v1.4), a turn sequence in phases, a lettered timing structure with [Go to A], and Q:/A: pairs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from importers.columns import MARKER, NUMBERED, TAG, layout_of_columns
from importers.facts import NO_VERSION, UNKNOWN_GAME, UNLABELLED, Facts, GameFacts, meant_order
from importers.folding import SMALL_WORDS, fold_number, fold_title
from importers.parts.document import read_by_recipe
from importers.recipe_files import read_recipe
from importers.records import (
    CardCitation,
    Kind,
    ParsedDocument,
    ParsedRuling,
    Problem,
    Repair,
    RepairKind,
    Severity,
    one_line,
    title_of_cards,
)
from importers.resolving import SetName
from importers.sources import Claim, SourceText

# "Harpies (AU 24)", "Kairos Fateweaver (Legends 30)"
NAME_WORD = r"(?:[A-Z][\w’'\-]*|of|the|to|and|for|a)"
CITATION = re.compile(rf"({NAME_WORD}(?: {NAME_WORD}){{0,5}}) \(([A-Z][A-Za-z]{{1,8}}) (\d{{1,3}})\)")
# "… or sets in Warhammer: Invasion The Card Game."
GAME = re.compile(r"\b(?:in|for) ([A-Z][\w’']*:?(?: (?:[A-Z][\w’']*:?|of|the|and))*?):? The Card Game")
QUESTION = re.compile(r"^Q: ")
SECTIONS = "Rules Clarifications, Terminology Clarifications, Targeting, Damage, Card Types, Keywords, Miscellaneous"
RECIPE = read_recipe(
    """
name = "column-faq"
game = ""
document = "FAQ"

[[parts]]
heading = "General"
reader = "general"

[[parts]]
heading = "Most Recent Printing"
reader = "notes"

[[parts]]
heading = "Card errata"
reader = "errata"
entry = "NUMBER NAME"
entry_look = "h6"
group_look = "h3"

[[parts]]
heading = "Restricted List"
reader = "listing"
list = "restricted"
entry = "NUMBER NAME"
entry_look = "h6"

[[parts]]
heading = "Banned List"
reader = "listing"
list = "banned"
entry = "NUMBER NAME"
entry_look = "h6"

[[parts]]
heading = ["Rulebook Errata", "Core Set Rulebook Errata"]
title = "Rulebook Errata"
reader = "rulebook"

[[parts]]
heading = ["Updated Turn Sequence Diagram", "Turn Sequence Diagram"]
reader = "chart"
group_look = "h5"

[[parts]]
heading = "Detailed Timing Structure"
reader = "chart"

[[parts]]
heading = "Questions and answers"
reader = "questions"
"""
    + "".join(
        f"""
[[parts]]
heading = "{name}"
reader = "sections"
entry = "TITLE[ TAG]"
entry_look = "h4"
"""
        for name in SECTIONS.split(", ")
    )
)


class ColumnFaq:
    """FAQs extracted from narrow columns."""

    name = "column-faq"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is such a FAQ, and why."""
        lines = [line.strip() for line in source.lines]
        if sum(bool(NUMBERED.match(line)) for line in lines) < 5:
            return Claim.no("it has no errata headed by number and name, like “08 Dwarf Cannon Crew”")
        if not any(TAG.match(line) for line in lines):
            return Claim.no("it has no version tags like “(v1.4)”")
        if not any(QUESTION.match(line) for line in lines):
            return Claim.no("it has no questions that begin with “Q:”")
        return Claim.yes("it has errata headed by number and name, version tags, and questions that begin with “Q:”")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        game = _game_of(source) or facts.recognise(source.text)
        known, moves = facts.of(game), facts.moves_in(source.lines)
        layout = layout_of_columns(
            source,
            RECIPE,
            order=meant_order(range(1, len(source.lines) + 1), moves),
            moved={number for move in moves for number in range(move.lines.first, move.lines.last + 1)},
            knows_sets=bool(known.names),
            is_set=lambda text: len(text) > 3 and (known.find_set(text) is not None or _is_torn_set(text, known)),
        )
        document = read_by_recipe(layout, replace(RECIPE, game=game), facts=known, moves=moves)
        rulings, repairs = _placed(_of_one_card(document.rulings), known, cited=_citations(source))
        label = _newest_tag(rulings).removeprefix("v") or UNLABELLED
        kept = [
            problem for problem in document.problems if problem != NO_VERSION and "not found" not in problem.message
        ]
        said = f"The document prints no version; its newest tag is {label}."
        kept.append(Problem(1, said, "Name another one if that is not it.", Severity.WARNING))
        return replace(
            document,
            edition=label,
            rulings=tuple(rulings),
            repairs=(*document.repairs, *repairs),
            problems=(*kept, *(() if game else (UNKNOWN_GAME,))),
        )


def _newest_tag(rulings: Sequence[ParsedRuling]) -> str:
    tags = {ruling.version_tag for ruling in rulings if ruling.version_tag}
    return max(tags, key=lambda tag: [int(part) for part in re.findall(r"\d+", tag)], default="")


def _game_of(source: SourceText) -> str:
    """The game that the first lines name: "… or sets in" / "Warhammer: Invasion The Card Game."."""
    match = GAME.search(one_line(MARKER.sub("", " ".join(source.lines[:12]))))
    return match[1].strip() if match else ""


def _citations(source: SourceText) -> dict[tuple[str, str], str]:
    """How the document cites its cards: (folded name, number) → the set's alias."""
    found: dict[tuple[str, str], str] = {}
    for match in CITATION.finditer(one_line(" ".join(source.lines))):
        words = match[1].split()
        for start in range(len(words)):
            found.setdefault((fold_title(" ".join(words[start:])), fold_number(match[3])), match[2])
    return found


def _is_torn_set(text: str, facts: GameFacts) -> bool:
    """Whether a line is one of two set headings that stood side by side: "Bloodquest", "Morrslieb Cycle Cycle"."""
    known = {word for name in facts.names for word in name.split()} - SMALL_WORDS
    found = fold_title(text).split()
    return bool(found) and len(found) <= 4 and text[-1:] not in ".,”" and all(word in known for word in found)


def _of_one_card(rulings: Sequence[ParsedRuling]) -> Iterator[ParsedRuling]:
    """The rulings, with a card that was printed twice as one: "119 &" / "57 Innovation"."""
    other: ParsedRuling | None = None
    for ruling in rulings:
        if other is not None and other.lines and ruling.lines and ruling.kind is Kind.LISTING:
            first = replace(ruling.cards[0], number=other.cards[0].number)
            lines = replace(ruling.lines, first=other.lines.first)
            ruling, other = replace(ruling, cards=(first, *ruling.cards), lines=lines), None
        if other is not None:
            yield other
        other = ruling if ruling.kind is Kind.LISTING and ruling.title == "&" else None
        if other is None:
            yield ruling
    if other is not None:
        yield other


def _placed(
    rulings: Iterator[ParsedRuling], facts: GameFacts, *, cited: dict[tuple[str, str], str]
) -> tuple[list[ParsedRuling], list[Repair]]:
    """The rulings, their cards in the sets where the catalogue or the document places them; and what that repairs."""
    done: list[ParsedRuling] = []
    repairs: list[Repair] = []
    placed: dict[tuple[str, str], SetName] = {}
    for ruling in rulings:
        if ruling.kind not in (Kind.ERRATUM, Kind.LISTING) or not ruling.cards:
            done.append(ruling)
            continue
        cards = [_with_place(card, facts, cited, placed) for card in ruling.cards]
        printed, card = ruling.cards[0].set, cards[0]
        note, is_erratum = ruling.note, ruling.kind is Kind.ERRATUM
        is_moved = is_erratum and facts.find_set(printed) and fold_title(printed) != fold_title(card.set)
        if is_moved and ruling.lines:
            repairs.append(Repair(ruling.lines.first, printed, card.set, RepairKind.SET))
            said = f"Printed under {printed}; the card's number and other references place it in {card.set}."
            note = f"{note}\n\n{said}".strip()
        path = tuple(filter(None, (ruling.heading_path[0], card.set))) if is_erratum else ruling.heading_path
        title = title_of_cards(cards)
        done.append(replace(ruling, cards=tuple(cards), title=title, note=note, heading_path=path))
        placed.setdefault((fold_title(card.name), card.number), SetName(card.set, card.pack))
    return done, repairs


def _with_place(
    card: CardCitation,
    facts: GameFacts,
    cited: dict[tuple[str, str], str],
    placed: dict[tuple[str, str], SetName],
) -> CardCitation:
    """A card with its set: by the catalogue, by how the document cites it elsewhere, or by the heading above it."""
    number = fold_number(card.number)
    key = fold_title(card.name), number
    alias = cited.get(key)
    known = facts.find_card(card.name, number=number) or (facts.find_set(alias) if alias else None) or placed.get(key)
    if known is None:
        is_name = not facts.names or facts.find_set(card.pack or card.set) is not None
        known = SetName(card.set, card.pack) if is_name else SetName("")
    return replace(card, number=number, set=known.set, pack=known.pack)
