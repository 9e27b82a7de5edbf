"""Several processes, one of them killed, on a real database: law 6, and no lost update."""

import gzip
import os
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[3]
# Enough to be killed in the midst of it.
COUNT = 200
# No command takes nearly as long; one that does hangs.
DEADLINE = 120
HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Rules\n"


def faq(edition: str, count: int) -> str:
    sections = (f"#### (1.{n}) Title {n}\nThe text of number {n} in {edition}. See [[1.1]].\n" for n in range(count))
    return HEAD.format(edition) + "".join(sections)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database of the test's own."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'killed.sqlite3'}"
        return
    import psycopg

    url, name = os.environ["DATABASE_URL"], f"killed_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield url.rsplit("/", 1)[0] + f"/{name}"


class Site:
    def __init__(self, folder: Path, database: str) -> None:
        self.environment = {
            **os.environ,
            "RULINGS_DATA": str(folder / "data"),
            "DATABASE_URL": database,
            "DOWNLOADS_AHEAD": "0",
        }
        self.folder = folder

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.Popen(
            command, cwd=ROOT, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def run(self, *arguments: str) -> str:
        process = self.start(*arguments)
        output, errors = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0, errors
        return output

    def kill_at(self, step: str, *arguments: str) -> None:
        """Run a command until it says that it has come to a step."""
        process = self.start(*arguments)
        watch = threading.Timer(DEADLINE, process.terminate)
        watch.start()
        said = []
        for line in process.stderr or ():
            said.append(line)
            if step in line:
                process.kill()
                break
        process.communicate(timeout=DEADLINE)
        watch.cancel()
        assert process.returncode == -signal.SIGKILL, f"it never came to {step!r}: {''.join(said)}"

    def write(self, edition: str, count: int, *, document: str = "FAQ") -> str:
        path = self.folder / f"{document}-{edition}.md"
        path.write_text(faq(edition, count).replace("document: FAQ", f"document: {document}"))
        return str(path)


def test_a_publish_killed_at_any_step_leaves_the_site_as_it_was(tmp_path: Path, database: str) -> None:
    site = Site(tmp_path, database)
    site.run("migrate", "--verbosity", "0")
    site.run("import_document", site.write("1", 20), "--publish", "--yes")
    before = site.run("export", "--edition", "all")
    new = site.write("2", COUNT)
    for step in ("writing", "linking", "committing"):
        site.kill_at(step, "import_document", new, "--publish", "--yes")
        after = site.run("export", "--edition", "all")
        # A kill at the last step may come a moment after the commit; then all of the new edition is there.
        assert after == before or (step == "committing" and after.count('"edition": "2"') == COUNT)
    site.run("import_document", new, "--publish", "--yes")
    assert site.run("export").count('"edition": "2"') == COUNT


def test_two_processes_publish_two_documents_of_one_game(tmp_path: Path, database: str) -> None:
    site = Site(tmp_path, database)
    site.run("migrate", "--verbosity", "0")
    cards = "# Errata {errata}\n" + "".join(f"#### Card {n} (Box {n})\nCosts 1.\n" for n in range(60))
    processes = []
    for document in ("One", "Two"):
        path = Path(site.write("1", 60, document=document))
        path.write_text(path.read_text() + cards)
        processes.append(site.start("import_document", str(path), "--publish", "--yes"))
    for process in processes:
        _, errors = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0, errors
    exported = site.run("export")
    assert exported.count('"type": "card"') == 60
    assert exported.count('"kind": "clarification"') == 120


@pytest.mark.parametrize("known", [False, True])
def test_two_processes_publish_the_same_file_once(tmp_path: Path, database: str, known: bool) -> None:
    site = Site(tmp_path, database)
    site.run("migrate", "--verbosity", "0")
    path = site.write("1", 200)
    if known:
        site.run("import_document", path, "--yes")
    processes = [site.start("import_document", path, "--publish", "--yes") for _ in range(2)]
    outputs = [process.communicate(timeout=DEADLINE) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outputs
    assert sorted("already published" in output for output, _ in outputs) == [False, True]


def test_a_publication_builds_the_files_to_download(tmp_path: Path, database: str) -> None:
    site = Site(tmp_path, database)
    site.environment["DOWNLOADS_AHEAD"] = "1"
    site.run("migrate", "--verbosity", "0")
    site.run("import_document", site.write("1", 20), "--publish", "--yes")
    (built,) = (tmp_path / "data" / "downloads").glob("*/rulings.jsonl.gz")
    assert gzip.decompress(built.read_bytes()).decode() == site.run("export")
