"""Finds the place of a quotation in a printed text, and puts it there; declines where the place is not certain."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import takewhile

from rulings.effective.edges import DeclinedError, Place, absorb, closed_start, drop_far, open_end, open_start, pairs_of
from rulings.effective.instructions import Instruction
from rulings.effective.rarity import FLAVOUR, Rarity
from rulings.effective.tokens import Words
from rulings.effective.writing import ends_with_flavour, written

# So much of a quotation must be found in the text: by weight, for one that is whole, and for a part of a text.
WHOLE_SHARE, PART_SHARE = 0.5, 0.55
# Of the words that are told apart, so much must be in their order.
IN_ORDER = 0.35
IN_ORDER_COUNTS = 0.25
# A part of a text may be mostly new: then a run of so many words, that tell so much, shows its place.
LONG_RUN, TELLING_RUN = 4, 1.2
# Two places that fit nearly as well are a doubt; those that are not much worse are looked at.
MARGIN, NEAR = 0.04, 0.12
# A word that is so much like a word of the card's name is that one, misspelt.
MISSPELT, SHORTEST_MISSPELT = 0.8, 5
ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "final": -1}
# "Instead of paying … costs"
INNER_GAP = re.compile(r"\w\W*(?:…|\.\.\.)\W*\w")
# Words that stand at the start of a text, and at its end, wherever a game prints them.
AT_THE_START = re.compile(
    r"^(?:Play (?:only|during)|Attach to\b|Limit (?:\d+|one) per deck|[\w ]+ only\.)", re.IGNORECASE
)
AT_THE_END = re.compile(r"^\(?(?:Limit|Max(?:imum)?)\b(?!.*per deck)", re.IGNORECASE)
LONGEST_ADDED = 8
# An ending that differs in its numbers only, or goes on at its end, has so many words that are the same.
SHORTEST_ENDING, LONGEST_ENDING = 4, 6
COUNTS = frozenset(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])


def put_in(text: str, instruction: Instruction, *, name: str, rarity: Rarity) -> str:
    """The text with a quotation in the place of what it corrects."""
    printed, quoted = _spelt(Words(text), name), _spelt(Words(instruction.words), name)
    _spell_as_printed(quoted, printed, rarity)
    if INNER_GAP.search(instruction.words):
        raise DeclinedError("it leaves words out")
    if not quoted.tokens or not printed.tokens:
        raise DeclinedError("there is nothing to compare")
    run = _find_run(printed, quoted, instruction, rarity)
    if run is None:
        return _added(printed, quoted, instruction, name, rarity)
    first, last = run
    place, pairs = _place(printed, quoted, instruction, first, last, rarity)
    _check(printed, quoted, place, pairs, rarity)
    if instruction.is_open_before or instruction.is_open_behind:
        taken = [one for one in range(place.start, place.end) if one not in pairs.values()]
        says_why = any(printed.folded[one] == "to" and printed.folded[one - 1] != "up" for one in taken)
        new = [word for index, word in enumerate(quoted.folded) if index not in pairs]
        if instruction.is_open_behind and says_why and "to" not in new:
            raise DeclinedError("it may take away what a cost is paid for")
        if len(taken) > len(quoted) * (0.5 if instruction.is_open_behind else 1.0) + 3:
            raise DeclinedError("it would take too many words away")
    text = written(printed, quoted, place, pairs, name)
    if not instruction.is_open_behind:
        _check_end(printed, quoted, place, is_same=Words(text).folded == printed.folded, rarity=rarity)
    return text


def _check_end(printed: Words, quoted: Words, place: Place, *, is_same: bool, rarity: Rarity) -> None:
    """Decline what ends a text that goes on: it may take the rest away, unless the rest is flavour."""
    following = [index for index, (start, _) in enumerate(printed.sentences) if start >= place.end]
    if not following or printed.ability(following[0]) == following[0]:
        return
    start, end = printed.sentences[following[0]]
    if "(" in printed.before(start) or rarity.strangeness(printed.folded[start:end]) > FLAVOUR:
        return
    last = quoted.text[quoted.tokens[quoted.sentences[-1][0]].start - 1 :].strip()
    is_limit_first = AT_THE_END.match(last) and printed.folded[start] == "then"
    if is_same or (is_limit_first and len(quoted.sentences) > 1):
        raise DeclinedError("the text goes on where the quotation ends")


def _spelt(words: Words, name: str) -> Words:
    """Words in which the card's own name is compared as it is spelt: "Eric Zann" is Erich Zann."""
    names = [token for token in Words(name).tokens if token.text[:1].isupper()]
    for index, token in enumerate(words.tokens):
        if token.text[:1].isupper() and not token.is_icon and token.folded not in {one.folded for one in names}:
            alike = [one for one in names if _is_misspelt(token.folded, one.folded)]
            if alike:
                words.tokens[index] = replace(token, folded=alike[0].folded)
    return words


