"""Readers: each asks for one thing after the other, remembers validators, and writes down what it saw and when."""

import hashlib
import http.client
import json
import random
import re
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from tests.torture.operate import GAME
from tests.torture.timeline import MARK, Timeline

PATIENCE = 30
PAUSE = 0.05
LABEL = re.compile(r"/faq/([\d.]+)/")
MAIN = re.compile(r"<main.*?</main>", re.DOTALL)


@dataclass(frozen=True)
class Seen:
    """One answer: what was asked, when, and what it said."""

    what: str
    asked: str
    sent: float
    received: float
    status: int
    # Whether it says when to come back.
    has_advice: bool = False
    # What it shows: marks by label, a set of marks, names; none where it showed nothing to be judged.
    shows: Any = None
    error: str = ""
    etag: str = ""
    body: str = ""
    # By what a search was answered.
    index: str = ""

    @property
    def seconds(self) -> float:
        return self.received - self.sent


@dataclass
class Journal:
    """All that was seen."""

    seen: list[Seen] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, one: Seen) -> None:
        with self._lock:
            self.seen.append(one)


def shown_rulings(text: str) -> Any:
    return {one["key"]: _mark(one["text"]) for one in json.loads(text)["results"]}


def shown_cards(text: str) -> Any:
    return frozenset(one["name"] for one in json.loads(text)["results"])


def shown_marks(text: str) -> Any:
    main = MAIN.search(text)
    return frozenset(re.findall(MARK, main[0] if main else ""))


def found_rulings(text: str) -> Any:
    """What a search found: the marks by label, and how many there are said to be."""
    answer = json.loads(text)
    return {one["key"]: _mark(one["text"]) for one in answer["results"] if one["type"] == "ruling"}, answer["total"]


def _mark(text: str) -> str:
    found = re.search(MARK, text)
    return found[0] if found else ""


ASKED: Mapping[str, tuple[str, Callable[[str], Any] | None]] = {
    "rulings": (f"/api/v1/rulings?game={GAME}&limit=100", shown_rulings),
    "cards": (f"/api/v1/cards?game={GAME}&limit=200", shown_cards),
    "chapter": (f"/{GAME}/faq/chapters/rules/", shown_marks),
    "ruling": (f"/{GAME}/faq/{{label}}.json", lambda text: _mark(json.loads(text)["text"])),
    "search": (f"/api/v1/search?game={GAME}&limit=50&q={{mark}}", found_rulings),
    "page of a search": ("/search/?q=lamp+{mark}", None),
    "page": (f"/{GAME}/faq/{{label}}/", None),
    "home": ("/", None),
    "download": (f"/downloads/{GAME}.jsonl.gz", None),
    "health": ("/healthz", None),
}


class Reader(threading.Thread):
    """Asks until it is told to stop."""

    def __init__(self, port: int, timeline: Timeline, journal: Journal, *, seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.timeline, self.journal = port, timeline, journal
        self.chance = random.Random(seed)
        self.is_over = threading.Event()
        # By address: the validator, and what came with it.
        self.kept: dict[str, tuple[str, Any, str]] = {}

    def run(self) -> None:
        while not self.is_over.is_set():
            self.journal.add(self.ask(self.chance.choice(list(ASKED))))
            time.sleep(PAUSE)

    def ask(self, what: str) -> Seen:
        """One question, and what came back."""
        pattern, read = ASKED[what]
        state = self.timeline.now()
        label, mark = self.chance.choice(state.rulings)
        path = pattern.format(label=label, mark=quote(mark))
        asked = {"search": mark, "ruling": label}.get(what, path)
        validator = self.kept.get(path, ("", None, ""))[0] if self.chance.random() < 0.7 else ""
        sent = time.monotonic()
        try:
            status, headers, body = fetch(self.port, path, validator)
        except (OSError, http.client.HTTPException) as error:
            return Seen(what, asked, sent, time.monotonic(), 0, error=f"{type(error).__name__} {error}")
        received, has_advice = time.monotonic(), "Retry-After" in headers
        if status == 304:
            etag, shows, digest = self.kept[path]
            return Seen(what, asked, sent, received, 304, shows=shows, etag=f"{path} {etag}", body=digest)
        if status != 200:
            return Seen(what, asked, sent, received, status, has_advice)
        digest, index = hashlib.sha256(body).hexdigest()[:16], ""
        try:
            shows = read(body.decode()) if read else None
            index = json.loads(body)["index"] if what == "search" else ""
        except (ValueError, KeyError, TypeError) as error:
            return Seen(what, asked, sent, received, status, error=f"unreadable: {error!r}")
        etag = headers.get("ETag", "")
        if etag:
            self.kept[path] = (etag, shows, digest)
        name = f"{path} {etag}" if etag else ""
        return Seen(what, asked, sent, received, status, shows=shows, etag=name, body=digest, index=index)


def fetch(port: int, path: str, validator: str = "") -> tuple[int, Mapping[str, str], bytes]:
    """An answer of the site."""
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        asking.request("GET", path, headers={"If-None-Match": validator} if validator else {})
        answer = asking.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        asking.close()


def by_kind(seen: list[Seen]) -> dict[str, list[Seen]]:
    kinds = defaultdict(list)
    for one in seen:
        kinds[one.what].append(one)
    return dict(kinds)
