"""The abuser: what one client without an account can do to a site, all of it at once."""

import random
import socket
import threading
import time
from contextlib import suppress

HALF_A_BODY = b"POST /deck-check/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\ndeck=abc"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: loc"
HELD = 5
DECK = "%0A".join(f"3x+Card+{number}" for number in range(600))


class Abuser(threading.Thread):
    """Does one bad thing after the other."""

    def __init__(self, port: int, *, seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.chance = port, random.Random(seed)
        self.is_over = threading.Event()
        self.done: dict[str, int] = {}
        # Answers that say that the fault is the site's.
        self.faults: list[str] = []

    def run(self) -> None:
        while not self.is_over.is_set():
            deed = self.chance.choice([self.hold, self.upload, self.quote, self.decks, self.login])
            with suppress(OSError):
                deed()
            self.done[deed.__name__] = self.done.get(deed.__name__, 0) + 1

    def hold(self) -> None:
        """Ten requests that never end."""
        held = [self._open() for _ in range(10)]
        for number, one in enumerate(held):
            one.sendall(HALF_A_BODY if number % 2 else HALF_A_HEAD)
        self.is_over.wait(HELD)
        for one in held:
            one.close()

    def upload(self) -> None:
        """More than is read, to an address that takes nothing."""
        head = b"POST /torture/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5000000\r\n\r\n"
        self._send(head + b"x" * 5_000_000, "upload")

    def quote(self) -> None:
        """A phrase of words that are everywhere."""
        asked = b"GET /search/?q=%22of+this+section+burns+as%22+%22and+never+longer%22"
        self._send(asked + b"&x=%d HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % time.time_ns(), "quote")

    def decks(self) -> None:
        """A deck of six hundred lines."""
        self._post("/deck-check/", f"deck={DECK}", "deck")

    def login(self) -> None:
        """A password that is a guess."""
        self._post("/admin/login/", f"username=guess{self.chance.randrange(99)}&password=guess", "login")

    def _post(self, path: str, body: str, what: str) -> None:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._send(f"{head}{body}".encode(), what)

    def _send(self, request: bytes, what: str) -> None:
        with self._open() as asking:
            with suppress(OSError):
                asking.sendall(request)
            answer = b""
            while piece := asking.recv(65536):
                answer = answer or piece
            status = answer[9:12]
            if status.startswith(b"5") and not (status == b"503" and b"retry-after" in answer.lower()):
                self.faults.append(f"{what}: {answer[:60]!r}")

    def _open(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)
