"""Changes the code in small ways and sees whether the tests notice: a sample that a seed chooses (bin/mutate)."""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "tests/rulings/views tests/rulings/selectors tests/rulings/api/test_reading.py"
    " --ignore=tests/rulings/views/test_flatness.py"
)
SERVICES = "tests/rulings/services/test_publishing.py tests/rulings/services/test_summarising.py"
# What is changed, and the tests that should notice, the fastest first.
TESTS = {
    "importers": "tests/importers tests/test_documentation.py tests/rulings/selectors/test_decks.py",
    "rulings/diffing": f"tests/rulings/diffing {SERVICES}",
    "rulings/read_model": f"tests/rulings/read_model tests/rulings/models {PAGES} {SERVICES}",
    "rulings/selectors/cards/decks.py": f"tests/rulings/selectors/test_decks.py {PAGES}",
    "rulings/selectors/cards/decklines.py": f"tests/rulings/selectors/test_decks.py {PAGES}",
    "rulings/selectors/cards/judging.py": f"tests/rulings/selectors/test_decks.py {PAGES}",
}
# "str & None" in a signature cannot even be imported, and "%" is not used: they would only flatter the score.
LEFT_ALONE = ("core/ReplaceBinaryOperator_BitOr_", "core/ReplaceBinaryOperator_Mod_")
TIMEOUT = 400


def modules() -> list[Path]:
    """What is changed; declarations of records have nothing to run."""
    named = [ROOT / name for name in TESTS]
    found = [path for one in named for path in ([one] if one.is_file() else one.rglob("*.py"))]
    return sorted(path.relative_to(ROOT) for path in found if "records" not in path.parts)


def sample(count: int, seed: int) -> list[MutationSpec]:
    """So many places of the code, each changed in one way."""
    with tempfile.TemporaryDirectory() as folder, use_db(str(Path(folder) / "session"), WorkDB.Mode.create) as session:
        init(modules(), session, {})
        places = defaultdict(list)
        for item in session.work_items:
            for mutation in item.mutations:
                if not mutation.operator_name.startswith(LEFT_ALONE):
                    places[str(mutation.module_path), mutation.start_pos].append(mutation)
    chosen = random.Random(seed)
    return [
        chosen.choice(sorted(places[place], key=lambda one: (one.operator_name, one.occurrence)))
        for place in chosen.sample(sorted(places), min(count, len(places)))
    ]


def command_for(module: Path) -> str:
    """The tests that should notice a change of a module."""
    tests = next(tests for name, tests in TESTS.items() if str(module).startswith(name))
    return f"{ROOT}/.venv/bin/python -m pytest -x -q -p no:cacheprovider {tests}"


def attempt(mutation: MutationSpec, folder: str) -> WorkResult:
    """Change one place in this process's own copy of the project, and run the tests there."""
    copy = Path(folder) / str(os.getpid())
    if not copy.exists():
        ignored = shutil.ignore_patterns(".venv*", ".git", "var", "__pycache__", ".mypy_cache", ".hypothesis")
        shutil.copytree(ROOT, copy, ignore=ignored)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        os.chdir(copy)
        os.environ["RULINGS_DATA"] = str(copy / "var")
    return mutate_and_test([mutation], command_for(mutation.module_path), TIMEOUT)


def main() -> int:
    """Print each survivor, and at the end how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=60, help="start no further change after so long")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--least", type=float, default=0, help="fail below this share, in percent")
    options = parser.parse_args()
    os.chdir(ROOT)
    if folder := os.environ.get("RULINGS_DOCUMENTS"):
        os.environ["RULINGS_DOCUMENTS"] = str(Path(folder).resolve())
    mutations = sample(options.count, options.seed)
    end = time.monotonic() + options.minutes * 60
    killed = survived = 0
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(options.workers) as pool:
        open_ones = {pool.submit(attempt, one, folder): one for one in mutations}
        for number, future in enumerate(as_completed(open_ones), 1):
            result, mutation = future.result(), open_ones[future]
            if result.worker_outcome is WorkerOutcome.NORMAL and result.test_outcome is TestOutcome.SURVIVED:
                survived += 1
                print(f"\nsurvived: {mutation.module_path}:{mutation.start_pos[0]}\n{result.diff}", flush=True)
            elif result.worker_outcome is WorkerOutcome.NORMAL:
                killed += 1
            print(f"mutate: {number} of {len(mutations)}: {killed} killed, {survived} survived", flush=True)
            if time.monotonic() > end:
                print("mutate: the time is over")
                pool.shutdown(wait=False, cancel_futures=True)
                break
    share = 100 * killed / max(killed + survived, 1)
    print(f"mutate: seed {options.seed}: {killed} of {killed + survived} killed ({share:.0f} %)")
    return int(share < options.least)


if __name__ == "__main__":
    sys.exit(main())
