"""Long work with its progress: the steps are shown while they happen, with or without scripts."""

import logging
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Thread

from django.db import connection
from django.http import StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from rulings.services.state import Progress

logger = logging.getLogger(__name__)

# What the work says at its end: a sentence, and the address to go on to.
Outcome = tuple[str, str]


def streamed(title: str, work: Callable[[Progress], Outcome]) -> StreamingHttpResponse:
    """Do a long piece of work and show its steps; it goes on even if nobody watches any more."""
    steps: Queue[str | Outcome] = Queue()

    def run() -> None:
        try:
            steps.put(work(steps.put))
        except Exception:
            logger.exception("%s failed.", title)
            steps.put(("It failed, and nothing was changed. The log of the server says why.", reverse("admin:index")))
        finally:
            connection.close()

    Thread(target=run).start()
    response = StreamingHttpResponse(_pages(title, steps), content_type="text/html; charset=utf-8")
    # A compressed stream would arrive all at once, at its end.
    response["Content-Encoding"] = "identity"
    return response


def _pages(title: str, steps: "Queue[str | Outcome]") -> Iterator[str]:
    yield render_to_string("admin/progress_head.html", {"title": title})
    while isinstance(step := steps.get(), str):
        yield render_to_string("admin/progress_step.html", {"step": step})
    sentence, address = step
    yield render_to_string("admin/progress_end.html", {"sentence": sentence, "address": address})
