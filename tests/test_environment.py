"""Settings: safe by default, and a wrong one stops the start with one sentence."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PRAGMAS = """
import django; django.setup()
from django.db import connection
with connection.cursor() as cursor:
    print(*(cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "busy_timeout")))
"""
SHOW = """
import json, django; from django.conf import settings as s; django.setup()
database = s.DATABASES["default"]
print(json.dumps([s.DEBUG, s.SECRET_KEY, s.ALLOWED_HOSTS, database["ENGINE"], str(database["NAME"])]))
"""


def start(folder: Path, script: str = SHOW, **environment: str) -> "subprocess.CompletedProcess[str]":
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    variables = {**inherited, "RULINGS_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "rulings_site.settings"}
    return subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={**variables, **environment}, capture_output=True, text=True
    )


def test_the_defaults_just_work_and_are_safe(tmp_path: Path) -> None:
    debug, key, hosts, engine, name = json.loads(start(tmp_path).stdout)
    assert debug is False
    assert len(key) >= 50
    assert hosts == ["localhost", "127.0.0.1", "[::1]"]
    assert (engine, name) == ("django.db.backends.sqlite3", str(tmp_path / "rulings.sqlite3"))


def test_readers_of_sqlite_do_not_wait_and_writers_wait_their_turn(tmp_path: Path) -> None:
    assert start(tmp_path, PRAGMAS).stdout.split() == ["wal", "20000"]


def test_the_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first, second = (json.loads(start(tmp_path).stdout)[1] for _ in range(2))
    assert first == second
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_behind_https_django_has_nothing_to_warn_of(tmp_path: Path) -> None:
    environment = {"HTTPS": "1", "ALLOWED_HOSTS": "rulings.example"}
    script = "from django.core.management import execute_from_command_line as run; run(['', 'check', '--deploy'])"
    assert "no issues" in start(tmp_path, script, **environment).stdout


@pytest.mark.parametrize(
    ("environment", "advice"),
    [
        ({"DEBUG": "perhaps"}, "DEBUG is 'perhaps': set it to 1 or 0."),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"ALLOWED_HOSTS": "http://rulings.example"}, "ALLOWED_HOSTS must name at least one host"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS must name at least one host"),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL cannot be read"),
        ({"DATABASE_URL": "mysql://x/y"}, "use postgres:// or sqlite:///"),
        ({"PROXIES": "some"}, "PROXIES is 'some': set it to a number from 0 to 99."),
        ({"SEARCH_URL": "google:"}, "SEARCH_URL is 'google:': set it to whoosh:"),
        ({"SEARCH_URL": "whoosh:/dev/null/x"}, "SEARCH_URL: /dev/null/x cannot be made"),
        ({"RULINGS_DATA": "/dev/null/x"}, "set it to a folder you can write to"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_one_sentence(
    tmp_path: Path, environment: dict[str, str], advice: str
) -> None:
    result = start(tmp_path, **environment)
    assert result.returncode != 0
    assert advice in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_an_unreachable_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    environment = {**os.environ, "RULINGS_DATA": str(tmp_path), "DATABASE_URL": "postgres://x@127.0.0.1:1/none"}
    # Without a key of its own, a shared database is warned of as well.
    environment["SECRET_KEY"] = "k" * 40
    result = subprocess.run(
        [sys.executable, "manage.py", "migrate"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert result.returncode != 0
    assert "Check DATABASE_URL" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
