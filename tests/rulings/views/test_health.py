"""For those who watch the site, and the read-only mode."""

from pathlib import Path

import pytest
from django.test import Client, override_settings

from rulings.models import Document, UnansweredSearch
from rulings.selectors.site import health
from rulings.services import indexing


def test_a_site_that_is_alive_and_ready_says_so(client: Client, lanterns: Document) -> None:
    assert client.get("/healthz").content == b"ok\n"
    indexing.rebuild()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert {name: check["ok"] for name, check in answer.json()["checks"].items()} == {
        "database": True,
        "migrations": True,
        "index": True,
        "disk": True,
    }


def test_a_full_disk_makes_it_unready(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_ROOM", 10**18)
    answer = client.get("/readyz")
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert answer.json()["checks"]["disk"]["ok"] is False


def test_an_index_that_is_behind_is_told_and_no_reason_to_send_people_away(client: Client, lanterns: Document) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert "index" in answer.json()["checks"]


def test_figures_are_for_this_machine_or_by_token(client: Client, lanterns: Document) -> None:
    assert "rulings_in_force " in client.get("/metrics").content.decode()
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 403
    with override_settings(METRICS_TOKEN="s3cret"):  # noqa: S106
        headers = {"Authorization": "Bearer s3cret"}
        assert client.get("/metrics", REMOTE_ADDR="203.0.113.9", headers=headers).status_code == 200
        assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 403


@override_settings(READ_ONLY=True)
def test_a_read_only_site_serves_everything_and_changes_nothing(client: Client, lanterns: Document) -> None:
    assert client.get("/lanterns-of-vell/faq/1.1/").status_code == 200
    assert client.post("/deck-check/", {"deck": "1x Grey Moth"}).status_code == 200
    assert client.post("/report/", {"address": "/", "message": "x"}).status_code == 503
    refused = client.get("/admin/")
    assert (refused.status_code, refused["Retry-After"]) == (503, "600")
    client.get("/search/?q=zzzzqqq")
    client.post("/search/asked-again/", {"q": "zzzz"})
    assert not UnansweredSearch.objects.exists()


def test_the_data_folder_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulings_site import environment

    monkeypatch.setenv("RULINGS_DATA", str(tmp_path / "var"))
    assert environment.data_folder(tmp_path).stat().st_mode & 0o777 == 0o700
