"""Puts errata into a printed card: its text and its fields, step by step, and says how sure that is."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from importers.folding import fold
from rulings.effective.aligning import ORDINALS, put_in
from rulings.effective.edges import DeclinedError
from rulings.effective.instructions import Instruction, Kind
from rulings.effective.rarity import RULE, Rarity
from rulings.effective.setting import Outcome, Printed, are_swaps_certain, set_field
from rulings.effective.tokens import Words
from rulings.effective.writing import ends_with_flavour, find_words, like_a_sentence

# A sentence of so few words may be a keyword: "Hidden."
LONGEST_KEYWORD = 3


@dataclass(frozen=True)
class Step:
    """What came of one instruction."""

    instruction: Instruction
    outcome: Outcome
    # Why it was declined.
    reason: str = ""


@dataclass(frozen=True)
class Effective:
    """A card with errata put in."""

    outcome: Outcome
    text: str | None
    # By name, what a field was and what it is now.
    fields: dict[str, tuple[object, object]]
    steps: tuple[Step, ...] = ()


def apply(printed: Printed, instructions: Sequence[Instruction], rarity: Rarity | None = None) -> Effective:
    """A card with the instructions of one erratum put in: all of them, or none."""
    rarity = rarity or Rarity()
    text, fields = printed.text, dict(printed.fields)
    steps: list[Step] = []
    # Substitutions go first: the others may quote what they have made.
    for instruction in sorted(instructions, key=lambda one: one.kind is not Kind.SUBSTITUTE):
        try:
            text, outcome = _follow(replace(printed, text=text, fields=fields), instruction, fields, rarity)
            steps.append(Step(instruction, outcome))
        except DeclinedError as error:
            steps.append(Step(instruction, Outcome.IMPOSSIBLE, str(error)))
    if not are_swaps_certain(printed, instructions):
        steps = [replace(steps[0], outcome=Outcome.IMPOSSIBLE, reason="the name that it replaces is not on the card")]
    outcomes = {step.outcome for step in steps}
    if Outcome.IMPOSSIBLE in outcomes:
        # Nothing is put in, so nothing is said to be.
        return Effective(
            Outcome.IMPOSSIBLE, printed.text, {}, tuple(replace(step, outcome=Outcome.IMPOSSIBLE) for step in steps)
        )
    if outcomes <= {Outcome.NOTE}:
        return Effective(Outcome.NOTE, printed.text, {}, tuple(steps))
    changed = {name: (printed.fields.get(name), now) for name, now in fields.items() if printed.fields.get(name) != now}
    outcome = Outcome.APPLIED if Outcome.APPLIED in outcomes else Outcome.ALREADY
    return Effective(outcome, text, changed, tuple(steps))


def least_sure(outcomes: Iterable[Outcome]) -> Outcome | None:
    """The outcome of several errata on one card; none, if there are none."""
    found = set(outcomes)
    return next((one for one in Outcome if one in found), None)


def _follow(
    printed: Printed, instruction: Instruction, fields: dict[str, object], rarity: Rarity
) -> tuple[str | None, Outcome]:
    """The text after an instruction, and what came of it; fields are changed in their place."""
    if instruction.kind is Kind.NOTE:
        return printed.text, Outcome.NOTE
    if instruction.kind is Kind.FIELD:
        return set_field(printed, instruction, fields)
    if printed.text is None:
        raise DeclinedError("the printed text is not known here")
    if instruction.kind is Kind.UNCLEAR:
        raise DeclinedError("it does not say which words change")
    ways = {Kind.READ: _read, Kind.SUBSTITUTE: _substitute, Kind.DELETE: _delete, Kind.ADD: _add}
    text = ways[instruction.kind](printed, instruction, rarity)
    is_same = Words(text).folded == Words(printed.text).folded and _icons(text) == _icons(printed.text)
    return (printed.text if is_same else text), (Outcome.ALREADY if is_same else Outcome.APPLIED)


def _icons(text: str) -> list[str]:
    return [token.text.casefold() for token in Words(text).tokens if token.is_icon]


def _read(printed: Printed, instruction: Instruction, rarity: Rarity) -> str:
    return put_in(printed.text or "", instruction, name=printed.name, rarity=rarity)


def _substitute(printed: Printed, instruction: Instruction, rarity: Rarity) -> str:
    del rarity
    text = printed.text or ""
    places = find_words(text, instruction.old)
    if not places:
        if find_words(text, instruction.words):
            return text
        raise DeclinedError("the words that it replaces are not on the card")
    if instruction.ordinal in ORDINALS:
        try:
            places = [places[ORDINALS[instruction.ordinal]]]
        except IndexError:
            raise DeclinedError(f"these words do not have a {instruction.ordinal} place on the card") from None
    elif len(places) > 1 and instruction.ordinal != "all" and not instruction.old.endswith(":"):
        raise DeclinedError("the words that it replaces stand there more than once")
    new = instruction.words
    if instruction.old.endswith(":"):
        new = new.rstrip(":")
    for start, end in reversed(places):
        said = new[:1].upper() + new[1:] if text[start].isupper() and _begins_sentence(text, start) else new
        said = said.strip("()[]") if text[start - 1 : start] in ("(", "[") and said[:1] in ("(", "[") else said
        said = said if not said.endswith(".") or text[end : end + 1] != "." else said[:-1]
        text = text[:start] + said + text[end:]
    return text


def _begins_sentence(text: str, start: int) -> bool:
    return not text[:start].strip() or bool(re.search(r"[.!?:\n]\W*$", text[:start]))


def _delete(printed: Printed, instruction: Instruction, rarity: Rarity) -> str:
    text = printed.text or ""
    if instruction.place == "brackets":
        brackets = list(re.finditer(r"\s*\([^()]*\)", text))
        if len(brackets) != 1:
            raise DeclinedError("it is not certain which brackets are meant")
        return text[: brackets[0].start()] + text[brackets[0].end() :]
    if instruction.ordinal:
        sentences = Words(text).sentences
        index = ORDINALS[instruction.ordinal]
        words = Words(text)
        if not -len(sentences) <= index < len(sentences) or len(sentences) < 2:
            raise DeclinedError("the card does not have that sentence")
        counted = sentences[: index + 1] if index >= 0 else sentences[index:]
        if any(last - first <= LONGEST_KEYWORD for first, last in counted):
            raise DeclinedError("it is not certain whether keywords are counted as sentences")
        if index < 0 and rarity.strangeness(words.folded[slice(*sentences[-1])]) > RULE:
            raise DeclinedError("the last sentence may not be a rule")
        first, last = sentences[index]
        return _without(text, words.tokens[first].start, words.tokens[last - 1].end)
    places = find_words(text, instruction.words)
    if len(places) > 1:
        raise DeclinedError("the words that it deletes stand there more than once")
    if places:
        return _without(text, *places[0])
    if like_a_sentence(text, instruction.words, rarity):
        raise DeclinedError("the words that it deletes are not exactly those of the card")
    raise DeclinedError("the words that it deletes are not on the card")


def _without(text: str, start: int, end: int) -> str:
    """A text without some letters, and without the full stop and the space that were theirs."""
    start -= len(text[:start]) - len(text[:start].rstrip('(“"'))
    is_sentence = not text[:start].strip() or bool(re.search(r"[.!?:)\"”\n]\s*$", text[:start]))
    tail = re.match(r"[)\]\"”]*[.!?]*[)\]\"”]*[ \t]*", text[end:])
    rest = text[end + len(tail[0]) :] if is_sentence and tail else text[end:]
    head = text[:start]
    if re.match(r"[ \t]*(?:[.,;:!?)\n]|$)", rest):
        return (head.rstrip(" \t") + rest.lstrip(" \t")).strip()
    return (head + (rest.lstrip(" \t") if head[-1:].isspace() else rest)).strip()


def _add(printed: Printed, instruction: Instruction, rarity: Rarity) -> str:
    text, words = (printed.text or "").rstrip(), instruction.words
    if find_words(text, words):
        return text
    if instruction.place in ("start", "end") and not re.match(r"[“\"(\[]*[A-Z\d+]", words):
        raise DeclinedError("it does not say to which sentence these words belong")
    if instruction.place == "start":
        return f"{_sentence(words)} {text}"
    if instruction.place == "end":
        if instruction.ability or instruction.ordinal:
            return _behind_ability(text, instruction)
        if ends_with_flavour(text, printed.name, rarity):
            raise DeclinedError("the last sentence may not be a rule")
        return f"{text} {_sentence(words)}"
    way, _, anchor = instruction.place.partition(" ")
    places = find_words(text, anchor) if anchor else []
    if len(places) != 1:
        raise DeclinedError("it does not say where these words stand")
    place = places[0][1] if way == "after" else places[0][0]
    return (
        text[:place].rstrip() + f" {words} " + text[place:].lstrip()
        if way == "before"
        else (f"{text[:place]} {words}{text[place:]}")
    )


def _behind_ability(text: str, instruction: Instruction) -> str:
    """The text with words at the end of the ability that is named."""
    words = Words(text)
    heads = [index for index, sentence in enumerate(words.sentences) if words.trigger(*sentence)]
    named = [
        index
        for index in heads
        if " ".join(words.folded[words.sentences[index][0] :][: words.trigger(*words.sentences[index])])
        == fold(instruction.ability)
        or words.tokens[words.sentences[index][0]].text.strip("[]").casefold() == instruction.ability
    ]
    if len(named) != 1:
        raise DeclinedError("it is not certain which ability is meant")
    following = [index for index in heads if index > named[0]]
    last = following[0] - 1 if following else len(words.sentences) - 1
    end = words.tokens[words.sentences[last][1] - 1].end
    tail = re.match(r"[.!?)\]\"”]*", text[end:])
    end += len(tail[0]) if tail else 0
    return f"{text[:end]} {_sentence(instruction.words)}{text[end:]}"


def _sentence(words: str) -> str:
    return words if re.search(r"[.!?)\"”]$", words) else f"{words}."
