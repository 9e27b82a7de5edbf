"""Prints what first visits cost, next to the JSON search of Datasette with FTS5: the same rulings, the same queries,
one client, one process each, no address twice.

Run it with bin/bench visits [SIZE...].
"""

import http.client
import json
import os
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

from tests.benchmarks.corpora import grow_to, start
from tests.benchmarks.measuring import timed, write

ROOT = Path(__file__).resolve().parents[2]
SIZES = (738, 20_000, 100_000)
VISITS = 150
CLIENTS = 8
MOST = {"API search": 1.5, "search page": 2.5, "card page": 2.0, "ruling page": 2.5, "suggestions": 1.5}
LEAST_RATE = 0.6
# The names of Datasette's database and table.
PEER = "peer"
# Datasette's search and nothing else: it neither counts nor suggests facets.
LEAN = "_size=10&_shape=array&_nocount=1&_nofacet=1&_nosuggest=1"


def main(sizes: Iterable[int]) -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        start(folder)
        for size in sizes:
            write(f"growing to {size:,} rulings")
            grow_to(size)
            rows.append((size, measure(Path(folder))))
    report(rows)


def measure(folder: Path) -> dict[str, tuple[float, ...]]:
    """For each kind of address, p50 and p95 in milliseconds; and requests a second, and memory."""
    kinds, peers = addresses()
    peer = folder / f"{PEER}.db"
    write("  building Datasette's database")
    fill_peer(peer)
    found: dict[str, tuple[float, ...]] = {}
    with Datasette(peer) as datasette:
        datasette.visit(peers[:20])
        found["Datasette"] = percentiles(datasette.visit(peers[20:]))
        rate = datasette.rate(peers[20:])
    with Ours() as ours:
        for kind, visits in kinds.items():
            write(f"  visiting: {kind}")
            ours.visit(visits[:20])
            found[kind] = percentiles(ours.visit(visits[20:]))
        own_rate = ours.rate([f"{one}&limit=9" for one in kinds["API search"][20:]])
        found["memory"] = (ours.memory(),)
    found["rate"] = (own_rate, rate)
    return found


def addresses() -> tuple[dict[str, list[str]], list[str]]:
    """What is visited here, and there."""
    from rulings.models import ShownCard, ShownRuling

    chance = random.Random(7)
    cards = list(ShownCard.objects.filter(has_errata=True).values_list("path", flat=True))
    rulings = list(ShownRuling.objects.values_list("path", flat=True))
    questions = [
        entry["question"]
        for path in sorted((ROOT / "tests" / "questions").glob("*.json"))
        for entry in json.loads(path.read_text(encoding="utf-8"))
    ]
    # Each question in several forms, so that none is asked twice.
    asked = [f"{question} {word}" for word in ("", "now", "please") for question in questions]
    chance.shuffle(asked)
    count = VISITS + 20
    return {
        "API search": [f"/api/v1/search?q={quote(one)}" for one in asked[:count]],
        "search page": [f"/search/?q={quote(one)}" for one in (f"{one} then" for one in asked[:count])],
        "card page": [_card_address(path) for path in _sample(chance, cards, count)],
        "ruling page": [f"/{path}/" for path in _sample(chance, rulings, count)],
        "suggestions": [f"/search/suggestions/?q={quote(one[: 6 + n % 30])}{n}" for n, one in enumerate(asked[:count])],
    }, [f"/{PEER}/rulings.json?{LEAN}&_search={quote(one)}" for one in asked[:count]]


def _sample(chance: random.Random, paths: Sequence[str], count: int) -> list[str]:
    return chance.sample(paths, min(count, len(paths)))


def _card_address(path: str) -> str:
    game, card_set, card = path.split("/")
    return f"/{game}/cards/{card_set}/{card}/"


