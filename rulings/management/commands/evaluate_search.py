"""Measures the search by questions whose answers are known."""

import json
from collections import defaultdict
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.selectors.search import search, texts_of
from rulings.services import indexing, vectorising

DEPTHS = (1, 5, 10)


@dataclass(frozen=True)
class Question:
    """A question, a stretch of the text that answers it, and its game if that is to be told."""

    question: str
    gold: str
    game: str = ""


@dataclass(frozen=True)
class Outcome:
    """At which place the answer is found, within the first page; 0: not there. And what came first instead."""

    rank: int
    first: Any = None
    # Whether the first ruling was quoted as the answer, and whether that was sure.
    is_quoted: bool = False
    is_sure: bool = False

    def cause(self, question: Question) -> str:
        """Why the answer did not come first."""
        if self.first is None:
            return "nothing was found"
        if question.game and self.first["game"] != question.game:
            return "another game came first"
        return "a sibling came first" if self.rank else "other words"


def evaluate(question: Question, *, in_game: bool = False) -> int:
    """At which place the answer is found, within the first page; 0: not there."""
    return ask(question, in_game=in_game).rank


def ask(question: Question, *, in_game: bool = False) -> Outcome:
    """What a search finds for a question."""
    page = search(question.question, game=question.game if in_game else "")
    results, quoted = page.results, next((one for one in page.answers if one.is_quoted), None)
    wanted = " ".join(question.gold.split()).casefold()
    ranks = (
        rank
        for rank, result in enumerate(results, start=1)
        if wanted in " ".join(" ".join(texts_of(result.ruling)).split()).casefold()
    )
    first = results[0].ruling if results else None
    return Outcome(next(ranks, 0), first, is_quoted=bool(quoted), is_sure=bool(quoted and quoted.is_sure))


class Command(BaseCommand):
    help = "Ask the questions of JSON files (fields question, gold, game), and print how often the answer is found."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE.json", type=Path)
        parser.add_argument("--in-game", action="store_true", help="search only in the question's game")
        parser.add_argument("--misses", action="store_true", help="print the questions that were not answered first")
        parser.add_argument("--without-vectors", action="store_true", help="search by words alone")
        parser.add_argument("--without-phrasings", action="store_true", help="as a game that nobody wrote any for")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["without_vectors"]:
            settings.SEMANTIC = False
        elif settings.SEMANTIC:
            self._make_vectors()
        with indexing.without_phrasings() if options["without_phrasings"] else nullcontext():
            for path in options["files"]:
                self._evaluate(path, options)

    def _make_vectors(self) -> None:
        try:
            vectorising.make(self.stderr.write)
        except vectorising.ModelUnavailableError as error:
            raise CommandError(f"The model cannot be used: {error}. Or measure --without-vectors.") from error

    def _evaluate(self, path: Path, options: dict[str, Any]) -> None:
        questions = self._read(path)
        if not questions:
            raise CommandError(f"{path} has no questions.")
        outcomes = [ask(question, in_game=options["in_game"]) for question in questions]
        self.stdout.write(f"{path.name}: {_shares([one.rank for one in outcomes])}")
        quoted = [one for one in outcomes if one.is_quoted]
        for how, chosen in (("plainly", True), ("probably", False)):
            ranks = [one.rank for one in quoted if one.is_sure is chosen]
            self.stdout.write(f"  answered {how}: {len(ranks)}, of the right ruling {ranks.count(1)}")
        by_game: dict[str, list[int]] = defaultdict(list)
        for question, outcome in zip(questions, outcomes, strict=True):
            by_game[question.game].append(outcome.rank)
        for game, ranks in sorted(by_game.items()) if len(by_game) > 1 else ():
            self.stdout.write(f"  {game or 'no game'}: {_shares(ranks)}")
        for question, outcome in zip(questions, outcomes, strict=True):
            rank = outcome.rank
            if not 0 < rank <= DEPTHS[-1] or (options["misses"] and rank != 1):
                cause = outcome.cause(question)
                self.stdout.write(f"  {rank or '-':>3}  {question.question}  [{question.gold[:60]}] ({cause})")

    def _read(self, path: Path) -> list[Question]:
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))
            return [Question(entry["question"], entry["gold"], entry.get("game") or "") for entry in entries]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(
                f"{path} cannot be read ({error}): it must be a JSON list of objects with question and gold."
            ) from error


def _shares(ranks: list[int]) -> str:
    shares = (100 * sum(0 < rank <= depth for rank in ranks) / len(ranks) for depth in DEPTHS)
    first, five, ten = (f"{share:.0f} %" for share in shares)
    return f"{len(ranks)} questions; first {first}, in five {five}, in ten {ten}"
