"""Writes a quotation into a text: words that stay keep their letters, and one full stop ends a sentence."""

import re
from collections import Counter
from collections.abc import Sequence

from importers.folding import fold
from rulings.effective.edges import Place
from rulings.effective.rarity import RULE, Rarity
from rulings.effective.tokens import Words

APOSTROPHE = re.compile(r"['’‘]")


def written(printed: Words, quoted: Words, place: Place, pairs: dict[int, int], name: str) -> str:
    """The text with the words of the quotation in their place; words that stay keep their letters."""
    names = Words(name).tokens
    spelt = {token.folded: token.text for token in names}
    start = printed.tokens[place.start].start if place.start < len(printed) else len(printed.text)
    end = printed.tokens[place.end - 1].end if place.end > place.start else start
    written, before = "", -1
    for index in range(len(quoted)):
        match = pairs.get(index, -2)
        if match == -1:
            # The name of the ability, which stands there already.
            before = -1
            continue
        letters = _letters(printed, quoted, index, match, spelt)
        follows = index > 0 and before >= 0 and match == before + 1
        written += (_between(printed, quoted, index, match, follows=follows) if written else "") + letters
        before = match
    head, tail = quoted.before(0).strip(), quoted.after(len(quoted) - 1).strip()
    if head and printed.text[:start].rstrip().endswith(tuple(head)):
        head = ""
    text_before, text_behind = printed.text[:start], printed.text[end:]
    if text_before.strip() and place.end == place.start and not text_before[-1].isspace():
        text_before += " "
    behind = _tail(tail, text_behind, is_whole=quoted.tokens[-1].is_icon)
    # Only what was touched is put in order, with the signs next to it.
    first = len(text_before.rstrip(" \t.,;:!?"))
    last = len(behind) - len(behind.lstrip(" \t.,;:!?"))
    text = text_before[:first] + _tidy(text_before[first:] + head + written + behind[:last]) + behind[last:]
    if text.count("**") % 2 > printed.text.count("**") % 2:
        text = text.replace("**", "")
    return text.strip()


def _letters(printed: Words, quoted: Words, index: int, match: int, spelt: dict[str, str]) -> str:
    token = quoted.tokens[index]
    if match < 0:
        return spelt.get(token.folded, token.text) if not token.is_icon else token.text
    own = printed.tokens[match]
    if token.folded in spelt and fold(own.text) != fold(token.text) == token.folded:
        # The card spells its own name wrong.
        return token.text
    if token.is_icon and not token.is_unknown_icon and not own.is_unknown_icon:
        # Two different icons make a difference.
        return own.text if _same_icon(own.text, token.text) else token.text
    if token.is_icon:
        return own.text if token.is_unknown_icon else token.text
    is_sentence_start = index == 0 or match == 0
    if token.text[:1].isupper() != own.text[:1].isupper() and not is_sentence_start and token.text[1:] == own.text[1:]:
        return token.text
    if bool(APOSTROPHE.search(token.text)) != bool(APOSTROPHE.search(own.text)):
        # "opponents’" for "opponent's"
        return token.text
    return own.text


def _same_icon(one: str, other: str) -> bool:
    return one.strip("[]").casefold() == other.strip("[]").casefold()


def _between(printed: Words, quoted: Words, index: int, match: int, *, follows: bool) -> str:
    """What stands before a word of the quotation: as the text has it, if only the typography differs."""
    said = quoted.before(index)
    if follows:
        own = printed.before(match)
        if _bare(own) == _bare(said):
            return own
    return said


def _bare(sign: str) -> str:
    return re.sub(r"[\s*_]+", "", sign).translate(str.maketrans("“”‘’–—", "\"\"''--"))


def _tail(tail: str, behind: str, *, is_whole: bool) -> str:
    """The end of the quotation and what follows in the text, with one full stop."""
    stops = re.match(r"[.!?…]*[)\]\"”’'*]*[.!?]*", behind)
    own = stops[0] if stops else ""
    if not tail:
        return behind.removeprefix(":") if is_whole else behind
    if re.search(r"[.!?]", tail):
        # The quotation ends its sentence itself.
        closers = re.sub(r"[^)\]\"”’'*]", "", own), re.sub(r"[^)\]\"”’'*]", "", tail)
        return tail + closers[0][len(closers[1]) :] + behind[len(own) :]
    if own and _bare(own)[:1] == _bare(tail)[:1]:
        return behind
    return tail + behind


def _tidy(text: str) -> str:
    text = re.sub(r"[ \t]{2,}", " ", text)
    text = re.sub(r" +([.,;:!?])(?=\s|$)", r"\1", text)
    return re.sub(r"([.!?])\.(?=\s|$)(?<!\.\.\.)", r"\1", text)


def find_words(text: str, words: str) -> list[tuple[int, int]]:
    """Where words stand in a text, one after the other, whatever their typography: the letters from and to."""
    printed, wanted = Words(text), Words(words).folded
    return [
        (printed.tokens[index].start, printed.tokens[index + len(wanted) - 1].end)
        for index in range(len(printed) - len(wanted) + 1)
        if wanted and printed.folded[index : index + len(wanted)] == wanted
    ]


def like_a_sentence(text: str, words: str, rarity: Rarity) -> bool:
    """Whether some sentence of a text is nearly what is quoted."""
    printed, wanted = Words(text), Words(words)
    weight = rarity.of(wanted.folded)
    return any(_share(printed.folded[a:b], wanted.folded, weight, rarity) > 0.6 for a, b in printed.sentences)


def ends_with_flavour(text: str, name: str, rarity: Rarity) -> bool:
    """Whether the last sentence of a text may be flavour, behind which no rule is added."""
    words, names = Words(text), set(Words(name).folded)
    start, end = words.sentences[-1] if words.sentences else (0, 0)
    return rarity.strangeness(word for word in words.folded[start:end] if word not in names) > RULE


def _share(words: Sequence[str], wanted: Sequence[str], weight: float, rarity: Rarity) -> float:
    return rarity.of((Counter(words) & Counter(wanted)).elements()) / weight if weight else 0.0
