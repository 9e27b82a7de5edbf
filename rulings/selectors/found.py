"""What a search page shows."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from importers.folding import fold_text
from importers.references import shown_text
from rulings.models import Card, Change, Edition
from rulings.search.analysis import stem
from rulings.search.language import Query
from rulings.selectors.jumping import Jump
from rulings.selectors.rulings import any_from_digest
from rulings.selectors.snippets import Piece, snippet

PAGE_SIZE = 10
# What is typed beyond it is not read.
LONGEST_QUERY = 400


@dataclass(frozen=True)
class Result:
    """A ruling that was found, with the passage that answers best."""

    change: Change
    passage: list[Piece]
    # The edition it is read in, if not today's.
    at: Edition | None = None


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
    cards: list[Card] = field(default_factory=list)
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
    index_answered: bool = True
    # Whether something was published that is not in the index yet.
    is_behind: bool = False

    @property
    def has_digest(self) -> bool:
        return any_from_digest(result.change for result in self.results)

    @property
    def is_unanswered(self) -> bool:
        return not self.query.is_empty and not (self.jumps or self.cards) and (self.is_weak or not self.results)

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


def all_texts(change: Change) -> list[str]:
    """The wording of a ruling, and that of the digest which sums it up."""
    revisions = [change.revision]
    if summary := getattr(change.revision, "summary", None):
        revisions.append(summary.digest.revision)
    return [part for revision in revisions if revision for part in (revision.title, revision.text)]


def says_so(texts: Iterable[str], query: Query) -> bool:
    """Whether texts have the phrases of a search, word for word, and nothing that it excludes."""
    folded = f" {fold_text(' '.join(map(shown_text, texts)))} "
    stems = f" {' '.join(map(stem, folded.split()))} "
    excluded = (f" {' '.join(map(stem, fold_text(words).split()))} " for words in query.excluded)
    return all(f" {fold_text(phrase)} " in folded for phrase in query.phrases) and not any(
        words in stems for words in excluded
    )


def passage_of(change: Change, terms: Iterable[str]) -> list[Piece]:
    """What of a ruling answers best, the found words marked."""
    text = change.revision.text if change.revision else ""
    return snippet(text, set(terms))
