"""Extraction in a process of its own, so that no document takes more time or memory than it may, or stops the site."""

import json
import logging
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

from importers.extraction.layout import Layout, from_data, to_data
from importers.sources import UnreadableSourceError

logger = logging.getLogger(__name__)

# Of processor time and of the clock, in seconds; and of memory, in bytes.
MOST_SECONDS, LONGEST_WAIT = 60, 120
MOST_MEMORY = 1536 * 1024**2
ROOT = Path(__file__).resolve().parents[2]


def extract_limited(medium: str, data: bytes, *, name: str) -> Layout:
    """The layout of a file; raises UnreadableSourceError with what to do."""
    command = [sys.executable, "-m", "importers.extraction.limiting", medium, name]
    try:
        done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, timeout=LONGEST_WAIT, check=False)  # noqa: S603
        if done.returncode > 0 and b"MemoryError" not in done.stderr:
            logger.error("Reading %s failed: %s", name, done.stderr.decode(errors="replace")[-2000:])
            raise UnreadableSourceError(
                f"{name} breaks our reader; the log says where. Save it again, or as another kind."
            )
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        raise UnreadableSourceError(
            f"{name} cannot be read within {MOST_SECONDS} seconds and {MOST_MEMORY // 1024**2:,} MB: "
            "print it to a new PDF, or split it, and import that."
        ) from None
    if "refused" in answer:
        raise UnreadableSourceError(answer["refused"])
    return from_data(answer)


def render_limited(data: bytes, number: int, *, scale: float) -> bytes | None:
    """A picture of a page of a PDF, as PNG; none if it cannot be made within the limits."""
    command = [sys.executable, "-m", "importers.extraction.limiting", "page", str(number), str(scale)]
    try:
        done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, timeout=LONGEST_WAIT, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 and done.stdout else None


def main(medium: str, *arguments: str) -> None:
    """Read a file from standard input, and write its layout, or a picture of one of its pages."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    data = sys.stdin.buffer.read()
    if medium == "page":
        from importers.extraction.pdf import render_page

        number, scale = arguments
        sys.stdout.buffer.write(render_page(data, int(number), scale=float(scale)))
    else:
        sys.stdout.write(json.dumps(_extracted(medium, data, name=arguments[0])))


def _extracted(medium: str, data: bytes, *, name: str) -> dict[str, Any]:
    try:
        if medium == "pdf":
            from importers.extraction.pdf import extract_pdf

            return to_data(extract_pdf(data, name=name))
        from importers.extraction.html import extract_html
        from importers.extraction.text import page_of_markdown

        text = data.decode()
        return to_data(extract_html(page_of_markdown(text) if medium == "markdown" else text, name=name))
    except UnreadableSourceError as error:
        return {"refused": str(error)}


if __name__ == "__main__":
    main(*sys.argv[1:])
