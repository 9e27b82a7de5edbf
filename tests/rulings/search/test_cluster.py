"""An index on a cluster: writers take turns on all machines, and nodes may die, hang and be gone (bin/test-cluster)."""

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from haystack import connections

from rulings.models import Document
from rulings.search import cluster
from rulings.search.engine import IndexUnavailableError, Request, engine
from rulings.search.opensearch import Backend
from rulings.selectors.search import search
from rulings.services import indexing

# A node that starts again does so within this many seconds, also on a busy machine.
PATIENCE = 180


@pytest.fixture
def other() -> Backend:
    """The engine of another machine."""
    return Backend("default", **connections["default"].options)


@pytest.fixture
def nodes() -> Iterator["Nodes"]:
    """The nodes; whatever a test does to them, all are well again after it."""
    nodes = Nodes()
    yield nodes
    nodes.heal()


class Nodes:
    def __init__(self) -> None:
        self.folder = Path(os.environ["CLUSTER"])
        self.count = len(list(self.folder.glob("*.start")))

    def signal(self, number: int, sent: signal.Signals) -> None:
        os.kill(int((self.folder / f"n{number}.pid").read_text()), sent)

    def heal(self) -> None:
        for number in range(1, self.count + 1):
            if self._is_there(number):
                self.signal(number, signal.SIGCONT)
            else:
                subprocess.run(["setsid", "--fork", str(self.folder / f"n{number}.start")], check=True)
        wait_until(self._is_whole)

    def _is_there(self, number: int) -> bool:
        """Whether it runs or is stopped; what was killed may still have a number."""
        status = Path("/proc") / (self.folder / f"n{number}.pid").read_text().strip() / "status"
        return status.exists() and "State:\tZ" not in status.read_text()

    def _is_whole(self) -> bool:
        asked: Any = connections["default"].get_backend()
        health = asked.client.cluster.health(request_timeout=5)
        return bool(health["status"] == "green" and health["number_of_nodes"] == self.count)


def wait_until(holds: Any) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(Exception):
            if holds():
                return
        time.sleep(0.3)
    raise AssertionError("it did not become so in time")


def test_while_one_machine_writes_another_waits_but_not_without_end(
    indexed: Document, other: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WAIT", 0.3)
    with other.turn(in_place=True):
        with pytest.raises(IndexUnavailableError, match="another process"):
            indexing.rebuild()
        assert search("lantern dusk").index == "behind"
    other._give_back()
    indexing.rebuild()
    assert search("lantern dusk").index == "ready"


def test_a_writer_that_died_is_taken_over_and_cannot_write_any_more(
    indexed: Document, other: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SILENCE", 0.1)
    with other.turn(in_place=True) as live:
        time.sleep(0.2)
        assert search("lantern dusk").index == "behind"
        indexing.catch_up()
        assert search("lantern dusk").index == "ready"
        before = engine().find(Request(wanted=(("lantern", 1.0),)))
        with pytest.raises(IndexUnavailableError):
            other.finish(live.index, "a state of the past", Counter())
    other.forget_place()
    assert other.find(Request(wanted=(("lantern", 1.0),))) == before


def test_a_rebuild_is_found_by_other_machines_that_had_the_old_index(indexed: Document, other: Backend) -> None:
    before = other.find(Request(wanted=(("lantern", 1.0),)))
    indexing.rebuild()
    assert other.find(Request(wanted=(("lantern", 1.0),))) == before
    assert before.ids


def test_a_node_that_is_killed_is_not_missed(indexed: Document, nodes: Nodes) -> None:
    before = search("lantern dusk").results
    nodes.signal(2, signal.SIGKILL)
    for _ in range(30):
        page = search("lantern dusk")
        assert (page.index, page.results) == ("ready", before)


def test_a_node_that_hangs_costs_no_answer(indexed: Document, nodes: Nodes) -> None:
    before = {result.ruling["id"] for result in search("lantern dusk").results}
    nodes.signal(1, signal.SIGSTOP)
    for _ in range(30):
        found = {result.ruling["id"] for result in search("lantern dusk").results}
        assert before & found


def test_without_any_node_the_database_answers_and_later_the_index_again(indexed: Document, nodes: Nodes) -> None:
    for number in range(1, nodes.count + 1):
        nodes.signal(number, signal.SIGKILL)
    page = search("lantern dusk")
    assert page.index == "unavailable"
    assert page.results
    nodes.heal()
    wait_until(lambda: search("lantern dusk").index == "ready")
