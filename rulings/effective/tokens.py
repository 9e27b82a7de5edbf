"""The words of a card's text: what they are compared by, and where they and the sentences stand."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from importers.folding import fold

# "[Terror]", "+1", "non-unique", "Hound’s"; and a sign that stands for an icon: "%", "☠"
TOKEN = re.compile(
    r"\[[^\[\]\n]{1,60}\]|[+\-−–]?\d+|[^\W\d_]+(?:['’‘\-‑][^\W\d_]+)*|[@#$%&^<>{}|~]|[\u2600-\u27bf\U0001f300-\U0001faff]"
)
# Where a sentence ends: at a full stop, or with its line.
SENTENCE_END = re.compile(r"[.!?…][)\]\"”’'*]*(?=\s|$)|\n")
# Where a clause ends or begins.
CLAUSE = re.compile(r"[.,;:!?()\"“”\n—–]")
ICON = "[]"
# An icon of which nobody knows the name.
UNKNOWN = re.compile(r"\[icon\?\]|[^\w\[+\-−–]")


@dataclass(frozen=True)
class Token:
    """A word or an icon."""

    text: str
    start: int
    end: int
    # What it is compared by; all icons are alike.
    folded: str

    @property
    def is_icon(self) -> bool:
        return self.folded == ICON

    @property
    def is_unknown_icon(self) -> bool:
        return self.is_icon and bool(UNKNOWN.fullmatch(self.text))


class Words:
    """A text as words, with what stands between them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [Token(found[0], found.start(), found.end(), _folded(found[0])) for found in TOKEN.finditer(text)]

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def folded(self) -> list[str]:
        return [token.folded for token in self.tokens]

    def before(self, index: int) -> str:
        """What stands between a word and the one before it."""
        start = self.tokens[index - 1].end if index else 0
        return self.text[start : self.tokens[index].start if index < len(self) else len(self.text)]

    def after(self, index: int) -> str:
        """What stands between a word and the next one."""
        return self.before(index + 1)

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """The sentences: the first word of each, and the one behind its last."""
        found, start = [], 0
        for index in range(len(self)):
            if index == len(self) - 1 or SENTENCE_END.search(self.after(index)):
                found.append((start, index + 1))
                start = index + 1
        return found

    def trigger(self, start: int, end: int) -> int:
        """How many words at the start of a sentence say when an ability is used: "Forced Response:", "[action]:"."""
        if start >= end:
            return 0
        if self.tokens[start].is_icon:
            # "[action] [action]: Draw", "[elder sign] effect: +1"
            count = sum(1 for _ in takewhile(lambda token: token.is_icon, self.tokens[start:end]))
            is_effect = start + count < end and self.folded[start + count] == "effect"
            return count + (is_effect and ":" in self.after(start + count))
        for count in range(1, min(4, end - start)):
            if not self.tokens[start + count - 1].text[:1].isupper():
                return 0
            behind = self.after(start + count - 1).strip("*_ ")
            if behind.startswith(":") or (behind in ("-", "–", "—") and count <= 2):
                # "Hit Points: 3" says how many, and not when.
                return 0 if self.tokens[start + count].text[0].isdigit() else count
        return 0

    def named(self, start: int, count: int) -> str:
        """An ability by its trigger, as an erratum names it: "forced", "action", "elder sign"."""
        words = self.tokens[start : start + (1 if count and self.tokens[start].is_icon else count)]
        return " ".join(token.text for token in words).lower().strip("[]")

    def ability(self, sentence: int) -> int:
        """The number of the sentence that begins the ability to which one belongs."""
        for index in range(sentence, -1, -1):
            start, end = self.sentences[index]
            if self.trigger(start, end) or (start and "\n" in self.before(start)):
                return index
        return 0


def _folded(text: str) -> str:
    if text.startswith("[") or not any(character.isalnum() for character in text):
        return ICON
    return fold(text) or text.casefold()


def plain(text: str) -> str:
    """A text without the marks of emphasis."""
    return re.sub(r"\*+|(?<!\w)_+|_+(?!\w)", "", text)
