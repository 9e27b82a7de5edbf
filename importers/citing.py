"""Finds what a text refers to: bracketed references, printed citations of cards and sections, and mentions of cards."""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from importers.citations import full_citation
from importers.folding import FUNCTION_WORDS, fold_title
from importers.records import CardCitation, one_line
from importers.references import FoundReference, find_references
from importers.resolving import Catalogue
from importers.targets import STEP_OF, Targets
from importers.vocabulary import is_common_word

# "(Core Set F110)", "(CS 63)", "(The Key and the Gate 7)", "(F7)", "(Core Set F 82)", "(CS63)"
PRINTED_CARD = re.compile(r"\((?:([A-Z][^()\d]{0,50}?)\s)?(([A-Z]{0,3}) ?\d{1,3})\)")
# "ST.3", "IS.2", "2.2.2", "(1.3)"
LABEL = re.compile(r"(?<![\w.])(?:[A-Z]{2}\.\d+|\d+\.\d+(?:\.\d+)?)(?![\w%]|\.\d)")
# "[Go to A]", "[Go to B-2]"
GO_TO = re.compile(r"\[Go to ([A-Z])(?:-\d+)?\]")
# "See Replacement Effects under …", "(see “Targeting” on page 11)"
SEE = re.compile(r"\b[Ss]ee (?:also )?[“\"*]*([A-Z][\w’'/\- ]{2,60}?)[”\"*]*(?= under\b| on p|[,.;)]|$)")
WORD = re.compile(r"[^\W_]+(?:[’'\-.][^\W_]+)*")
# "Julia Brown's", "Hounds’"
POSSESSIVE = re.compile(r"(?:[’']s|[’'])$")
EMPHASIS = "*_"
WITHOUT_EMPHASIS = str.maketrans("", "", EMPHASIS)
LONGEST_NAME_IN_WORDS = 8
# A single word must be this long to be taken for a card on sight.
SHORTEST_NAME = 6


class Origin(StrEnum):
    PRINTED = "printed"
    FOUND = "found"


@dataclass(frozen=True)
class Citation:
    """A place in a text that refers to something, and whether the document marks it as such."""

    found: FoundReference
    origin: Origin


