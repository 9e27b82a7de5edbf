"""Prints what a search costs next to Whoosh's own API, Haystack's stock backend, Xapian and SQLite FTS5, in one run.

Run it with bin/bench search [SIZE...]; the corpus is the shipped digests, recombined to the sizes wanted.
"""

import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tests.benchmarks.measuring import timed, write

ROOT = Path(__file__).resolve().parents[2]
SIZES = (738, 20_000, 100_000)
# Haystack's own backend takes minutes beyond this.
LARGEST_STOCK = 20_000
STOCK_QUERIES = 25


class Records:
    """Stands for our search index: texts are analysed as they are added."""

    def get_model(self) -> Any:
        from rulings.models import Change

        return Change

    def full_prepare(self, record: dict[str, Any]) -> dict[str, Any]:
        from rulings.search.analysis import terms_of, words_of

        plain = record["plain"]
        return {**record, "text": " ".join(terms_of(plain)), "words": " ".join(set(words_of(plain)))}


class Prepared(Records):
    """Records that the engine analyses by itself."""

    def full_prepare(self, record: dict[str, Any]) -> dict[str, Any]:
        return dict(record)


def main(sizes: Iterable[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULINGS_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "rulings_site.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        from django.core.management import call_command

        questions = [
            entry["question"]
            for path in sorted((ROOT / "tests" / "questions").glob("*.json"))
            for entry in json.loads(path.read_text(encoding="utf-8"))
        ]
        write("milliseconds a search (median), seconds to build the index; in brackets, compared with Whoosh's own API")
        write(f"{'rulings':>8} {'engine':>16} {'search':>16} {'build':>16}")
        # An index also holds the names of cards.
        call_command("migrate", verbosity=0)
        for size in sizes:
            measure_engines(Path(folder) / str(size), corpus(size), questions)
        measure_pages(questions)


def corpus(size: int) -> list[dict[str, Any]]:
    """Rulings made of sentences of the digests: the same words, as often, however many rulings there are."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "fixtures" / "documents").glob("*.md"))
    sentences = [sentence for sentence in text.replace("\n", " ").split(". ") if len(sentence) > 30]
    chance = random.Random(1)
    records = []
    for number in range(1, size + 1):
        plain = ". ".join(chance.sample(sentences, 4))
        records.append(
            {
                "id": f"rulings.change.{number}",
                "django_ct": "rulings.change",
                "django_id": str(number),
                "plain": plain,
                "document_id": 1,
                "game": "vell",
                "kind": "clarification",
                "authority": "official",
            }
        )
    return records


def measure_engines(folder: Path, records: list[dict[str, Any]], questions: list[str]) -> None:
    """One row for each engine."""
    from rulings.search.analysis import terms_of

    wanted = [list(dict.fromkeys(terms_of(question))) for question in questions]
    own_search, own_build = whoosh_itself(folder / "own", records, wanted)
    rows = {"Whoosh itself": (own_search, own_build)}
    rows["ours on Whoosh"] = ours("whoosh", folder / "ours", records, wanted)
    rows["ours on Xapian"] = ours("xapian", folder / "xapian", records, wanted)
    rows["SQLite FTS5"] = fts5(records, wanted)
    if len(records) <= LARGEST_STOCK:
        rows["Haystack's stock"] = stock(folder / "stock", records, wanted)
    for name, (search, build) in rows.items():
        write(
            f"{len(records):>8} {name:>16} {search:>8.2f} ({search / own_search:>4.2f}) "
            f"{build:>8.1f} ({build / own_build:>4.2f})"
        )


def ours(engine: str, folder: Path, records: list[dict[str, Any]], wanted: list[list[str]]) -> tuple[float, float]:
    """Our backend: the terms in, the best rulings out."""
    from importlib import import_module

    from rulings.read_model.state import site_state
    from rulings.search.engine import Request

    backend = import_module(f"rulings.search.{engine}").Backend("default", PATH=str(folder))
    build, _ = timed(lambda: backend.rebuild(Records(), records, key=site_state().key))
    requests = [Request(wanted=tuple((term, 1.0) for term in terms), limit=10) for terms in wanted]
    backend.find(requests[0])
    return median(backend.find, requests), build


def whoosh_itself(folder: Path, records: list[dict[str, Any]], wanted: list[list[str]]) -> tuple[float, float]:
    """Whoosh's own API: a searcher kept open, any word, the best ten with their stored fields."""
    from whoosh import index, query
    from whoosh.analysis import StemmingAnalyzer
    from whoosh.fields import ID, TEXT, Schema

    folder.mkdir(parents=True)

    def build() -> Any:
        made = index.create_in(str(folder), Schema(id=ID(stored=True), text=TEXT(analyzer=StemmingAnalyzer())))
        writer = made.writer(limitmb=256)
        for record in records:
            writer.add_document(id=record["id"], text=record["plain"])
        writer.commit()
        return made

    seconds, made = timed(build)
    searcher = made.searcher()

    def search(terms: list[str]) -> list[Any]:
        return [
            hit.fields() for hit in searcher.search(query.Or([query.Term("text", term) for term in terms]), limit=10)
        ]

    search(wanted[0])
    return median(search, wanted), seconds


def stock(folder: Path, records: list[dict[str, Any]], wanted: list[list[str]]) -> tuple[float, float]:
    """Haystack's backend as it comes."""
    from haystack.backends.whoosh_backend import WhooshSearchBackend

    backend = WhooshSearchBackend("default", PATH=str(folder))
    fields = ("id", "django_ct", "django_id")
    kept = [{"text": record["plain"], **{name: record[name] for name in fields}} for record in records]
    build, _ = timed(lambda: backend.update(Prepared(), kept))
    return median(lambda terms: backend.search(" OR ".join(terms), end_offset=10), wanted[:STOCK_QUERIES]), build


def fts5(records: list[dict[str, Any]], wanted: list[list[str]]) -> tuple[float, float]:
    """SQLite's own full-text search, with its stemmer and BM25."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE rulings USING fts5(text, tokenize = 'porter unicode61')")

    def build() -> None:
        database.executemany("INSERT INTO rulings(text) VALUES (?)", ((record["plain"],) for record in records))

    seconds, _ = timed(build)

    def search(terms: list[str]) -> list[Any]:
        words = " OR ".join(f'"{term}"' for term in terms)
        found = database.execute(
            "SELECT rowid FROM rulings WHERE rulings MATCH ? ORDER BY bm25(rulings) LIMIT 10", (words,)
        )
        return found.fetchall()

    return median(search, wanted), seconds


def measure_pages(questions: list[str]) -> None:
    """The shipped rulings: a search, the page of it, and both again."""
    from django.core.management import call_command
    from django.test import Client

    from rulings.selectors.search.searching import search

    call_command("load_fixtures", stdout=sys.stderr)
    client = Client()
    search(questions[0])
    client.get("/search/", {"q": questions[0]})
    half = len(questions) // 2
    bare = median(search, questions[:half])
    page = median(lambda question: client.get("/search/", {"q": question}), questions[half:])
    again = median(search, questions[:half])
    page_again = median(lambda question: client.get("/search/", {"q": question}), questions[half:])
    write("\nthe shipped digests, milliseconds (median)")
    write(f"  a search {bare:.2f}, its page {page:.2f} ({page / bare:.2f}); again {again:.2f} and {page_again:.2f}")


def median(action: Callable[[Any], Any], arguments: Iterable[Any]) -> float:
    return statistics.median(timed(lambda argument=argument: action(argument))[0] for argument in arguments) * 1000


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)