def _spell_as_printed(quoted: Words, printed: Words, rarity: Rarity) -> None:
    """Compare a word that no card has as the one on the card that is nearly the same: "Valeria" as "Valeriya"."""
    words = {token.folded for token in printed.tokens if not token.is_icon and len(token.folded) >= SHORTEST_MISSPELT}
    for index, token in enumerate(quoted.tokens):
        if not token.is_icon and len(token.folded) >= SHORTEST_MISSPELT and rarity.is_unknown(token.folded):
            alike = [one for one in words if _is_misspelt(token.folded, one)]
            if len(alike) == 1:
                quoted.tokens[index] = replace(token, folded=alike[0])


def _is_misspelt(one: str, other: str) -> bool:
    return abs(len(one) - len(other)) <= 2 and SequenceMatcher(None, one, other).ratio() >= MISSPELT


def _find_run(printed: Words, quoted: Words, instruction: Instruction, rarity: Rarity) -> tuple[int, int] | None:
    """The sentences that a quotation is about: the first and the last; none if it says something new."""
    is_part = instruction.is_open_before or instruction.is_open_behind
    scored = sorted(_scored(printed, quoted, instruction, rarity), key=lambda one: (-one[0], one[1], one[2]))
    if not scored or scored[0][0] < (PART_SHARE if is_part else WHOLE_SHARE):
        return _beginning_alike(printed, quoted, instruction) or _worded_alike(printed, quoted, instruction)
    near = [one for one in scored if scored[0][0] - one[0] <= NEAR]
    # Of those that have the words, the one that has them in their order.
    near = [
        (score + IN_ORDER_COUNTS * _in_order(printed, quoted, first, last, rarity, is_part=is_part), first, last)
        for score, first, last in near
    ]
    near.sort(key=lambda one: (-one[0], one[2] - one[1], one[1]))
    best, first, last = near[0]
    others = [one for one in near[1:] if best - one[0] <= MARGIN and (one[1] > last or one[2] < first)]
    if others:
        return _by_ordinal(printed, instruction, [(first, last), *((one[1], one[2]) for one in others)])
    return first, last


def _scored(
    printed: Words, quoted: Words, instruction: Instruction, rarity: Rarity
) -> Iterator[tuple[float, int, int]]:
    is_part = instruction.is_open_before or instruction.is_open_behind
    wanted, weight = Counter(quoted.folded), rarity.of(quoted.folded)
    for first in range(len(printed.sentences)):
        for last in range(first, min(len(printed.sentences), first + len(quoted.sentences) + 2)):
            words = printed.folded[printed.sentences[first][0] : printed.sentences[last][1]]
            shared = rarity.of((wanted & Counter(words)).elements())
            if is_part:
                shared = max(shared, _repeated(words, quoted.folded, weight, rarity))
                more = max(0, last - first + 1 - len(quoted.sentences))
                share = shared / weight - 0.04 * more - 0.001 * (len(words) - len(quoted))
            else:
                share = 2 * shared / (weight + rarity.of(words))
            yield share + _hinted(printed, instruction, first), first, last


def _in_order(printed: Words, quoted: Words, first: int, last: int, rarity: Rarity, *, is_part: bool) -> float:
    start, end = printed.sentences[first][0], printed.sentences[last][1]
    found = rarity.of(quoted.folded[index] for index in pairs_of(printed, quoted, start, end))
    if is_part:
        return found / rarity.of(quoted.folded)
    return 2 * found / (rarity.of(quoted.folded) + rarity.of(printed.folded[start:end]))


def _beginning_alike(printed: Words, quoted: Words, instruction: Instruction) -> tuple[int, int] | None:
    """The one sentence that begins with a short quotation but for its last word, or for words within it.

    "Action: Pay 3…", "Action: Choose a non-Cultist character…"
    """
    if not instruction.is_open_behind or instruction.is_open_before:
        return None
    alike = []
    for index, (start, end) in enumerate(printed.sentences):
        words = printed.folded[start:end]
        count = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(words, quoted.folded, strict=False))))
        rest = len(quoted) - count
        is_within = any(count >= 3 and quoted.folded[-more:] == words[count : count + more] for more in range(1, rest))
        if (rest == 1 and count >= 2) or is_within:
            alike.append(index)
    return (alike[0], alike[0]) if len(alike) == 1 else None


def _worded_alike(printed: Words, quoted: Words, instruction: Instruction) -> tuple[int, int] | None:
    """The one sentence that ends as a quotation without dots behind it, but for its numbers, or for words at its end.

    "…to draw two cards." for "to draw one card."; "…choose and destroy a card with cost 3 or lower."
    """
    if not instruction.is_open_before or instruction.is_open_behind or len(quoted.sentences) > 1:
        return None
    alike, wanted = [], [_counted(word) for word in quoted.folded]
    for index, (start, end) in enumerate(printed.sentences):
        words = [_counted(word) for word in printed.folded[start:end]]
        shortest = len(wanted) if len(wanted) < LONGEST_ENDING else LONGEST_ENDING
        sizes = range(shortest, len(wanted) + 1)
        if len(wanted) >= SHORTEST_ENDING and any(words[-size:] == wanted[:size] for size in sizes):
            alike.append(index)
    return (alike[0], alike[0]) if len(alike) == 1 else None


