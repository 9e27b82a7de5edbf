"""Sets the fields of a card as errata say: its numbers, traits and keywords."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum

from importers.folding import fold
from rulings.effective.instructions import Instruction
from rulings.effective.tokens import Words

# Two spellings of one trait: "Sorceror" and "Sorcerer".
ALIKE = 0.8
LISTS = ("traits", "keywords")
# What a catalogue calls the numbers that errata name.
OTHER_NAMES = {"str": "strength", "hit points": "health", "hit point": "health", "experience": "level", "clue": "clues"}


class Outcome(StrEnum):
    """How sure an effective text is, the least sure first."""

    IMPOSSIBLE = "impossible"
    NOTE = "note"
    APPLIED = "applied"
    ALREADY = "already"


@dataclass(frozen=True)
class Printed:
    """What a card says on paper; no text: only its fields are known."""

    name: str
    text: str | None = None
    # By name: "traits" and "keywords" are lists, "unique" is true or false, the others are as printed.
    fields: Mapping[str, object] = field(default_factory=dict)


def set_field(printed: Printed, instruction: Instruction, fields: dict[str, object]) -> tuple[str | None, Outcome]:
    """The text, and what came of an instruction that sets a field; fields are changed in their place."""
    name = OTHER_NAMES.get(instruction.field, instruction.field)
    before = fields.get(name)
    if name in LISTS:
        return _set_list(printed, instruction, fields, name)
    now: object = instruction.words
    if name == "unique":
        now = instruction.words == "yes"
    elif str(before).startswith("[") and now:
        now = f"[{now}]"
    if before is not None and fold(str(before)) == fold(str(now)) and str(before).lstrip("+") == str(now).lstrip("+"):
        return printed.text, Outcome.ALREADY
    if name == "icons" and not now and not before:
        return printed.text, Outcome.ALREADY
    if before == now:
        return printed.text, Outcome.ALREADY
    fields[name] = now
    return printed.text, Outcome.APPLIED


def _set_list(
    printed: Printed, instruction: Instruction, fields: dict[str, object], name: str
) -> tuple[str | None, Outcome]:
    known = fields.get(name)
    before = [str(one) for one in known] if isinstance(known, list) else []
    word = instruction.words
    same = [one for one in before if fold(one) == fold(word)]
    if instruction.way == "remove":
        if not same:
            return printed.text, Outcome.ALREADY
        fields[name] = [one for one in before if one not in same]
        return printed.text, Outcome.APPLIED
    if instruction.way == "set":
        wanted = [one.strip() for one in re.split(r"\.\s*|,\s*|\band\b", word) if one.strip()]
        if [fold(one) for one in before] == [fold(one) for one in wanted]:
            return printed.text, Outcome.ALREADY
        fields[name] = wanted
        return printed.text, Outcome.APPLIED
    if same or (name == "keywords" and printed.text and _stands_alone(printed.text, word)):
        return printed.text, Outcome.ALREADY
    # A trait that was misspelt is put right, and not given twice.
    alike = [one for one in before if SequenceMatcher(None, fold(one), fold(word)).ratio() >= ALIKE]
    fields[name] = [word if one in alike else one for one in before] if alike else [*before, word]
    return printed.text, Outcome.APPLIED


def _stands_alone(text: str, word: str) -> bool:
    """Whether a text has a word as a sentence of its own, as keywords are printed."""
    words = Words(text)
    wanted = Words(word).folded
    return any(words.folded[first:last] == wanted for first, last in words.sentences)


def are_swaps_certain(printed: Printed, instructions: Sequence[Instruction]) -> bool:
    """Whether a card has the name that another one takes the place of, or that one already."""
    for name in LISTS:
        known = printed.fields.get(name)
        held = {fold(str(one)) for one in known} if isinstance(known, list) else set()
        ways = {
            way: {fold(one.words) for one in instructions if one.field == name and one.way == way}
            for way in ("add", "remove")
        }
        if all(ways.values()) and not ways["remove"] <= held and not ways["add"] <= held:
            return False
    return True
