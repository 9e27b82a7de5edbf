"""The files that visitors can download: never built while they wait, and nothing else can be opened."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from rulings.models import Edition, SiteState
from rulings.services import downloads
from rulings.services.upkeep import Keeper

Publish = Callable[[Path | str], Edition]
GAME = "/downloads/lanterns-of-vell.jsonl.gz"


def test_every_download_that_is_listed_can_be_opened(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    downloads.build()
    names = [one.name for one in downloads.downloads()]
    assert any("lanterns-of-vell" in name for name in names)
    for name in names:
        file = downloads.open_download(name)
        assert file is not None
        with file:
            assert file.read(1)


@pytest.mark.parametrize("name", ["../rulings.sqlite3", "nothing.zip", "", ".", "a/b", "\x00.gz"])
def test_nothing_else_can_be_opened(publish: Publish, documents: Path, name: str) -> None:
    publish(documents / "lanterns-1.0.md")
    downloads.build()
    assert downloads.open_download(name) is None


def test_while_the_first_files_are_made_a_visitor_is_told_when_to_come_back(
    client: Client, publish: Publish, documents: Path
) -> None:
    publish(documents / "lanterns-1.0.md")
    answer = client.get(GAME)
    assert (answer.status_code, answer["Retry-After"]) == (503, "20")
    assert "are being made" in client.get("/downloads/").content.decode()
    Keeper().look()
    assert client.get(GAME).status_code == 200


def test_until_newer_files_are_made_the_last_ones_are_served_and_it_is_said(
    client: Client, publish: Publish, documents: Path
) -> None:
    publish(documents / "lanterns-1.0.md")
    downloads.build()
    publish(documents / "lanterns-1.1.md")
    old = client.get(GAME)
    body = b"".join(old.streaming_content)
    assert b'"edition": "1.0"' in gzip.decompress(body)
    assert "Something has changed since" in client.get("/downloads/").content.decode()
    Keeper().look()
    new = client.get(GAME, headers={"if-none-match": old["ETag"]})
    assert new.status_code == 200
    assert b'"edition": "1.1"' in gzip.decompress(b"".join(new.streaming_content))


def test_files_of_another_history_of_the_site_are_not_served(client: Client, publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    downloads.build()
    SiteState.objects.update(identity="restored", recent=[])
    assert client.get(GAME).status_code == 503


def test_files_made_twice_are_the_same(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    first = {path.name: path.read_bytes() for path in downloads.build().iterdir()}
    for path in downloads.build().iterdir():
        path.unlink()
    downloads.build().rmdir()
    assert {path.name: path.read_bytes() for path in downloads.build().iterdir()} == first