def fill_peer(path: Path) -> None:
    """The same rulings, as Datasette searches them."""
    from rulings.models import ShownRuling

    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE rulings (id INTEGER PRIMARY KEY, path TEXT, title TEXT, text TEXT)")
    rows = ShownRuling.objects.values_list("pk", "record").iterator(chunk_size=1000)
    records = ((pk, json.loads(record)) for pk, record in rows)
    database.executemany(
        "INSERT INTO rulings VALUES (?, ?, ?, ?)", ((pk, one["id"], one["title"], one["text"]) for pk, one in records)
    )
    database.execute(
        "CREATE VIRTUAL TABLE rulings_fts "
        "USING fts5(title, text, content='rulings', content_rowid='id', tokenize='porter')"
    )
    database.execute("INSERT INTO rulings_fts(rulings_fts) VALUES ('rebuild')")
    database.commit()
    database.close()


class Served:
    """A server of one process."""

    def command(self, port: int) -> list[str]:
        raise NotImplementedError

    def __enter__(self) -> "Served":
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            self.command(self.port),
            cwd=ROOT,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while True:
            try:
                self.visit(["/"])
            except OSError:
                time.sleep(0.1)
            else:
                return self

    def __exit__(self, *error: object) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()

    def visit(self, wanted: Sequence[str]) -> list[float]:
        """Milliseconds of each visit, one after the other."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        times = []
        for address in wanted:
            seconds, response = timed(lambda address=address: self._get(connection, address))
            if response >= http.client.BAD_REQUEST:
                raise RuntimeError(f"{address} answered {response}")
            times.append(seconds * 1000)
        connection.close()
        return times

    def rate(self, wanted: Sequence[str]) -> float:
        """Requests a second, several clients at a time."""
        shares = [wanted[first::CLIENTS] for first in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as clients:
            seconds, _ = timed(lambda: list(clients.map(self.visit, shares)))
        return len(wanted) / seconds

    def memory(self) -> float:
        """The proportional set size of its largest process, in MB."""
        return max(_memory(pid) for pid in _family(self.process.pid))

    @staticmethod
    def _get(connection: http.client.HTTPConnection, address: str) -> int:
        connection.request("GET", address)
        response = connection.getresponse()
        response.read()
        return response.status


class Ours(Served):
    """The site as bin/serve runs it, with one worker."""

    def command(self, port: int) -> list[str]:
        server = [sys.executable, "-m", "gunicorn", "rulings_site.wsgi:application"]
        return [*server, "--bind", f"127.0.0.1:{port}", "--workers", "1", "--threads", "2", "--log-level", "error"]


class Datasette(Served):
    def __init__(self, database: Path) -> None:
        self.database = database

    def command(self, port: int) -> list[str]:
        return [str(ROOT / ".venv-bench/bin/datasette"), "serve", str(self.database), "--port", str(port)]


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _family(int(child)))]


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """p50 and p95."""
    return statistics.median(times), statistics.quantiles(times, n=20)[18]


def report(rows: Sequence[tuple[int, dict[str, tuple[float, ...]]]]) -> None:
    """The table: milliseconds at p50 and p95, and how many times Datasette's p50."""
    write(
        f"\n{'p50 / p95 in ms (times Datasette)':<34}" + "".join(f"{size:>26,}" for size, _ in rows) + "   must reach"
    )
    write(f"{'Datasette, JSON search':<34}" + "".join(f"{_pair(found['Datasette']):>26}" for _, found in rows))
    for kind, most in MOST.items():
        cells = (f"{_pair(found[kind])} ({found[kind][0] / found['Datasette'][0]:.1f}×)" for _, found in rows)
        write(f"{kind:<34}" + "".join(f"{cell:>26}" for cell in cells) + f"   ≤ {most}×")
    rates = (f"{own:.0f} / {peer:.0f} ({own / peer:.1f}×)" for own, peer in (found["rate"] for _, found in rows))
    write(f"{'requests a second, API search':<34}" + "".join(f"{cell:>26}" for cell in rates) + f"   ≥ {LEAST_RATE}×")
    write(f"{'memory of a warm worker, MB':<34}" + "".join(f"{found['memory'][0]:>26.0f}" for _, found in rows))


def _pair(times: tuple[float, ...]) -> str:
    return f"{times[0]:.1f} / {times[1]:.1f}"


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or SIZES)