class Citer:
    """Finds the references in the texts of one document."""

    def __init__(self, targets: Targets, *, terms: Iterable[str] = ()) -> None:
        self.targets = targets
        # Names that do not mention the card of that name: the game's, or a faction's.
        self.terms = {fold_title(term) for term in terms}
        self.catalogue: Catalogue = targets.catalogue

    def find(self, text: str) -> list[Citation]:
        """All references in a text, in order; where two overlap, the one that is printed more plainly stays."""
        kept: list[Citation] = []
        starts: list[int] = []
        for citation in self._candidates(text):
            span = citation.found
            # What is kept is in order and does not overlap: only the neighbours matter.
            place = bisect(starts, span.start)
            is_free = place == 0 or kept[place - 1].found.end <= span.start
            if is_free and (place == len(kept) or span.end <= kept[place].found.start):
                kept.insert(place, citation)
                starts.insert(place, span.start)
        return kept

    def _candidates(self, text: str) -> Iterator[Citation]:
        for found in find_references(text):
            yield Citation(found, Origin.PRINTED)
        yield from self._printed_cards(text)
        yield from self._printed_sections(text)
        yield from self._mentions(text)

    def _printed_cards(self, text: str) -> Iterator[Citation]:
        for match in PRINTED_CARD.finditer(text):
            named_set, number = self._place_of(match)
            if named_set and self.catalogue.find_set(named_set) is None:
                continue
            if not named_set and not self.catalogue.has_number_like(number):
                continue
            start, name = self._name_before(text, match.start())
            if not name:
                continue
            # A citation may be broken over two lines.
            card = CardCitation(one_line(name), one_line(named_set), "", "".join(number.split()))
            while start and text[start - 1] in EMPHASIS:
                # "*Hound of Tindalos* (Core Set F110)": the stars belong to the name.
                start -= 1
            label = text[start : match.end()].translate(WITHOUT_EMPHASIS)
            yield Citation(FoundReference(start, match.end(), label, full_citation(card)), Origin.PRINTED)

    def _place_of(self, match: re.Match[str]) -> tuple[str, str]:
        """The set and number of a citation: capitals before the digits are either the number's or the set's."""
        named_set, number, capitals = (match[1] or "").strip(), match[2], match[3]
        if capitals and not self.catalogue.has_number_like(number):
            longer = f"{named_set} {capitals}".strip()
            if self.catalogue.find_set(longer):
                return longer, number.removeprefix(capitals)
        return named_set, number

    def _name_before(self, text: str, end: int) -> tuple[int, str]:
        """The card's name that ends where its citation begins: a known one, else the words with capitals."""
        words = list(WORD.finditer(text, max(0, end - 90), end))[-LONGEST_NAME_IN_WORDS:]
        if not words or text[words[-1].end() : end].strip(" *“”\"'’_,"):
            return end, ""
        for word in words:
            if not _could_begin_name(word[0]):
                continue
            start = _with_point(text, word.start())
            name = one_line(POSSESSIVE.sub("", text[start : words[-1].end()]))
            if not any(mark in name for mark in EMPHASIS) and self.catalogue.knows(name):
                return start, name
        # Where no known name is found, it begins on the same line.
        words = [word for word in words if word.start() > text.rfind("\n", 0, end)]
        first = len(words)
        while first and (words[first - 1][0][:1].isupper() or (first < len(words) and words[first - 1][0] in SMALL)):
            first -= 1
        while first < len(words) and (words[first][0] in SMALL or _opens_sentence(words, first)):
            first += 1
        if first == len(words):
            return end, ""
        return words[first].start(), POSSESSIVE.sub("", text[words[first].start() : words[-1].end()])

    def _printed_sections(self, text: str) -> Iterator[Citation]:
        for match in LABEL.finditer(text):
            if self.targets.has_key(match[0]):
                yield Citation(FoundReference(match.start(), match.end(), match[0], match[0]), Origin.PRINTED)
        for match in STEP_OF.finditer(text):
            # The chart's name ends where the known name does.
            words = match[0].split()
            for count in range(len(words), 3, -1):
                target = " ".join(words[:count])
                if self.targets.has_step(target):
                    end = match.start() + len(target)
                    yield Citation(FoundReference(match.start(), end, target, target), Origin.PRINTED)
                    break
        for match in GO_TO.finditer(text):
            if self.targets.has_key(match[1]):
                yield Citation(FoundReference(match.start(), match.end(), match[0], match[1]), Origin.PRINTED)
        for match in SEE.finditer(text):
            if self.targets.has_title(match[1]):
                yield Citation(FoundReference(match.start(1), match.end(1), match[1], match[1]), Origin.PRINTED)

    def _mentions(self, text: str) -> Iterator[Citation]:
        """Names of known cards, the longest first at each place; short and common words are not taken on sight."""
        words = list(WORD.finditer(text))
        index = 0
        while index < len(words):
            taken = 1
            if _could_begin_name(words[index][0]):
                start = _with_point(text, words[index].start())
                for count in range(min(LONGEST_NAME_IN_WORDS, len(words) - index), 0, -1):
                    name = POSSESSIVE.sub("", text[start : words[index + count - 1].end()])
                    is_torn = any(mark in name for mark in EMPHASIS)
                    if not is_torn and self._could_mean_card(name):
                        yield Citation(FoundReference(start, start + len(name), name, name), Origin.FOUND)
                        taken = count
                        break
            index += taken

    def _could_mean_card(self, name: str) -> bool:
        """Whether a name in a text can be nothing but that of a card."""
        return self.catalogue.knows(name) and _is_telling(name) and fold_title(name) not in self.terms


SMALL = frozenset({"a", "an", "and", "at", "by", "de", "for", "from", "in", "of", "on", "the", "to", "with"})


def _could_begin_name(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()


def _with_point(text: str, start: int) -> int:
    """Where a name begins that may have a point before it: ".45 Automatic"."""
    return start - 1 if text[start : start + 1].isdigit() and text[max(0, start - 1) : start] == "." else start


def _opens_sentence(words: list[re.Match[str]], index: int) -> bool:
    """Whether a word only has its capital because a sentence begins: "If Julia Brown"."""
    word = words[index][0]
    return index + 1 < len(words) and word.lower() in FUNCTION_WORDS and word not in ("The", "A", "An")


def _is_telling(name: str) -> bool:
    """Whether a name can be nothing but a name where it stands in a text."""
    words = fold_title(name).split()
    if len(words) > 1:
        return not all(is_common_word(word) for word in words) or len(words) > 2
    return len(name) >= SHORTEST_NAME and not is_common_word(words[0]) if words else False
