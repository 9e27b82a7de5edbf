"""The running site, started by bin/serve, and a real browser."""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
READY_WITHIN = 240
# Milliseconds that a page may take to show something, on a busy machine.
expect.set_options(timeout=30_000)


class Site:
    """bin/serve with a data folder and a port of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.environment = {
            **os.environ,
            "RULINGS_DATA": str(folder),
            "PORT": str(port),
            "DOWNLOADS_AHEAD": "0",
            "SEMANTIC": "off",
        }
        self.environment.pop("DATABASE_URL", None)
        self.log = folder.parent / f"{folder.name}.log"

    def start(self) -> None:
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["bin/serve"], cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        started = time.monotonic()
        while time.monotonic() - started < READY_WITHIN:
            assert self.process.poll() is None, self.log.read_text()
            try:
                urllib.request.urlopen(self.address, timeout=5).close()  # noqa: S310 - our own server
            except OSError:
                time.sleep(0.2)
            else:
                return
        raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=30)

    def manage(self, *arguments: str) -> str:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the site with its fixtures and the invented FAQ, made once for all processes."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "prepared"
    with (shared / "prepared.lock").open("w") as lock:
        fcntl.flock(lock.fileno(), fcntl.LOCK_EX)
        if not folder.exists():
            making = Site(shared / "unfinished")
            making.start()
            documents = sorted(map(str, (ROOT / "tests" / "documents").glob("*.md")))
            making.manage("import_document", *documents, "--publish", "--yes")
            making.stop()
            (shared / "unfinished").rename(folder)
    return folder


@pytest.fixture(scope="session")
def site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its fixtures and the invented FAQ."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    running = Site(folder)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed; as root: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


def open_page(
    browser: Browser,
    site: Site,
    *,
    width: str,
    scheme: str,
    with_scripts: bool = True,
    cookies: StorageState | None = None,
) -> Iterator[Page]:
    """A page that fails the test on any error in its console and on any request to somewhere else."""
    context = browser.new_context(
        base_url=site.address,
        viewport={"width": 360, "height": 740} if width == "phone" else {"width": 1280, "height": 900},
        has_touch=width == "phone",
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=with_scripts,
        storage_state=cookies,
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: request.url.startswith(site.address) or complaints.append(request.url))
    yield page
    context.close()
    assert not [complaint for complaint in complaints if not re.search(r"status of (404|410)", complaint)]


@pytest.fixture(params=["phone-light", "desktop-dark"])
def page(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """A phone by day and a desktop by night."""
    width, scheme = request.param.split("-")
    yield from open_page(browser, site, width=width, scheme=scheme)


@pytest.fixture(params=["phone", "desktop", "phone without scripts", "desktop without scripts"])
def visitor(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """A phone and a desktop, with and without scripts."""
    width, _, without = request.param.partition(" ")
    yield from open_page(browser, site, width=width, scheme="light", with_scripts=not without)


@pytest.fixture(params=["phone without scripts", "desktop"])
def passer_by(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """The least and the most that a visitor may have."""
    width, _, without = request.param.partition(" ")
    yield from open_page(browser, site, width=width, scheme="light", with_scripts=not without)


@pytest.fixture
def desktop(browser: Browser, site: Site) -> Iterator[Page]:
    yield from open_page(browser, site, width="desktop", scheme="light")


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    yield from open_page(browser, site, width="phone", scheme="light")
