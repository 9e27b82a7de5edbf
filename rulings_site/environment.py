"""Settings read from the environment: each has a default, and a wrong one stops the start with advice."""

import os
import re
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import dj_database_url

TRUE_WORDS = {"1", "true", "yes", "on"}
FALSE_WORDS = {"0", "false", "no", "off", ""}
SHORTEST_SECRET_KEY = 32
# How long PostgreSQL waits for a lock, works on a statement, and keeps an idle transaction open.
POSTGRES_LIMITS = "-c lock_timeout=30s -c statement_timeout=120s -c idle_in_transaction_session_timeout=300s"
# Seconds that a writer waits for another one before it gives up.
SQLITE_BUSY_TIMEOUT = 20


def stop(advice: str) -> NoReturn:
    """End the process with one sentence on standard error and no traceback."""
    raise SystemExit(advice)


def flag(name: str, *, default: str = "") -> bool:
    """Read a yes/no setting, off by default."""
    word = os.environ.get(name, default).strip().lower()
    if word not in TRUE_WORDS | FALSE_WORDS:
        stop(f"{name} is {word!r}: set it to 1 or 0.")
    return word in TRUE_WORDS


def one_of(name: str, choices: tuple[str, ...]) -> str:
    """Read one of several words; the first is the default."""
    word = os.environ.get(name, "").strip().lower() or choices[0]
    if word not in choices:
        stop(f"{name} is {word!r}: set it to {' or '.join(choices)}.")
    return word


def count(name: str, *, default: int) -> int:
    """Read a small number."""
    given = os.environ.get(name, "").strip() or str(default)
    if not given.isdecimal() or len(given) > 2:
        stop(f"{name} is {given!r}: set it to a number from 0 to 99.")
    return int(given)


def names(name: str, *, default: str) -> list[str]:
    """Read a comma-separated list."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def host_names(default: str) -> list[str]:
    """ALLOWED_HOSTS: names without scheme, port or path."""
    hosts = names("ALLOWED_HOSTS", default=default)
    if not hosts or any("/" in host for host in hosts):
        stop("ALLOWED_HOSTS must name at least one host, as in rulings.example,localhost: no scheme, port or path.")
    return hosts


def data_folder(default: Path) -> Path:
    """The folder of database, index and uploads, made if it is missing."""
    folder = Path(os.environ.get("RULINGS_DATA") or default).absolute()
    try:
        # It holds accounts and the secret key: for its owner alone.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        stop(f"RULINGS_DATA: {folder} cannot be made ({error.strerror}): set it to a folder you can write to.")
    if not os.access(folder, os.W_OK):
        stop(f"RULINGS_DATA: {folder} cannot be written to: set it to a folder you can write to.")
    return folder


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or one generated once into the data folder."""
    given = os.environ.get("SECRET_KEY")
    if given is not None:
        if len(given) < SHORTEST_SECRET_KEY:
            stop(
                f"SECRET_KEY is too short: set it to at least {SHORTEST_SECRET_KEY} random characters, "
                "or unset it to have one made."
            )
        return given
    path = folder / "secret-key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_text().strip()
        if len(kept) < SHORTEST_SECRET_KEY:
            stop(f"{path} holds no usable key: delete it to have a new one made, or set SECRET_KEY.")
        return kept
    made = secrets.token_urlsafe(48)
    with os.fdopen(descriptor, "w") as file:
        file.write(made + "\n")
    return made


def database(folder: Path) -> dict[str, Any]:
    """DATABASE_URL as Django wants it; SQLite in the data folder by default."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'rulings.sqlite3'}"
    try:
        config = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    except (dj_database_url.ParseError, dj_database_url.UnknownSchemeError, ValueError):
        stop("DATABASE_URL cannot be read: write it as postgres://user:password@host:5432/name or sqlite:///path.")
    engine = str(config["ENGINE"])
    if engine.endswith("sqlite3"):
        config["OPTIONS"] = {
            # Writers take their turn at BEGIN instead of failing in mid-transaction.
            "transaction_mode": "IMMEDIATE",
            "timeout": SQLITE_BUSY_TIMEOUT,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000;",
        }
    elif engine.endswith("postgresql"):
        # Nothing waits without end; a host that does not answer is given up.
        given: dict[str, Any] = config.get("OPTIONS", {})  # type: ignore[assignment]
        config["OPTIONS"] = {"connect_timeout": 5, "options": POSTGRES_LIMITS, **given}
    else:
        stop("DATABASE_URL names a database that is not supported: use postgres:// or sqlite:///.")
    return config


def search(folder: Path) -> dict[str, Any]:
    """SEARCH_URL as Haystack wants it; a Whoosh index in the data folder by default."""
    url = os.environ.get("SEARCH_URL") or "whoosh:"
    scheme, _, path = url.partition(":")
    if scheme == "opensearch":
        return _cluster(path)
    if scheme not in ("whoosh", "xapian"):
        stop(
            f"SEARCH_URL is {url!r}: set it to whoosh: or xapian:, with a folder behind it if you like, "
            "or to opensearch:http://NODE:9200,http://NODE:9200."
        )
    if scheme == "xapian" and not all(map(find_spec, ("xapian", "xapian_backend"))):
        stop("SEARCH_URL is xapian:, but Xapian is not installed: .venv/bin/pip install -r requirements-xapian.txt")
    try:
        Path(path or folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(f"SEARCH_URL: {path} cannot be made ({error.strerror}): name a folder you can write to, or use whoosh:.")
    default = folder / ("index" if scheme == "whoosh" else "index-xapian")
    return {"ENGINE": f"rulings.search.{scheme}.Engine", "PATH": path or str(default)}


def _cluster(addresses: str) -> dict[str, Any]:
    """The nodes of an OpenSearch cluster, and the name of our indexes there."""
    if not find_spec("opensearchpy"):
        stop(
            "SEARCH_URL is opensearch:, but its client is missing: .venv/bin/pip install -r requirements-opensearch.txt"
        )
    hosts = [address.strip().rstrip("/") for address in addresses.split(",") if address.strip()]
    if not hosts or not all(re.fullmatch(r"https?://[^/\s]+", host) for host in hosts):
        stop("SEARCH_URL names no node that can be reached: write it as opensearch:http://NODE:9200,http://NODE:9200.")
    name = os.environ.get("SEARCH_INDEX") or "rulings"
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,60}", name):
        stop(f"SEARCH_INDEX is {name!r}: use lower-case letters, digits and hyphens, at most 60.")
    return {"ENGINE": "rulings.search.opensearch.Engine", "HOSTS": hosts, "PATH": name}
