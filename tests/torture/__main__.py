"""bin/torture: runs it, shows progress, prints a table and the seed, and fails on any violation."""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.torture.abuser import Abuser
from tests.torture.faults import FaultMaker
from tests.torture.judging import SLOWEST_HEALTH, SLOWEST_PAGE, judge, slow
from tests.torture.publisher import Publisher
from tests.torture.readers import Journal, Reader
from tests.torture.site import Site, mount_small, remove
from tests.torture.timeline import Timeline

READERS = 8
# Megabytes of the data folder, where it can be filled.
ROOM = 400
# Seconds in which everything that is derived is right again after the last fault; on a busy machine.
HEALED, HEALED_IN_THE_END = 30, 180
# How much more a server may hold at the end than when it was warm.
GROWTH = 1.2
# From so many minutes on this is judged.
LONG = 10


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--stack", choices=("sqlite", "postgres", "cluster"), default="sqlite")
    parser.add_argument("--any-speed", action="store_true", help="print limits of the clock, but do not judge by them")
    options = parser.parse_args()
    say(f"{options.minutes:g} minutes on {options.stack}, seed {options.seed}")
    folder = Path(tempfile.mkdtemp(prefix="rulings-torture-"))
    is_small = mount_small(folder / "data", ROOM)
    if not is_small:
        say("no small file system can be mounted here: the fault of a full disk is left out")
    try:
        return run(Site(folder), options, is_small=is_small)
    finally:
        remove(folder / "data")
        remove(folder)


def run(site: Site, options: argparse.Namespace, *, is_small: bool) -> int:
    say("preparing the site")
    process = site.manage("prepare")
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    timeline, journal = Timeline(), Journal()
    publisher = Publisher(site, timeline, options.seed)
    publisher.begin()
    site.start()
    site.wait_until_ready()
    readers = [Reader(site.port, timeline, journal, seed=options.seed + number) for number in range(READERS)]
    abuser = Abuser(site.port, seed=options.seed)
    faults = FaultMaker(site, publisher, stack=options.stack, seed=options.seed, is_small=is_small)
    for thread in readers:
        thread.start()
    for thread in (abuser, publisher, faults):
        thread.start()
    until = time.monotonic() + options.minutes * 60
    # Warm, after a fifth of the time.
    watch(site, journal, faults, until=until - options.minutes * 48)
    held = site.holds()
    watch(site, journal, faults, until=until)
    for thread in (faults, publisher, abuser):
        thread.is_over.set()
    for thread in (faults, publisher, abuser):
        thread.join(300)
    healed, left = heal(site, publisher)
    for reader in readers:
        reader.is_over.set()
        reader.join(60)
    in_the_end = site.holds()
    site.stop()
    violations = judge(journal.seen, timeline, faults.windows)
    violations += [*publisher.violations, *faults.violations, *left, *(f"abuser: {one}" for one in abuser.faults)]
    grown = [
        f"the server holds {in_the_end[what]:g} {what}, and began with {count:g}"
        for what, count in held.items()
        if in_the_end[what] > max(count * GROWTH, count + 40)
    ]
    # In a few minutes not everything that a worker keeps has been asked for.
    violations += grown if options.minutes >= LONG else []
    times = slow(journal.seen, faults.windows)
    late = [] if healed <= HEALED else [f"all was right again {healed:.0f} s after the last fault, not {HEALED}"]
    late += [
        f"{kind}: 99 of 100 took up to {times[kind][2]:.1f} s"
        for kind, most in {**dict.fromkeys(times, SLOWEST_PAGE), "health": SLOWEST_HEALTH}.items()
        if kind in times and times[kind][2] > most
    ]
    print_table(times, publisher, abuser, faults, held, in_the_end)
    for sentence, count in Counter(violations).most_common(40):
        say(f"VIOLATION: {sentence}{f' ({count} times)' if count > 1 else ''}")
    for sentence in late:
        say(f"{'printed, not judged' if options.any_speed else 'TOO SLOW'}: {sentence}")
    if violations:
        errors = [line for line in site.log.read_text(errors="replace").splitlines() if "Error" in line]
        for line in Counter(errors).most_common(10):
            say(f"the server's log: {line[0][:300]} ({line[1]} times)")
    failed = len(violations) + (0 if options.any_speed else len(late))
    say(f"seed {options.seed}: {len(journal.seen)} answers judged, {failed} failed")
    say(f"{max(0, len(journal.seen) - failed)} passed, {failed} failed")
    return 1 if failed else 0


def watch(site: Site, journal: Journal, faults: FaultMaker, *, until: float) -> None:
    """Keep the server running, as systemd would, and say how far it is."""
    said = time.monotonic()
    while time.monotonic() < until:
        site.keep_running()
        time.sleep(0.5)
        if time.monotonic() - said > 30:
            said = time.monotonic()
            say(f"{(until - said) / 60:.1f} minutes left, {len(journal.seen)} answers, {len(faults.windows)} faults")


def heal(site: Site, publisher: Publisher) -> tuple[float, list[str]]:
    """How many seconds after the last fault all is right without a command, and what is not right then."""
    site.keep_running()
    site.wait_until_ready()
    begun = time.monotonic()
    time.sleep(HEALED)
    marks = sorted(publisher.stack[-1].marks)
    while True:
        left = list(site.asked("compare", *marks))
        healed = time.monotonic() - begun
        if not left or healed > HEALED_IN_THE_END:
            return max(HEALED, healed) if left else HEALED, left
        time.sleep(5)


def print_table(times, publisher, abuser, faults, held, in_the_end) -> None:  # type: ignore[no-untyped-def]
    say(f"{'answers':<20} {'number':>8} {'p50':>7} {'p99':>7} {'slowest':>8}  (s)")
    for kind, (count, middle, most, slowest) in times.items():
        say(f"{kind:<20} {count:>8} {middle:>7.3f} {most:>7.3f} {slowest:>8.2f}")
    made = Counter(window.name for window in faults.windows)
    for name, counts in (("changes", publisher.done), ("abuse", abuser.done), ("faults", made)):
        say(f"{name}: {', '.join(f'{what} {count}' for what, count in sorted(counts.items()))}")
    say("held by the server: " + ", ".join(f"{what} {held[what]:g} → {in_the_end[what]:g}" for what in held))


def say(line: str) -> None:
    print(f"torture: {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
