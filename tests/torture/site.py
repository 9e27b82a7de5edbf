"""The site under torture: its server, its folder, and the changes that a publisher makes to it."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
READY_WITHIN = 90
SECRET = secrets.token_hex(32)


class Site:
    """One data folder, and gunicorn as bin/serve runs it; started again if it dies, as systemd would."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.folder, self.data = folder, folder / "data"
        self.data.mkdir(exist_ok=True)
        self.log = folder / "server.log"
        self.environment = {
            **os.environ,
            "RULINGS_DATA": str(self.data),
            "SECRET_KEY": SECRET,
            "SEMANTIC": "off",
            "THROTTLE": "0",
            "PYTHONPATH": str(ROOT),
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.may_run = True

    def start(self) -> None:
        """Start the server; the line that starts it is that of bin/serve."""
        line = re.search(r"exec \"\$python\" (-m gunicorn .*)", (ROOT / "bin" / "serve").read_text(), re.DOTALL)
        assert line
        asked = line[1].replace("\\\n", " ").replace('"$address"', f"127.0.0.1:{self.port}").replace('"$WORKERS"', "2")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *asked.split()], cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )

    def keep_running(self) -> None:
        """Start the server again if it is gone."""
        if self.may_run and (self.process is None or self.process.poll() is not None):
            self.start()

    def wait_until_ready(self) -> None:
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=2) as asking:
                asking.settimeout(5)
                asking.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
                if b" 200 " in asking.recv(100):
                    return
            time.sleep(0.2)
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        self.may_run = False
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def workers(self) -> list[int]:
        """The processes that answer."""
        if self.process is None:
            return []
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False)
        return [int(pid) for pid in found.stdout.split()]

    def manage(self, *arguments: str) -> "subprocess.Popen[str]":
        return self._run("manage.py", *arguments)

    def operate(self, *arguments: str) -> "subprocess.Popen[str]":
        return self._run("-m", "tests.torture.operate", *arguments)

    def asked(self, *arguments: str) -> Any:
        """What an operation answers; it must succeed."""
        process = self.operate(*arguments)
        output, errors = process.communicate(timeout=180)
        assert process.returncode == 0, errors[-2000:]
        return json.loads(output)

    def _run(self, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def holds(self) -> dict[str, float]:
        """What the server holds: files, open descriptors and memory of its workers."""
        descriptors = memory = 0
        for pid in self.workers():
            with suppress(OSError):
                descriptors += len(list(Path(f"/proc/{pid}/fd").iterdir()))
                pages = Path(f"/proc/{pid}/statm").read_text().split()
                memory += int(pages[1]) * os.sysconf("SC_PAGE_SIZE")
        files = sum(1 for path in self.data.rglob("*") if path.is_file())
        return {"files": files, "descriptors": descriptors, "memory in MB": round(memory / 1e6)}


def mount_small(folder: Path, megabytes: int) -> bool:
    """Make a folder a file system of its own, small enough to be filled; whether that is allowed here."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    return done.returncode == 0


def remove(folder: Path) -> None:
    subprocess.run(["umount", str(folder)], capture_output=True, check=False)
    shutil.rmtree(folder, ignore_errors=True)
