"""Where exactly a quotation begins and ends in the sentences that it is about; declines where that is not certain."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from importers.folding import FUNCTION_WORDS
from rulings.effective.instructions import Instruction
from rulings.effective.rarity import Rarity
from rulings.effective.tokens import CLAUSE, SENTENCE_END, Words

# A sentence of which so much is said by the quotation is replaced with the others.
ABSORBED = 0.8
LINKS = frozenset({"and", "or", "to", "but", "then", "nor"})
# Words that tell what is done: what is told with them is not replaced by other words at an open end.
DOING = frozenset({"to", "is", "are", "be", "can", "do", "does", "get", "gets", "has", "have", "may", "must", "would"})


class DeclinedError(Exception):
    """The words cannot be put in with certainty; the message says why."""


@dataclass(frozen=True)
class Place:
    """The words of a text that a quotation takes the place of."""

    start: int
    end: int


def pairs_of(printed: Words, quoted: Words, start: int, end: int) -> dict[int, int]:
    matcher = SequenceMatcher(None, printed.folded[start:end], quoted.folded, autojunk=False)
    return {
        block.b + step: start + block.a + step for block in matcher.get_matching_blocks() for step in range(block.size)
    }


def drop_far(printed: Words, quoted: Words, pairs: dict[int, int], *, from_end: bool) -> None:
    """Forget words at an open end that are only there by chance: in another sentence, or a "to" further on."""
    while len(pairs) > 1:
        ordered = sorted(pairs, reverse=from_end)
        block = [ordered[0]]
        while len(block) < len(ordered) and _adjoin(pairs, block[-1], ordered[len(block)]):
            block.append(ordered[len(block)])
        if len(block) == len(ordered):
            return
        inner = ordered[len(block)]
        first, last = sorted((block[-1], inner))
        places = range(pairs[first] + 1, pairs[last] + 1)
        crosses = any(_is_stop(printed, place) for place in places)
        is_said = any(_is_stop(quoted, place) for place in range(first + 1, last + 1))
        is_small = len(block) <= 2 and all(quoted.folded[one] in FUNCTION_WORDS for one in block) and len(places) > 1
        if not (crosses and not is_said) and not is_small:
            return
        for one in block:
            del pairs[one]


def _adjoin(pairs: dict[int, int], one: int, other: int) -> bool:
    return abs(one - other) == 1 and abs(pairs[one] - pairs[other]) == 1


def _is_stop(words: Words, place: int) -> bool:
    """Whether a sentence ends before a word."""
    return bool(SENTENCE_END.search(words.before(place)))


def closed_start(
    printed: Words,
    quoted: Words,
    instruction: Instruction,
    start: int,
    trigger: int,
    own: int,
    pairs: dict[int, int],
    first: int,
) -> int:
    """Where a quotation without dots before it begins: at its sentence, or behind a trigger that it leaves out."""
    whole = printed.sentences[printed.ability(first)]
    if not own and whole[0] != start and instruction.ability == printed.named(whole[0], printed.trigger(*whole)) != "":
        raise DeclinedError("it may tell the whole ability, of which more stands before it")
    if trigger and not own:
        if pairs.get(0) == start + trigger:
            return start if instruction.is_passive else start + trigger
        if not instruction.is_passive:
            if 0 not in pairs and _begins_small(printed, quoted, start + trigger):
                return start + trigger
            if instruction.ability and instruction.ability == printed.named(start, trigger):
                return start + trigger
            if pairs.get(0) != start:
                raise DeclinedError("it does not say whether the ability keeps its trigger")
    if printed.folded[start] == "then" and quoted.folded[0] != "then":
        raise DeclinedError("what comes before “Then” may be meant as well")
    if own and not trigger:
        head = printed.ability(first)
        head_start, head_end = printed.sentences[head]
        count = printed.trigger(head_start, head_end)
        if head != first and count:
            if printed.folded[head_start : head_start + count] != quoted.folded[:own]:
                raise DeclinedError("it names another ability than the one that it quotes")
            # It only names the ability, of which this sentence is a part.
            for index in range(own):
                pairs[index] = -1
    return start


def _begins_small(printed: Words, quoted: Words, first: int) -> bool:
    """Whether the words behind a trigger are only told in another form: "Exhaust" for "exhausting"."""
    if first >= len(printed):
        return False
    one, other = printed.folded[first], quoted.folded[0]
    return one[:4] == other[:4]


def absorb(printed: Words, quoted: Words, last: int, rarity: Rarity) -> int:
    """Where the replaced words end: what follows goes as well if the quotation says it already."""
    wanted = set(quoted.folded)
    end = printed.sentences[last][1]
    for start, stop in printed.sentences[last + 1 :]:
        words = [word for word in printed.folded[start:stop] if word not in FUNCTION_WORDS]
        said = [word for word in words if word in wanted or _stem(word) in {_stem(one) for one in wanted}]
        if not words or len(words) < 4 or rarity.of(said) < ABSORBED * rarity.of(words):
            break
        end = stop
    return end


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s)$", "", word)


def open_start(printed: Words, quoted: Words, start: int, pairs: dict[int, int], rarity: Rarity) -> int:
    """Where the replaced words begin if the text goes on before the quotation."""
    first = min(pairs, default=None)
    if first is None:
        raise DeclinedError("none of its words are there")
    place = pairs[first]
    if first == 0:
        return place
    left = place
    is_trigger = ":" in quoted.before(first) and ":" in printed.before(place)
    while left > start and (is_trigger or not CLAUSE.search(printed.before(left))):
        left -= 1
        is_trigger = is_trigger and not CLAUSE.search(printed.before(left))
    if ":" in quoted.before(first) and ":" in printed.before(place):
        return left
    before = printed.folded[left:place][::-1]
    return place - _replaced(quoted.folded[:first][::-1], before, has_lost=_has_lost(pairs), seen=_backwards(rarity))


def open_end(printed: Words, quoted: Words, end: int, pairs: dict[int, int], rarity: Rarity) -> int:
    """Where the replaced words end if the text goes on behind the quotation."""
    last = max(pairs, default=None)
    if last is None:
        raise DeclinedError("none of its words are there")
    place = pairs[last] + 1
    new = quoted.folded[last + 1 :]
    right = place
    while right < end and not CLAUSE.search(printed.before(right)):
        right += 1
    said = {word for index, word in enumerate(quoted.folded) if index not in pairs} - FUNCTION_WORDS
    if not new and said & set(printed.folded[place:right]):
        raise DeclinedError("what follows may be said by it already")
    return place + _replaced(new, printed.folded[place:right], has_lost=_has_lost(pairs), seen=rarity.has_seen)


def _backwards(rarity: Rarity) -> Callable[[str, str], bool]:
    return lambda one, other: rarity.has_seen(other, one)


def _replaced(new: list[str], rest: list[str], *, has_lost: bool, seen: Callable[[str, str], bool]) -> int:
    """How many words at an open end new ones take the place of, up to the end of the clause; none: they are added.

    Words that no card of the game has side by side were not printed side by side.
    """
    if not new or not rest:
        return 0
    if len(new) == 1 and ((new[0] in LINKS and rest[0] in LINKS) or (new[0].isdigit() and rest[0].isdigit())):
        return 1
    if len(rest) >= len(new) and all(
        one == other or _are_numbers(one, other) for one, other in zip(new, rest, strict=False)
    ):
        return len(new)
    # "Exhaust it and discard a card…": what it is done for follows, "to draw a card".
    if rest[0] == "to" and new[0] == "and" and not has_lost and "to" not in new:
        return 0
    # "faction" for "affiliation": one word for one, and it does not only join others.
    is_swapped = len(rest) == len(new) == 1 and rest[0] not in FUNCTION_WORDS
    if is_swapped:
        return 1
    if seen(new[-1], rest[0]) and not has_lost:
        return 0
    if len(rest) <= len(new) + 3 and (_says(new, rest) or (has_lost and _only_tells_more(rest))):
        return len(rest)
    if len(new) == 1 < len(rest) and not seen(new[-1], rest[0]) and seen(new[-1], rest[1]):
        return 1
    raise DeclinedError("words at its open end can be new or take the place of others")


def _are_numbers(one: str, other: str) -> bool:
    return one.strip("+-−–").isdigit() and other.strip("+-−–").isdigit()


def _says(new: list[str], rest: list[str]) -> bool:
    """Whether new words hold all the old ones, perhaps in another form: "revealed" as "reveal"."""
    return {_stem(word) for word in rest} - FUNCTION_WORDS <= {_stem(word) for word in new} and "to" not in rest


def _only_tells_more(rest: list[str]) -> bool:
    """Whether words only tell where, whose or when: "from your hand", and not what is done."""
    return rest[0] in FUNCTION_WORDS and not DOING & set(rest)


def _has_lost(pairs: dict[int, int]) -> bool:
    """Whether words of the text are missing between those that the quotation repeats."""
    places = [pairs[index] for index in sorted(pairs) if pairs[index] >= 0]
    return any(after - before > 1 for before, after in pairwise(places))
