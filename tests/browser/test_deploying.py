"""The files for operators, tried with the real programs: nginx in front of the site, and systemd's own check."""

import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

from tests.browser.conftest import ROOT, Site
from tests.browser.test_slow_clients import BEFORE_THEY_ARE_GIVEN_UP, HALF_A_BODY, HALF_A_HEAD

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin")
SYSTEMD = shutil.which("systemd-analyze")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed: bin/packages, as root")
needs_systemd = pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not installed: bin/packages, as root")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def configured(folder: Path, *, port: int, upstream: str) -> Path:
    """The proxy's file as shipped, with ports, certificates and folders of a test."""
    key, certificate = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for old, new in {
        "127.0.0.1:8000": upstream,
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        # Without HTTPS, as the site under test is.
        "listen 443 ssl;": f"listen 127.0.0.1:{port};",
        "/etc/ssl/rulings.pem": str(certificate),
        "/etc/ssl/rulings.key": str(key),
        "/var/cache/nginx/rulings": str(folder / "cache"),
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    path = folder / "nginx.conf"
    path.write_text(
        f"pid {folder}/nginx.pid; error_log {folder}/error.log; daemon off; master_process off;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary}\n{text}\n}}\n"
    )
    return path


@pytest.fixture
def proxied(site: Site, tmp_path: Path) -> Iterator[str]:
    """The address of the site behind nginx."""
    port = free_port()
    path = configured(tmp_path, port=port, upstream=urlsplit(site.address).netloc)
    subprocess.run([NGINX or "", "-t", "-c", path], check=True, capture_output=True)
    with subprocess.Popen([NGINX or "", "-c", path]) as running:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        running.terminate()


@needs_nginx
@pytest.mark.browser
def test_nginx_serves_the_site_while_others_are_slow(proxied: str) -> None:
    where = urlsplit(proxied)
    with ExitStack() as stack:
        for sent in (HALF_A_BODY, HALF_A_HEAD):
            for _ in range(15):
                stack.enter_context(socket.create_connection((where.hostname, where.port))).sendall(sent)
        asked = urllib.request.Request(f"{proxied}/", headers={"Host": "localhost"})  # noqa: S310 - our own
        with urllib.request.urlopen(asked, timeout=BEFORE_THEY_ARE_GIVEN_UP) as answer:  # noqa: S310
            assert "Rulings" in answer.read().decode()


@needs_systemd
@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "deploy").glob("rulings*.[st]*[er]")))
def test_units_are_what_systemd_understands(name: str, tmp_path: Path) -> None:
    for path in (ROOT / "deploy").glob("rulings*"):
        # The program is not where the unit will find it.
        text = path.read_text()
        for program in ("/opt/rulings/bin/serve", "/opt/rulings/.venv/bin/python"):
            text = text.replace(program, "/bin/true")
        (tmp_path / path.name).write_text(text)
    done = subprocess.run([SYSTEMD or "", "verify", tmp_path / name], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "rulings" in line]
    assert ours == []


def test_every_file_for_operators_is_explained() -> None:
    said = (ROOT / "docs" / "operating.md").read_text()
    for path in (ROOT / "deploy").iterdir():
        assert path.name in said or f"{path.stem}.*" in said, path.name


def test_the_container_files_set_what_the_site_reads() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    settings = (ROOT / "docs" / "settings.md").read_text()
    for name, service in compose["services"].items():
        if name.startswith("web"):
            assert service["read_only"]
            assert all(f"`{setting}`" in settings for setting in service["environment"])
        for one in service.get("depends_on", ()):
            assert one in compose["services"]
    image = (ROOT / "deploy" / "Containerfile").read_text()
    assert "\nUSER rulings\n" in image
    for copied in ("bin/setup", "bin/serve", "requirements-opensearch.txt"):
        assert copied in image
        assert (ROOT / copied).exists()
