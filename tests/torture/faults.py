"""The fault maker: what happens to a site in years, within minutes.

While some faults last, and shortly after, the site may refuse with 503 and say when to come back; others cut
connections.
"""

import os
import random
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.torture.publisher import Publisher
from tests.torture.site import Site

# Seconds: between two faults, how long one lasts, and until all is well after it.
PAUSE, LASTS, GRACE = 4.0, 4.0, 15.0


@dataclass(frozen=True)
class Window:
    """While a fault was at work."""

    name: str
    begins: float
    ends: float
    # Whether connections may be cut, and whether answers may be refused.
    cuts: bool
    refuses: bool


class FaultMaker(threading.Thread):
    """Makes the faults that this stack can have, each once before any comes again."""

    def __init__(self, site: Site, publisher: Publisher, *, stack: str, seed: int, is_small: bool) -> None:
        super().__init__(daemon=True)
        self.site, self.publisher = site, publisher
        self.chance, self.is_over = random.Random(seed), threading.Event()
        self.windows: list[Window] = []
        self.violations: list[str] = []
        self.faults: list[Callable[[], None]] = [
            self.kill_worker, self.kill_master, self.kill_publisher, self.stop_worker, self.reload, self.prepare_twice,
        ]  # fmt: skip
        if stack != "cluster":
            self.faults += [self.cut_segment, self.delete_index]
        if stack == "sqlite":
            self.faults += [self.restore_by_hand]
            self.faults += [self.fill_disk] if is_small else []
        else:
            self.faults += [self.stop_database]
        if stack == "cluster":
            self.faults += [self.kill_node, self.hang_node]

    def run(self) -> None:
        waiting: list[Callable[[], None]] = []
        while not self.is_over.wait(PAUSE * self.chance.uniform(0.5, 1.5)):
            waiting = waiting or self.chance.sample(self.faults, len(self.faults))
            fault = waiting.pop()
            try:
                fault()
            except Exception as error:
                self.violations.append(f"the fault {fault.__name__} could not be made: {error!r}")

    @contextmanager
    def lasting(self, name: str, *, cuts: bool = False, refuses: bool = False) -> Iterator[None]:
        begins = time.monotonic()
        try:
            yield
        finally:
            self.windows.append(Window(name, begins, time.monotonic() + GRACE, cuts, refuses))

    def kill_worker(self) -> None:
        with self.lasting("kill a worker", cuts=True):
            if workers := self.site.workers():
                os.kill(self.chance.choice(workers), signal.SIGKILL)

    def kill_master(self) -> None:
        with self.lasting("kill the server", cuts=True):
            if self.site.process:
                self.site.process.kill()
                time.sleep(2)
                self.site.wait_until_ready()

    def kill_publisher(self) -> None:
        with self.lasting("kill a publisher"):
            until = time.monotonic() + LASTS
            while time.monotonic() < until:
                process = self.publisher.at_work
                if process is not None:
                    time.sleep(self.chance.uniform(0, 2.5))
                    with suppress(OSError):
                        process.kill()
                    return
                time.sleep(0.05)

    def stop_worker(self) -> None:
        with self.lasting("hang a worker"):
            if workers := self.site.workers():
                worker = self.chance.choice(workers)
                os.kill(worker, signal.SIGSTOP)
                time.sleep(LASTS)
                os.kill(worker, signal.SIGCONT)

    def reload(self) -> None:
        with self.lasting("reload"):
            if self.site.process:
                self.site.process.send_signal(signal.SIGHUP)
                time.sleep(LASTS)

    def prepare_twice(self) -> None:
        with self.lasting("prepare twice at once"):
            for process in [self.site.manage("prepare"), self.site.manage("prepare")]:
                _, errors = process.communicate(timeout=300)
                if process.returncode:
                    self.violations.append(f"prepare failed: {errors[-300:]}")

    def restore_by_hand(self) -> None:
        with self.publisher.turn, self.lasting("restore by hand", cuts=True):
            if self.publisher.backups:
                self.publisher.restore_by_hand()

    def cut_segment(self) -> None:
        with self.lasting("cut the newest file of the index"):
            files = [
                path for path in (self.site.data / "index").rglob("*") if path.is_file() and path.stat().st_size > 99
            ]
            if files:
                newest = max(files, key=lambda path: path.stat().st_mtime)
                os.truncate(newest, newest.stat().st_size // 2)

    def delete_index(self) -> None:
        with self.lasting("delete the index"):
            shutil.rmtree(self.site.data / "index", ignore_errors=True)

    def fill_disk(self) -> None:
        with self.lasting("a full disk", refuses=True):
            filling = self.site.data / "filling"
            with suppress(OSError), filling.open("wb") as file:
                while True:
                    file.write(b"\0" * 1_000_000)
                    file.flush()
            time.sleep(LASTS)
            filling.unlink()

    def stop_database(self) -> None:
        with self.lasting("stop PostgreSQL", refuses=True):
            subprocess.run([os.environ["POSTGRES_CTL"], "stop", "-m", "fast"], check=True, capture_output=True)
            time.sleep(LASTS)
            subprocess.run([os.environ["POSTGRES_CTL"], "start"], check=True, stdout=subprocess.DEVNULL)

    def kill_node(self) -> None:
        with self.lasting("kill a node"):
            node = self._node()
            os.kill(int(node.with_suffix(".pid").read_text()), signal.SIGKILL)
            time.sleep(LASTS)
            subprocess.run(["setsid", "--fork", str(node.with_suffix(".start"))], check=True)

    def hang_node(self) -> None:
        with self.lasting("hang a node"):
            pid = int(self._node().with_suffix(".pid").read_text())
            os.kill(pid, signal.SIGSTOP)
            time.sleep(LASTS)
            os.kill(pid, signal.SIGCONT)

    def _node(self) -> Path:
        return self.chance.choice(sorted(Path(os.environ["CLUSTER"]).glob("n*.start")))
