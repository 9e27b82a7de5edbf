"""What stands between the server and Django: slow clients wait here, and nobody can have all the workers.

A request is read as a whole by a thread of the server, of which there are many, and only then answered by one of a few
threads that do the work. So a client that sends or reads slowly costs a thread that sleeps. Expensive work has a
thread of its own, with a short queue.
"""

import re
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib import import_module
from threading import BoundedSemaphore, Lock
from typing import IO, Any

from django.conf import settings

from rulings_site.proxies import address_in

Environ = dict[str, Any]
Application = Callable[..., Iterable[bytes]]
StartResponse = Callable[..., Any]

# In bytes: what anybody may send, and what editors may.
MOST, MOST_AT_THE_DESK = 1_000_000, 55_000_000
IN_MEMORY = 200_000
CHUNK = 65_536
# So many requests for expensive work wait; more are told to come back.
MOST_WAITING = 12
# What costs more than a page: decks, passwords, quoted searches, comparisons.
EXPENSIVE = re.compile(r"^/(?:deck-check/|api/v1/decks/|admin/login/|[^/]+/[^/]+/compare/)")
QUOTED = re.compile(r"(?:^|&)q=[^&]*(?:%22|\")")
# These are answered whatever happens.
ALWAYS = re.compile(r"^/(?:healthz|readyz|metrics|static/)")
MOST_ADDRESSES = 10_000


class TooLargeError(Exception):
    """More was sent than is read."""


@dataclass
class Throttle:
    """How often an address may ask: `rate` a second, and `burst` at once."""

    rate: float
    burst: float
    _kept: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def wait_for(self, address: str, *, now: float | None = None) -> int:
        """How many seconds an address has to wait; none if it may go on."""
        if not self.rate or address.startswith("127.") or address in ("::1", ""):
            return 0
        now = time.monotonic() if now is None else now
        with self._lock:
            left, then = self._kept.pop(address, (self.burst, now))
            left = min(self.burst, left + (now - then) * self.rate)
            self._kept[address] = (left - 1 if left >= 1 else left, now)
            while len(self._kept) > MOST_ADDRESSES:
                self._kept.popitem(last=False)
        return 0 if left >= 1 else max(1, round((1 - left) / self.rate))


class Gate:
    """A WSGI application in front of another one."""

    def __init__(self, application: Application, *, working: int = 2) -> None:
        self.application = application
        self.workers = ThreadPoolExecutor(working, thread_name_prefix="working")
        self.expensive = ThreadPoolExecutor(1, thread_name_prefix="expensive")
        self.places = BoundedSemaphore(MOST_WAITING)
        self.throttle = Throttle(settings.THROTTLE, settings.THROTTLE * 10)

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if not ALWAYS.match(path) and (wait := self.throttle.wait_for(address_in(environ))):
            return _refuse(start_response, HTTPStatus.TOO_MANY_REQUESTS, "You ask too often.", wait)
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                self._read_body(environ, body)
            except TooLargeError:
                advice = "This is more than is read here."
                return _refuse(start_response, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, advice)
            except (OSError, ValueError):
                return _refuse(start_response, HTTPStatus.REQUEST_TIMEOUT, "The request did not arrive as a whole.")
            return self._answer(environ, start_response)

    def _answer(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if not self._is_expensive(environ):
            return self._done_by(self.workers, environ, start_response)
        if not self.places.acquire(blocking=False):
            return _refuse(start_response, HTTPStatus.SERVICE_UNAVAILABLE, "Too much is being asked at once.", 5)
        try:
            return self._done_by(self.expensive, environ, start_response)
        finally:
            self.places.release()

    def _done_by(self, pool: ThreadPoolExecutor, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        try:
            done = pool.submit(self._work, environ, start_response)
        except RuntimeError:
            # The server is going down, and takes on no new work: this thread still has its own to do.
            return self._work(environ, start_response)
        return done.result()

    def _work(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """An answer, made as a whole where it is not a file."""
        answer = self.application(environ, start_response)
        if getattr(answer, "streaming", False) or hasattr(answer, "filelike"):
            # A file is read while it is sent.
            return answer
        try:
            body = b"".join(answer)
            return [] if environ.get("REQUEST_METHOD") == "HEAD" else [body]
        finally:
            if hasattr(answer, "close"):
                answer.close()

    def _read_body(self, environ: Environ, body: IO[bytes]) -> None:
        """Read what was sent, within the limit, before anything works on it."""
        length = environ.get("CONTENT_LENGTH") or ""
        is_chunked = "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower()
        if not is_chunked and length in ("", "0"):
            return
        most = MOST
        is_large = is_chunked or int(length) > MOST
        if is_large and environ["PATH_INFO"].startswith("/admin/") and self._is_signed_in(environ):
            most = MOST_AT_THE_DESK
        if not is_chunked and int(length) > most:
            raise TooLargeError
        count, wanted = 0, int(length) if not is_chunked else most + 1
        while count < wanted and (chunk := environ["wsgi.input"].read(min(CHUNK, wanted - count))):
            body.write(chunk)
            count += len(chunk)
        if count > most:
            raise TooLargeError
        if not is_chunked and count < wanted:
            raise ValueError("The client hung up.")
        body.seek(0)
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = body, str(count)
        environ.pop("HTTP_TRANSFER_ENCODING", None)

    def _is_signed_in(self, environ: Environ) -> bool:
        found = re.search(rf"(?:^|;\s*){re.escape(settings.SESSION_COOKIE_NAME)}=(\w+)", environ.get("HTTP_COOKIE", ""))
        store = import_module(settings.SESSION_ENGINE).SessionStore
        return found is not None and self.workers.submit(lambda: "_auth_user_id" in store(found[1])).result()

    @staticmethod
    def _is_expensive(environ: Environ) -> bool:
        path, asked = environ.get("PATH_INFO", ""), environ.get("QUERY_STRING", "")
        is_made = environ.get("REQUEST_METHOD") == "POST" or "/compare/" in path
        return bool((is_made and EXPENSIVE.match(path)) or ("search" in path and QUOTED.search(asked)))


def _refuse(start_response: StartResponse, status: HTTPStatus, advice: str, wait: int = 0) -> Iterable[bytes]:
    """A short answer that no work was done for."""
    when = f"in {wait} second{'' if wait == 1 else 's'}" if wait else "with less"
    text = f"{advice} Try again {when}.\n".encode()
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(text)))]
    headers += [("Cache-Control", "no-store"), *([("Retry-After", str(wait))] if wait else [("Connection", "close")])]
    start_response(f"{status.value} {status.phrase}", headers)
    return [text]
