"""The passage of a ruling that answers a search best, with the words marked."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from importers.folding import fold
from rulings.search.analysis import STOP_WORDS, stem
from rulings.selectors.plain import plain_text

LONGEST = 260
# "lantern", "player’s"
WORD = re.compile(r"\w+(?:[’']\w+)*")
SENTENCE_END = re.compile(r"(?<=[.!?;:”\"])\s+")


@dataclass(frozen=True)
class Piece:
    """A stretch of a snippet, marked or not."""

    text: str
    is_marked: bool = False


def snippet(text: str, terms: Collection[str]) -> list[Piece]:
    """The best passage of a text, its found words marked."""
    plain = " ".join(plain_text(text).replace("• ", "").split())
    return _marked(_best_passage(plain, terms), terms)


def _best_passage(text: str, terms: Collection[str]) -> str:
    if len(text) <= LONGEST:
        return text
    sentences = SENTENCE_END.split(text)
    found = [{stem(fold(word)) for word in WORD.findall(sentence)} & set(terms) for sentence in sentences]
    best = max(range(len(sentences)), key=lambda index: (len(found[index]), -index))
    first, passage = best, sentences[best]
    last = best
    while last + 1 < len(sentences) and len(passage) + len(sentences[last + 1]) < LONGEST:
        last += 1
        passage = f"{passage} {sentences[last]}"
    if len(passage) > LONGEST:
        passage = passage[:LONGEST].rsplit(" ", 1)[0] + " …"
    elif last + 1 < len(sentences):
        passage += " …"
    return f"… {passage}" if first else passage


def _marked(text: str, terms: Collection[str]) -> list[Piece]:
    pieces, end = [], 0
    for word in WORD.finditer(text):
        folded = fold(word[0])
        if folded not in STOP_WORDS and stem(folded) in terms:
            pieces += [Piece(text[end : word.start()]), Piece(word[0], is_marked=True)]
            end = word.end()
    return [piece for piece in [*pieces, Piece(text[end:])] if piece.text]
