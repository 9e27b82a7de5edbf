"""An index in a folder: damaged files, and several writers."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.test import Client

from rulings.models import Document
from rulings.search.engine import IndexUnavailableError, engine
from rulings.services import indexing
from rulings.services.upkeep import Keeper


@pytest.mark.parametrize("damage", ["broken", "cut short", "without words"])
def test_without_its_index_the_site_still_serves_and_says_so(
    client: Client, indexed: Document, search_index: Path, damage: str
) -> None:
    files = [path for path in search_index.rglob("*") if path.is_file() and path.name != "lock"]
    for path in files:
        if damage == "broken":
            path.write_bytes(b"nonsense")
        elif damage == "cut short" and path.suffix not in (".json", ""):
            os.truncate(path, path.stat().st_size // 3)
        elif damage == "without words" and path.name == "words.json":
            path.write_text("[1, 2")
    assert not indexing.is_ready()
    page = client.get(f"/search/?q=snuffed+shaded+{quote(damage)}").content.decode()
    # What can be read from the index itself is made again.
    assert "The search index is missing or broken" in page or damage == "cut short"
    assert "Shading" in page
    assert client.get("/lanterns-of-vell/faq/").status_code == 200
    assert client.get("/lanterns-of-vell/faq/1.3/").status_code == 200
    call_command("rebuild_index", verbosity=0)
    assert "The search index is missing" not in client.get("/search/?q=shaded+lanterns").content.decode()


def test_a_damaged_file_of_the_index_is_noticed_and_replaced(indexed: Document, search_index: Path) -> None:
    keeper = Keeper()
    keeper.look()
    (names,) = search_index.rglob("names.npz")
    names.write_bytes(names.read_bytes()[:100])
    assert not engine().is_readable()
    keeper.look()
    assert indexing.is_ready()


def test_another_process_writing_is_waited_for_but_not_for_ever(
    indexed: Document, search_index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulings.search.folders.LOCK_TIMEOUT", 0.3)
    holder = (
        "import sys, time; from filelock import FileLock; lock = FileLock(sys.argv[1]); lock.acquire(); "
        "print('held', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", holder, str(search_index / "lock")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(IndexUnavailableError, match="another process"), engine().locked():
            pass
    finally:
        process.kill()
        process.wait()
    with engine().locked():
        pass
