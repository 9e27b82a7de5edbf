"""Extraction in a process of its own, so that no document takes more time or memory than it may, or stops the site."""

import json
import resource
import subprocess
import sys
from pathlib import Path

from importers.extraction.layout import Layout, from_data, to_data
from importers.sources import UnreadableSourceError

# Of processor time and of the clock, in seconds; and of memory, in bytes.
MOST_SECONDS, LONGEST_WAIT = 60, 120
MOST_MEMORY = 1536 * 1024**2
ROOT = Path(__file__).resolve().parents[2]


def extract_limited(medium: str, data: bytes, *, name: str) -> Layout:
    """The layout of a file; raises UnreadableSourceError with what to do."""
    command = [sys.executable, "-m", "importers.extraction.limiting", medium, name]
    try:
        done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, timeout=LONGEST_WAIT, check=False)  # noqa: S603
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        raise UnreadableSourceError(
            f"{name} cannot be read within {MOST_SECONDS} seconds and {MOST_MEMORY // 1024**2:,} MB: "
            "print it to a new PDF, or split it, and import that."
        ) from None
    if "refused" in answer:
        raise UnreadableSourceError(answer["refused"])
    return from_data(answer)


def main(medium: str, name: str) -> None:
    """Read a file from standard input, and write its layout."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    data = sys.stdin.buffer.read()
    try:
        if medium == "pdf":
            from importers.extraction.pdf import extract_pdf

            answer = to_data(extract_pdf(data, name=name))
        else:
            from importers.extraction.html import extract_html

            answer = to_data(extract_html(data.decode(), name=name))
    except UnreadableSourceError as error:
        answer = {"refused": str(error)}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
