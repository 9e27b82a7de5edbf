"""How well the search answers questions whose answers are known."""

from dataclasses import dataclass

from rulings.selectors.found import Result, all_texts
from rulings.selectors.searching import search


@dataclass(frozen=True)
class Question:
    """A question, a stretch of the text that answers it, and its game if that is to be told."""

    question: str
    gold: str
    game: str = ""


def evaluate(question: Question, *, in_game: bool = False) -> int:
    """At which place the answer is found, within the first page; 0: not there."""
    page = search(question.question, game=question.game if in_game else "")
    wanted = " ".join(question.gold.split()).casefold()
    for rank, result in enumerate(page.results, start=1):
        if wanted in " ".join(_texts(result).split()).casefold():
            return rank
    return 0


def _texts(result: Result) -> str:
    return " ".join(all_texts(result.change))
