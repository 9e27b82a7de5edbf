"""What the benchmarks share: a clock, and a line at a time on standard output."""

import sys
import time
from collections.abc import Callable
from typing import Any


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """How many seconds an action takes, and what it returns."""
    started = time.perf_counter()
    result = action()
    return time.perf_counter() - started, result


def write(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
