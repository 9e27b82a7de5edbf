"""What stands between the server and Django."""

import io
import threading
from collections.abc import Iterable
from typing import Any

import pytest

from rulings_site import gate
from rulings_site.gate import Gate, Throttle


def asked(path: str, body: bytes = b"", **more: Any) -> dict[str, Any]:
    length = {"CONTENT_LENGTH": str(len(body))} if body else {}
    method = "POST" if body else "GET"
    return {"PATH_INFO": path, "REQUEST_METHOD": method, "wsgi.input": io.BytesIO(body), "QUERY_STRING": "",
            "REMOTE_ADDR": "203.0.113.9", **length, **more}  # fmt: skip


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [environ["wsgi.input"].read()]


def answer(one: Gate, environ: dict[str, Any]) -> tuple[str, bytes]:
    said: list[str] = []
    body = b"".join(one(environ, lambda status, headers: said.append(status)))
    return said[0], body


def test_a_body_reaches_the_site_as_it_was_sent() -> None:
    assert answer(Gate(echo), asked("/report/", b"x" * 300_000)) == ("200 OK", b"x" * 300_000)


def test_a_body_without_a_length_is_limited_too() -> None:
    chunked = asked("/report/", b"x" * (gate.MOST + 1), HTTP_TRANSFER_ENCODING="chunked")
    del chunked["CONTENT_LENGTH"]
    assert answer(Gate(echo), chunked)[0].startswith("413")


def test_a_client_that_hangs_up_is_not_answered_with_half_of_its_words() -> None:
    assert answer(Gate(echo), asked("/report/", b"half", CONTENT_LENGTH="8"))[0].startswith("408")


def test_expensive_work_does_not_take_the_threads_of_pages() -> None:
    release = threading.Event()

    def slow_decks(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/deck-check/":
            release.wait(30)
        return echo(environ, start_response)

    one = Gate(slow_decks)
    decks = [
        threading.Thread(target=answer, args=(one, asked("/deck-check/", b"deck"))) for _ in range(gate.MOST_WAITING)
    ]
    for deck in decks:
        deck.start()
    while one.places._value:  # type: ignore[attr-defined]
        pass
    assert answer(one, asked("/"))[0] == "200 OK"
    assert answer(one, asked("/deck-check/", b"deck"))[0].startswith("503")
    release.set()
    for deck in decks:
        deck.join()
    assert answer(one, asked("/deck-check/", b"deck"))[0] == "200 OK"


@pytest.mark.parametrize(
    ("environ", "is_expensive"),
    [
        (asked("/deck-check/", b"x"), True),
        (asked("/deck-check/"), False),
        (asked("/call-of-cthulhu/faq/compare/3.1...3.2/"), True),
        (asked("/search/", QUERY_STRING="q=%22you+may%22"), True),
        (asked("/search/", QUERY_STRING="q=you+may"), False),
        (asked("/admin/login/", b"x"), True),
    ],
)
def test_what_is_expensive(environ: dict[str, Any], is_expensive: bool) -> None:
    assert Gate._is_expensive(environ) is is_expensive


def test_somebody_who_asks_too_often_waits_and_others_do_not() -> None:
    throttle = Throttle(rate=2, burst=3)
    assert [throttle.wait_for("203.0.113.1", now=0) for _ in range(5)] == [0, 0, 0, 1, 1]
    assert throttle.wait_for("203.0.113.2", now=0) == 0
    assert throttle.wait_for("203.0.113.1", now=2) == 0
    assert not any(throttle.wait_for("127.0.0.1", now=0) for _ in range(50))


def test_health_is_never_throttled() -> None:
    one = Gate(echo)
    one.throttle = Throttle(rate=0.001, burst=1)
    assert answer(one, asked("/"))[0] == "200 OK"
    assert answer(one, asked("/"))[0].startswith("429")
    assert answer(one, asked("/healthz"))[0] == "200 OK"


def test_a_request_that_comes_while_the_server_goes_down_is_still_answered() -> None:
    gate = Gate(lambda environ, start_response: [b"still here"])
    gate.workers.shutdown()
    answer = gate({"PATH_INFO": "/", "REMOTE_ADDR": "127.0.0.1"}, lambda status, headers: None)
    assert b"".join(answer) == b"still here"
