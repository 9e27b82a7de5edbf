"""Clients that send or read slowly, or too much, at the real server: nobody else waits for them."""

import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser

HALF_A_BODY = (
    b"POST /deck-check/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 500\r\n\r\ndeck=abc"
)
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: loc"
READS_NOTHING = b"GET /downloads/rulings-archive.zip HTTP/1.1\r\nHost: localhost\r\n\r\n"
# Less than it takes until a slow client is given up.
BEFORE_THEY_ARE_GIVEN_UP = 15


@pytest.fixture
def slow(site: Site) -> Iterator[list[socket.socket]]:
    """Forty clients of each kind, who hold what they have."""
    where = urlsplit(site.address)
    with ExitStack() as stack:
        held = []
        for sent in (HALF_A_BODY, HALF_A_HEAD, b"", READS_NOTHING):
            for _ in range(40):
                one = stack.enter_context(socket.create_connection((where.hostname, where.port)))
                one.sendall(sent)
                held.append(one)
        yield held


def test_pages_are_served_while_others_are_slow(site: Site, slow: list[socket.socket]) -> None:
    for _ in range(5):
        with urllib.request.urlopen(f"{site.address}/", timeout=BEFORE_THEY_ARE_GIVEN_UP) as answer:  # noqa: S310
            assert answer.status == 200
    # Half a request was not answered meanwhile.
    slow[0].setblocking(False)
    with pytest.raises(BlockingIOError):
        slow[0].recv(1)


@pytest.mark.parametrize("path", ["/report/", "/admin/rulings/edition/new/", "/api/v1/decks/check"])
def test_what_is_too_large_is_refused_before_it_is_read(site: Site, path: str) -> None:
    where = urlsplit(site.address)
    with socket.create_connection((where.hostname, where.port), timeout=BEFORE_THEY_ARE_GIVEN_UP) as client:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid=forged\r\nContent-Length: 5000000\r\n\r\n"
        client.sendall(head.encode())
        assert client.recv(100).startswith(b"HTTP/1.1 413")
