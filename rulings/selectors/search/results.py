"""What a search page shows: rulings with the passage that answers best, and the same as data."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from importers.folding import fold, fold_text
from importers.references import shown_text
from rulings.read_model.cards import says_now
from rulings.read_model.records.cards import CardRecord, ShownCardRecord
from rulings.read_model.stored import named
from rulings.search.analysis import STOP_WORDS, stem
from rulings.search.language import Query
from rulings.selectors.search.answers import Answer

PAGE_SIZE = 10
# What is typed after that is not read.
LONGEST_QUERY = 5_000
LONGEST_PASSAGE = 260
# "lantern", "player’s"
WORD = re.compile(r"\w+(?:[’']\w+)*")
# How a question begins, and so many words it has at least.
ASKS = re.compile(
    r"(?:am|are|can|could|did|do|does|has|have|how|if|is|may|must|should|was|were|what|when|where|which|who|whose|why"
    r"|will|would)\b",
    re.IGNORECASE,
)
FEWEST_WORDS = 4
SENTENCE_END = re.compile(r"(?<=[.!?;:”\"])\s+")

# Whether the index answered: it did, it does not hold what was published last, or it cannot be read.
Index = Literal["ready", "behind", "unavailable"]


@dataclass(frozen=True)
class Jump:
    """A page that a search names outright."""

    title: str
    detail: str
    url: str
    # ruling, card, list, chart, chapter, edition or term
    type: str = "ruling"
    # The ruling, where its label was asked for.
    labelled: Any = None


@dataclass(frozen=True)
class Piece:
    """A stretch of a passage, marked or not."""

    text: str
    is_marked: bool = False


@dataclass(frozen=True)
class Result:
    """A ruling that was found, with the passage that answers best."""

    ruling: Any
    passage: list[Piece]
    # Others of the same title and kind in its document, which are shown with it.
    also: tuple[Any, ...] = ()


@dataclass(frozen=True)
class FacetValue:
    """How many rulings there are of a game, kind or list."""

    value: str
    name: str
    count: int
    is_chosen: bool


@dataclass(frozen=True)
class Facet:
    field: str
    title: str
    values: list[FacetValue]


@dataclass(frozen=True)
class SearchPage:
    """What was found, and how the search was understood."""

    query: Query
    jumps: list[Jump] = field(default_factory=list)
    cards: list[ShownCardRecord] = field(default_factory=list)
    # What answers the question outright.
    answers: list[Answer] = field(default_factory=list)
    # Cards whose text has all the words.
    saying: list[ShownCardRecord] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    facets: list[Facet] = field(default_factory=list)
    total: int = 0
    number: int = 1
    size: int = PAGE_SIZE
    suggestion: str = ""
    # Whether what was typed is hardly more than the name of a card.
    is_name: bool = False
    # Whether what was found hardly answers.
    is_weak: bool = False
    index: Index = "ready"

    @property
    def game_name(self) -> str:
        """The game that was searched alone."""
        facet = next((facet for facet in self.facets if facet.field == "game"), None)
        return next((value.name for value in facet.values if value.is_chosen), "") if facet else ""

    @property
    def folded(self) -> list[Result]:
        """The results, siblings of one title as one: two steps “Beginning of the phase”."""
        groups: dict[tuple[str, ...], list[Result]] = {}
        for result in self.results:
            one = result.ruling
            key = (one["game"], one["document"], one["kind"], fold(one["plain_title"]))
            groups.setdefault(key, []).append(result)
        return [replace(first, also=tuple(other.ruling for other in others)) for first, *others in groups.values()]

    @property
    def has_digest(self) -> bool:
        return any(result.ruling["is_digest"] for result in self.results)

    @property
    def is_unsure(self) -> bool:
        """Whether a question was asked that nothing here answers outright."""
        asked = self.query.said.strip()
        is_question = asked.endswith("?") or (len(asked.split()) >= FEWEST_WORDS and bool(ASKS.match(asked)))
        return is_question and bool(self.results) and not (self.answers or self.jumps or self.is_weak)

    @property
    def is_unanswered(self) -> bool:
        return (
            not self.query.is_empty
            and not (self.jumps or self.cards or self.saying or self.answers)
            and (self.is_weak or not self.results)
        )

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def first(self) -> int:
        return (self.number - 1) * self.size + 1

    @property
    def previous(self) -> int:
        return self.number - 1

    @property
    def next(self) -> int:
        return self.number + 1


def page_bounds(number: int, total: int, size: int) -> tuple[int, slice]:
    """The page nearest to a number, and what is on it."""
    number = min(max(1, number), max(1, -(-total // size)))
    return number, slice((number - 1) * size, number * size)


def texts_of(ruling: Any) -> list[str]:
    """Everything that is said of a ruling: its own wording, and that of the digest."""
    return [ruling["title"], ruling["text"], *ruling["search"]["texts"][:2]]


def says_so(texts: Iterable[str], query: Query) -> bool:
    """Whether texts have the phrases of a search, word for word, and nothing that it excludes."""
    folded = f" {fold_text(' '.join(map(shown_text, texts)))} "
    stems = f" {' '.join(map(stem, folded.split()))} "
    excluded = (f" {' '.join(map(stem, fold_text(words).split()))} " for words in query.excluded)
    return all(f" {fold_text(phrase)} " in folded for phrase in query.phrases) and not any(
        words in stems for words in excluded
    )


def result_of(ruling: Any, terms: Collection[str]) -> Result:
    """A ruling with the passage that answers best, the found words marked."""
    plain = " ".join(ruling["plain"].replace("• ", "").split())
    return Result(ruling, _marked(best_passage(plain, terms), terms))


def best_passage(text: str, terms: Collection[str]) -> str:
    """The sentences of a text that have most of some terms."""
    if len(text) <= LONGEST_PASSAGE:
        return text
    sentences = SENTENCE_END.split(text)
    found = [{stem(fold(word)) for word in WORD.findall(sentence)} & set(terms) for sentence in sentences]
    best = max(range(len(sentences)), key=lambda index: (len(found[index]), -index))
    first, passage = best, sentences[best]
    last = best
    while last + 1 < len(sentences) and len(passage) + len(sentences[last + 1]) < LONGEST_PASSAGE:
        last += 1
        passage = f"{passage} {sentences[last]}"
    if len(passage) > LONGEST_PASSAGE:
        passage = passage[:LONGEST_PASSAGE].rsplit(" ", 1)[0] + " …"
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


def ruling_result(result: Result) -> dict[str, Any]:
    """A ruling that was found, as data."""
    ruling = result.ruling
    keys = ("type", "kind", "game", "document", "edition", "key", "title", "text", "url", "authority")
    # Only where the wording is ours.
    ours = {"ours": ruling["ours"]} if ruling["ours"] else {}
    return {
        **{key: ruling[key] for key in keys},
        **ours,
        "snippet": "".join(piece.text for piece in result.passage),
        "cards": [named(card) for card in ruling["cards"]],
    }


def card_result(card: CardRecord) -> dict[str, Any]:
    """A card that was found, as data."""
    return {
        "type": "card",
        "kind": None,
        "game": card["game"],
        "document": None,
        "edition": None,
        "key": card["number"],
        "title": card["name"],
        "text": says_now(card),
        "snippet": card["first_line"] or " ".join(filter(None, (card["set"], card["number"], card["card_type"]))),
        "url": card["url"],
        "authority": None,
        "cards": [named(card)],
    }


def jump_result(jump: Jump) -> dict[str, Any]:
    """A page that was asked for, as data."""
    return {
        **dict.fromkeys(("kind", "document", "edition", "key", "authority")),
        "type": jump.type,
        "game": jump.url.split("/")[1],
        "title": jump.title,
        "text": jump.detail,
        "snippet": jump.detail,
        "url": jump.url,
        "cards": [],
    }


def shown_first(cards: Sequence[CardRecord], page: SearchPage, *, count: int) -> list[Any]:
    """Cards and rulings in the order in which programs get them: a card comes first where it was asked for by name."""
    first = count if page.is_name else 0
    return [*cards[:first], *page.results, *cards[first:]]