def _counted(word: str) -> str:
    """A word without what its number makes of it: "two cards" and "one card" are alike."""
    return "#" if word.strip("+-−–").isdigit() or word in COUNTS else word.removesuffix("s")


def _by_ordinal(printed: Words, instruction: Instruction, places: list[tuple[int, int]]) -> tuple[int, int]:
    """The place that the erratum means by "the second ability"."""
    heads = sorted({printed.ability(index) for index in range(len(printed.sentences))})
    triggered = [head for head in heads if printed.trigger(*printed.sentences[head])]
    number = ORDINALS.get(instruction.ordinal)
    for among in (heads, triggered):
        if number is None or not -len(among) <= number < len(among):
            continue
        meant = [place for place in places if printed.ability(place[0]) == among[number]]
        if len(meant) == 1:
            return meant[0]
    raise DeclinedError("it fits in two places")


def _repeated(words: list[str], wanted: list[str], weight: float, rarity: Rarity) -> float:
    """What a run of words that both have is worth: four in a row are not there by chance."""
    block = SequenceMatcher(None, words, wanted, autojunk=False).find_longest_match()
    found = rarity.of(wanted[block.b : block.b + block.size])
    return PART_SHARE * weight + 0.4 * found if block.size >= LONG_RUN and found >= TELLING_RUN else 0.0


def _hinted(printed: Words, instruction: Instruction, sentence: int) -> float:
    """A little more for the ability that the erratum names."""
    if not instruction.ability:
        return 0.0
    start, end = printed.sentences[printed.ability(sentence)]
    count = printed.trigger(start, end)
    return 0.1 if count and printed.named(start, count) == instruction.ability else 0.0


def _place(
    printed: Words, quoted: Words, instruction: Instruction, first: int, last: int, rarity: Rarity
) -> tuple[Place, dict[int, int]]:
    """The words that are replaced; and by the words of the quotation, those of the text that they are."""
    start, end = printed.sentences[first][0], printed.sentences[last][1]
    trigger = printed.trigger(start, end)
    own = quoted.trigger(0, len(quoted))
    if not instruction.is_open_behind:
        end = absorb(printed, quoted, last, rarity)
    pairs = pairs_of(printed, quoted, start, end)
    if instruction.is_open_behind:
        drop_far(printed, quoted, pairs, from_end=True)
    if instruction.is_open_before:
        drop_far(printed, quoted, pairs, from_end=False)
    else:
        start = closed_start(printed, quoted, instruction, start, trigger, own, pairs, first)
    place_start = open_start(printed, quoted, start, pairs, rarity) if instruction.is_open_before else start
    place_end = open_end(printed, quoted, end, pairs, rarity) if instruction.is_open_behind else end
    return Place(place_start, place_end), pairs


def _check(printed: Words, quoted: Words, place: Place, pairs: dict[int, int], rarity: Rarity) -> None:
    found = rarity.of(quoted.folded[index] for index in pairs)
    replaced = printed.folded[place.start : place.end]
    is_alike = list(map(_counted, replaced)) == list(map(_counted, quoted.folded))
    if not is_alike and found < IN_ORDER * rarity.of(quoted.folded):
        raise DeclinedError("too few of its words are on the card in this order")
    for index, token in enumerate(quoted.tokens):
        if not token.is_unknown_icon:
            continue
        after = index + 1
        is_next = after < len(quoted) and quoted.tokens[after].is_icon
        if index not in pairs or (is_next and pairs.get(after) != pairs[index] + 1):
            raise DeclinedError("an icon of the erratum is lost")


def _added(printed: Words, quoted: Words, instruction: Instruction, name: str, rarity: Rarity) -> str:
    """The text with a sentence that has no counterpart in it, where such a sentence always stands."""
    words = instruction.words
    is_short = (
        len(quoted.sentences) == 1 and len(quoted) <= LONGEST_ADDED and not any(one.is_icon for one in quoted.tokens)
    )
    if is_short and AT_THE_START.match(words) and not instruction.is_open_before:
        return f"{_ended(words)} {printed.text}"
    triggers = sum(bool(printed.trigger(*sentence)) for sentence in printed.sentences)
    if is_short and AT_THE_END.match(words) and triggers <= 1 and not ends_with_flavour(printed.text, name, rarity):
        return f"{printed.text.rstrip()} {_ended(words)}"
    raise DeclinedError("too few of its words are on the card to say which ones it replaces")


def _ended(words: str) -> str:
    return words if re.search(r"[.!?)\]\"”]$", words) else f"{words}."
