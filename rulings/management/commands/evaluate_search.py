"""Measures the search by questions whose answers are known."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.selectors.search import search, texts_of


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
        if wanted in " ".join(" ".join(texts_of(result.ruling)).split()).casefold():
            return rank
    return 0


class Command(BaseCommand):
    help = "Ask the questions of JSON files (fields question, gold, game), and print how often the answer is found."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE.json", type=Path)
        parser.add_argument("--in-game", action="store_true", help="search only in the question's game")
        parser.add_argument("--misses", action="store_true", help="print the questions that were not answered first")

    def handle(self, *args: Any, **options: Any) -> None:
        for path in options["files"]:
            questions = self._read(path)
            if not questions:
                raise CommandError(f"{path} has no questions.")
            ranks = [evaluate(question, in_game=options["in_game"]) for question in questions]
            shares = (100 * sum(0 < rank <= depth for rank in ranks) / len(ranks) for depth in (1, 5, 10))
            first, five, ten = (f"{share:.0f} %" for share in shares)
            self.stdout.write(f"{path.name}: {len(ranks)} questions; first {first}, in five {five}, in ten {ten}")
            for question, rank in zip(questions, ranks, strict=True):
                if not 0 < rank <= 10 or (options["misses"] and rank != 1):
                    self.stdout.write(f"  {rank or '-':>3}  {question.question}  [{question.gold[:60]}]")

    def _read(self, path: Path) -> list[Question]:
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))
            return [Question(entry["question"], entry["gold"], entry.get("game") or "") for entry in entries]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(
                f"{path} cannot be read ({error}): it must be a JSON list of objects with question and gold."
            ) from error
