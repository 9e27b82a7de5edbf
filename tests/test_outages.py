"""What passes is answered with 503 and one sentence; every answer has the id of its request."""

import errno
import logging

import pytest
from django.db import OperationalError, connection
from django.test import Client

from rulings.models import Document
from rulings_site.outages import AWAY, BUSY, FULL, outage_of


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), FULL),
        (OperationalError("database or disk is full"), FULL),
        (OperationalError("database is locked"), BUSY),
        (OperationalError("connection refused"), AWAY),
        (ValueError("a mistake of ours"), ""),
        (None, ""),
    ],
)
def test_what_passes_is_told_from_our_own_mistakes(error: Exception | None, said: str) -> None:
    assert outage_of(error) == said


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the room of a database is limited by SQLite here")
def test_without_room_a_reader_is_told_so_and_when_to_come_back(lanterns: Document, client: Client) -> None:
    client.raise_request_exception = False
    (pages,) = connection.connection.execute("PRAGMA page_count").fetchone()
    connection.connection.execute(f"PRAGMA max_page_count = {pages}")
    said = {"address": "/lanterns-of-vell/faq/1.3/", "message": "wrong " * 300}
    sent = (client.post("/report/", said, REMOTE_ADDR=f"10.0.0.{number}") for number in range(100))
    try:
        refused = next(answer for answer in sent if answer.status_code != 200)
    finally:
        connection.connection.execute("PRAGMA max_page_count = 1073741823")
    assert refused.status_code == 503
    assert FULL in refused.content.decode()
    assert refused["Retry-After"]


def test_an_answer_and_its_lines_in_the_log_have_one_id(
    lanterns: Document, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="access"):
        answer = client.get("/lanterns-of-vell/")
    (line,) = [one for one in caplog.records if one.name == "access"]
    assert len(answer["X-Request-ID"]) == 16
    assert (line.path, line.status) == ("/lanterns-of-vell/", 200)  # type: ignore[attr-defined]


def test_an_id_of_somebody_else_is_not_taken_over(client: Client, db: None) -> None:
    answer = client.get("/healthz", headers={"x-request-id": "forged-by-a-visitor"})
    assert answer["X-Request-ID"] != "forged-by-a-visitor"
