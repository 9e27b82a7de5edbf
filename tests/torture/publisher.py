"""The publisher: one change after the other, each in a process of its own, which may be killed at any time."""

import random
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.torture.readers import _mark
from tests.torture.site import Site
from tests.torture.timeline import State, Timeline, as_state, corrected, edition_of, house_text, new_mark

CARDS = 40
LABELS = [f"1.{number}" for number in range(1, 13)]
DEADLINE = 180


@dataclass
class Publisher(threading.Thread):
    """Changes the site and tells the timeline; what was killed, it looks up."""

    site: Site
    timeline: Timeline
    seed: int
    # The editions and corrections in force, oldest first.
    stack: list[State] = field(default_factory=list)
    backups: list[tuple[Path, list[State]]] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    identity: str = ""
    history: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.chance, self.is_over = random.Random(self.seed), threading.Event()
        self.number, self.at_work = 0, None
        # Only one of those who change the site by hand may be at it.
        self.turn = threading.Lock()

    def __hash__(self) -> int:
        return id(self)

    def begin(self) -> None:
        """The first edition, and the cards."""
        rulings = edition_of(new_mark(self.chance), LABELS)
        self.site.asked("begin", str(self._write(rulings)), str(CARDS))
        self.stack = [State(rulings, frozenset(f"Card {number}" for number in range(1, CARDS + 1)))]
        self.timeline.start(self.stack[-1], time.monotonic())
        self._look()

    def run(self) -> None:
        while not self.is_over.is_set():
            choices = [self.publish] * 4 + [self.correct] * 2 + [self.back_up, self.merge]
            choices += [self.withdraw] * 2 if len(self.stack) > 1 else []
            choices += [self.restore] if self.backups else []
            deed = self.chance.choice(choices)
            with self.turn:
                deed()
            self.done[deed.__name__] = self.done.get(deed.__name__, 0) + 1

    def publish(self) -> None:
        labels = LABELS[: self.chance.randint(8, 12)]
        state = State(edition_of(new_mark(self.chance), labels), self.stack[-1].cards)
        self._change([*self.stack, state], "publish", str(self._write(state.rulings)))

    def correct(self) -> None:
        before = self.stack[-1]
        label, old = self.chance.choice(before.rulings)
        mark = new_mark(self.chance)
        state = State(corrected(before.rulings, label, mark), before.cards)
        self._change([*self.stack, state], "correct", label, old, mark)

    def withdraw(self) -> None:
        below = self.stack[-2]
        self._change([*self.stack[:-2], State(below.rulings, self.stack[-1].cards)], "withdraw")

    def merge(self) -> None:
        cards = sorted(self.stack[-1].cards)
        if len(cards) < 3:
            return
        kept, other = self.chance.sample(cards, 2)
        left = self.stack[-1].cards - {other}
        self._change([*self.stack[:-1], State(self.stack[-1].rulings, left)], "merge", kept, other)

    def back_up(self) -> None:
        path = self.site.folder / f"backup-{self.number}-{len(self.backups)}"
        process = self.site.manage("backup", str(path))
        _, errors = process.communicate(timeout=DEADLINE)
        if process.returncode == 0:
            self.backups = [*self.backups, (path, list(self.stack))][-3:]
        elif path.exists():
            self.violations.append(f"a backup that failed left a file: {errors[-200:]}")

    def restore(self) -> None:
        path, stack = self.chance.choice(self.backups)
        self.identity, self.history = "", {}
        self._run(stack, self.site.manage("restore", str(path), "--yes"), "restore")

    def restore_by_hand(self) -> None:
        """As somebody would who does not know better: stop, copy the file of the database, start."""
        path, stack = self.chance.choice(self.backups)
        shutil.unpack_archive(path, self.site.folder / "unpacked", "zip")
        # Until the site is there again, everything may be refused; what was shown before may not come back.
        reign = self.timeline.begin(stack[-1], time.monotonic())
        self.site.stop()
        target = self.site.data / "rulings.sqlite3"
        for ending in ("-wal", "-shm"):
            target.with_name(f"{target.name}{ending}").unlink(missing_ok=True)
        shutil.copyfile(self.site.folder / "unpacked" / "database", target)
        self.timeline.succeed(reign, time.monotonic())
        self.stack, self.identity, self.history = list(stack), "", {}
        self.site.may_run = True
        self.site.start()
        self.site.wait_until_ready()

    def _change(self, stack: list[State], *operation: str) -> None:
        self._run(stack, self.site.operate(*operation), operation[0])

    def _run(self, stack: list[State], process: "subprocess.Popen[str]", what: str) -> None:
        """A change whose state begins now, and which may be killed or fail; then the database says what is true."""
        before, after = self.timeline.now(), stack[-1]
        reign = self.timeline.begin(after, time.monotonic())
        self.at_work = process
        try:
            _, errors = process.communicate(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            errors = ""
            self.violations.append(f"{what} did not end within {DEADLINE} s")
        self.at_work = None
        now = time.monotonic()
        held = after if process.returncode == 0 else self._state_held()
        if held == after:
            self.timeline.succeed(reign, now)
            self.stack = stack
        else:
            self.timeline.fail(reign)
            if held != before:
                self.violations.append(
                    f"after a failed {what}, the site is neither as before nor as after: {errors[-300:]}"
                )
        self.number += 1
        self._look()

    def _state_held(self) -> State:
        status = self._status()
        return as_state({label: _mark(text) for label, text in status["rulings"].items()}, status["cards"])

    def _look(self) -> None:
        """The database holds the state that it should, and history has only grown."""
        status = self._status()
        held = as_state({label: _mark(text) for label, text in status["rulings"].items()}, status["cards"])
        if held != self.stack[-1]:
            self.violations.append(f"the database holds another state than what succeeded: {len(held.rulings)} rulings")
        if status["identity"] == self.identity:
            lost = [pk for pk, digest in self.history.items() if status["history"].get(pk) != digest]
            if lost:
                self.violations.append(f"history was rewritten: {len(lost)} revisions")
        self.identity, self.history = status["identity"], status["history"]

    def _status(self) -> Any:
        """What the database holds; asked again while it is away."""
        until = time.monotonic() + DEADLINE
        while True:
            try:
                return self.site.asked("status")
            except AssertionError:
                if time.monotonic() > until:
                    raise
                time.sleep(1)

    def _write(self, rulings: tuple[tuple[str, str], ...]) -> Path:
        path = self.site.folder / "edition.md"
        path.write_text(house_text("Torture", f"{self.number + 1}.{self.chance.randrange(10**6)}", rulings))
        return path
