"""Reading and proposing within limits of time and memory: what is long is read in a process of its own."""

import logging
import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from importers.extraction.limiting import LONGEST_WAIT, MOST_MEMORY, MOST_SECONDS, ROOT
from importers.facts import Facts
from importers.formats import UnidentifiedError
from importers.proposing import propose
from importers.reading import Reading, read_source
from importers.recipes import Recipe
from importers.sources import SourceText, UnreadableSourceError

logger = logging.getLogger(__name__)

# A text with fewer letters is read at once: a process of its own would take longer than the reading.
SHORT = 400_000


def read_within_limits(source: SourceText, **options: Any) -> Reading:
    """`read_source`; raises UnreadableSourceError where that takes more time or memory than it may."""
    if len(source.text) < SHORT:
        return read_source(source, **options)
    found: Reading = _in_a_child(read_source, source, options)
    return found


def propose_within_limits(source: SourceText, facts: Facts) -> Recipe:
    """`propose`, within the same limits."""
    if len(source.text) < SHORT:
        return propose(source, facts)
    found: Recipe = _in_a_child(propose, source, {"facts": facts})
    return found


def _in_a_child(work: Callable[..., Any], source: SourceText, options: dict[str, Any]) -> Any:
    command = [sys.executable, "-m", "importers.limited"]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            input=pickle.dumps((work, source, options)),
            capture_output=True,
            cwd=ROOT,
            timeout=LONGEST_WAIT,
            check=False,
        )
        # Nobody but our own child has written it.
        answer = pickle.loads(done.stdout) if done.returncode == 0 else None  # noqa: S301
    except subprocess.TimeoutExpired:
        answer = None
    if isinstance(answer, UnidentifiedError | UnreadableSourceError):
        raise answer
    if answer is None:
        logger.error("Reading %s went beyond the limits.", source.name)
        raise UnreadableSourceError(
            f"{source.name} holds {len(source.text):,} letters, and cannot be read within {MOST_SECONDS} seconds and "
            f"{MOST_MEMORY // 1024**2:,} MB: import only the part that has rulings, or split it."
        )
    return answer


def main() -> None:
    """Do what standard input asks for, and write what came of it to standard output."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    work, source, options = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own parent has written it
    try:
        answer: Any = work(source, **options)
    except (UnidentifiedError, UnreadableSourceError) as error:
        answer = error
    pickle.dump(answer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
