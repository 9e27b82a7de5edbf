"""Backups: taken while the site runs, verified, and restored as a new history. On SQLite and PostgreSQL."""

import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FAQ = "---\ngame: Vell\ndocument: FAQ\nedition: {0}\nauthority: official\n---\n# Rules\n#### (1.1) Oil\nMark {0}.\n"
Manage = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """The address of a database of its own, of the kind that the tests run on."""
    address = os.environ.get("DATABASE_URL", "")
    if not address.startswith("postgres"):
        yield f"sqlite:///{tmp_path / 'site.sqlite3'}"
        return
    import psycopg

    name = f"backup_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield f"{address.rpartition('/')[0]}/{name}"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def manage(tmp_path: Path, database: str) -> Manage:
    (tmp_path / "data").mkdir()
    environment = {**os.environ, "RULINGS_DATA": str(tmp_path / "data"), "DATABASE_URL": database, "SEMANTIC": "off"}
    environment["DOWNLOADS_AHEAD"] = "0"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)

    assert run("migrate", "--verbosity", "0").returncode == 0
    return run


def publish(manage: Manage, folder: Path, label: str) -> None:
    path = folder / f"faq-{label}.md"
    path.write_text(FAQ.format(label), encoding="utf-8")
    done = manage("import_document", str(path), "--publish", "--yes")
    assert done.returncode == 0, done.stderr


def exported(manage: Manage) -> str:
    return manage("export", "--edition", "all").stdout


def identity(manage: Manage) -> str:
    asked = "from rulings.models import SiteState; print(SiteState.objects.get().identity)"
    return manage("shell", "--no-imports", "-c", asked).stdout.strip()


def test_a_backup_restores_what_was_there_as_a_new_history(manage: Manage, tmp_path: Path) -> None:
    publish(manage, tmp_path, "1")
    before, was = exported(manage), identity(manage)
    done = manage("backup", str(tmp_path / "site.backup"))
    assert done.returncode == 0, done.stderr
    publish(manage, tmp_path, "2")
    assert exported(manage) != before
    restored = manage("restore", str(tmp_path / "site.backup"), "--yes")
    assert restored.returncode == 0, restored.stderr
    assert exported(manage) == before
    assert identity(manage) != was
    asked = "from rulings.selectors.search import search_records; print(search_records('Mark', limit=5))"
    assert "'index': 'ready'" in (found := manage("shell", "--no-imports", "-c", asked).stdout)
    assert "'total': 1," in found


def test_a_backup_taken_while_editions_are_published_is_one_moment(manage: Manage, tmp_path: Path) -> None:
    publish(manage, tmp_path, "1")
    writing = threading.Thread(target=lambda: [publish(manage, tmp_path, label) for label in ("2", "3")])
    writing.start()
    assert manage("backup", str(tmp_path / "site.backup")).returncode == 0
    writing.join()
    assert manage("restore", str(tmp_path / "site.backup"), "--yes").returncode == 0
    rulings = [json.loads(line) for line in exported(manage).splitlines()]
    labels = {one["edition"] for one in rulings if one["type"] == "ruling"}
    assert labels in ({"1"}, {"1", "2"}, {"1", "2", "3"})
    assert manage("rebuild_read_model").returncode == 0
    assert [json.loads(line) for line in exported(manage).splitlines()] == rulings


def _without_a_byte(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-2000])


def _scratched(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[1207] ^= 0x55
    path.write_bytes(content)


def _with_another_database(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        contents = archive.read("backup.json")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("backup.json", contents)
        archive.writestr("database", b"something else")


def _newer(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        contents, packed = json.loads(archive.read("backup.json")), archive.read("database")
    contents["migrations"].append("rulings.9999_tomorrow")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("backup.json", json.dumps(contents))
        archive.writestr("database", packed)


def test_what_is_broken_or_newer_is_refused_and_changes_nothing(manage: Manage, tmp_path: Path) -> None:
    publish(manage, tmp_path, "1")
    path = tmp_path / "site.backup"
    before = exported(manage)
    refused = {
        _without_a_byte: "damaged",
        _with_another_database: "damaged",
        _scratched: "damaged",
        _newer: "newer release",
    }
    for damage, said in refused.items():
        assert manage("backup", str(path)).returncode == 0
        damage(path)
        done = manage("restore", str(path), "--yes")
        assert done.returncode == 1
        assert "Nothing was changed." in done.stderr
        assert said in done.stderr
    (tmp_path / "no.backup").write_text("hello")
    assert "not a backup" in manage("restore", str(tmp_path / "no.backup"), "--yes").stderr
    assert exported(manage) == before
