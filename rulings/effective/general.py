"""General errata: "All instances of “after” in card text boxes should read “when.”" touch all cards that say so."""

import re
from dataclasses import dataclass

from rulings.effective.quotations import take_apart
from rulings.effective.tokens import Words, plain

ALL = re.compile(r"^\s*(?:All|Any|Every|Each) (?:instances?|occurrences?|cards?|references?)\b", re.IGNORECASE)
# "… on cards that redirect damage should read …"
CONDITION = re.compile(r"\bon cards that (\w+)", re.IGNORECASE)
SHOULD = re.compile(r"\bshould\b", re.IGNORECASE)
GAP = re.compile(r"⟦(\d+)⟧")
# Stands for any word or icon: "[faction]"
ANY = re.compile(r"\[\w+\]")


@dataclass(frozen=True)
class GeneralErratum:
    """The words that it is about, and a word that a card must have besides."""

    words: tuple[tuple[str, ...], ...]
    condition: str = ""

    def touches(self, text: str) -> bool:
        """Whether a printed text has such words."""
        folded = Words(text).folded
        if self.condition and not any(word.startswith(self.condition[:5]) for word in folded):
            return False
        return any(_has(folded, words) for words in self.words)


def read_general(text: str) -> GeneralErratum | None:
    """A general erratum that names the words it is about; none, if it does not."""
    quoted = take_apart(plain(text))
    should = SHOULD.search(quoted.skeleton)
    if not ALL.match(quoted.skeleton) or should is None:
        return None
    before = quoted.skeleton[: should.start()]
    words = tuple(_wanted(quoted.words[int(number)]) for number in GAP.findall(before))
    condition = CONDITION.search(before)
    return GeneralErratum(tuple(filter(None, words)), condition[1].lower() if condition else "")


def _wanted(words: str) -> tuple[str, ...]:
    """Words as they are compared; empty for what can be any word."""
    inner = re.sub(r"(?:\.\.\.|…)\s*$", "", words)
    return tuple("" if ANY.fullmatch(one.text) else one.folded for one in Words(inner.replace("non-[", "non [")).tokens)


def _has(folded: list[str], wanted: tuple[str, ...]) -> bool:
    count = len(wanted)
    return any(
        all(not want or want == have for want, have in zip(wanted, folded[start : start + count], strict=True))
        for start in range(len(folded) - count + 1)
    )
