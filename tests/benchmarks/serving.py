"""Prints what the server does in a second with two workers, at growing sizes, and what the API adds to a query.

Run it with bin/bench serving [SIZE...]; beyond the shipped fixtures, the rulings are invented.
"""

import http.client
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.benchmarks.measuring import timed, write
from tests.benchmarks.speed import faq

ROOT = Path(__file__).resolve().parents[2]
SIZES = (738, 20_000, 100_000)
RULINGS_A_DOCUMENT = 5_000
ADDRESSES = 300
CLIENTS = 8
REPEATS = 40


def main(sizes: Iterable[int]) -> None:
    write("requests a second on two workers: each address for the first time / when both workers have met it")
    write(
        f"{'rulings':>8} {'card page':>16} {'search page':>16} {'API card':>16} {'API ruling':>16} {'API search':>16}"
    )
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULINGS_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "rulings_site.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver,127.0.0.1"
        os.environ["DOWNLOADS_AHEAD"] = "0"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("load_fixtures", verbosity=0, stdout=open(os.devnull, "w"))  # noqa: SIM115, PTH123
        call_command("collectstatic", interactive=False, verbosity=0)
        for size in sizes:
            grow_to(size)
            measure_server(size)
        measure_overhead()


def grow_to(size: int) -> None:
    """Publish an invented document, and copy it with its game until there are so many rulings."""
    from importers.reading import read
    from rulings.models import Change, Document, Game
    from rulings.services import importing, indexing, publishing, state

    if Change.objects.in_force().count() >= size:
        return
    if not Game.objects.filter(slug="vell").exists():
        text = faq(RULINGS_A_DOCUMENT, "1", 0)
        publishing.publish(importing.take_in(read(text.encode(), name="faq.md")).edition)
    original = Document.objects.get(game__slug="vell")
    while Change.objects.in_force().count() < size:
        copy(original, number=Game.objects.count())
    state.mark_changed()
    indexing.rebuild()


def copy(original: Any, *, number: int) -> None:
    """The same document once more, in a game of its own, row by row: publishing it would take minutes."""
    from django.db import transaction

    from rulings.models import Card, CardSet, Change, Document, Edition, Game, Reference, Revision, Ruling

    with transaction.atomic():
        game = Game.objects.create(name=f"Vell {number}", slug=f"vell-{number}")
        sets = copy_rows(CardSet.objects.filter(game=original.game), game=lambda _: game.pk)
        cards = copy_rows(Card.objects.filter(card_set__in=list(sets)), card_set=sets.get)
        document = Document.objects.create(game=game, title="FAQ", slug="faq", authority=original.authority)
        editions = copy_rows(Edition.objects.filter(pk=original.current_id), document=lambda _: document.pk)
        rulings = copy_rows(Ruling.objects.filter(document=original), document=lambda _: document.pk)
        revisions = copy_rows(
            Revision.objects.filter(ruling__in=Ruling.objects.filter(document=original)),
            ruling=rulings.get,
            edition=editions.get,
        )
        changes = copy_rows(
            Change.objects.filter(edition=original.current_id),
            edition=editions.get,
            ruling=rulings.get,
            revision=revisions.get,
        )
        of_original = Reference.objects.filter(change__edition=original.current_id)
        copy_rows(of_original, change=changes.get, card=cards.get, ruling=rulings.get)
        Document.objects.filter(pk=document.pk).update(current=editions[original.current_id])


def copy_rows(rows: Any, **leading: Callable[[Any], Any]) -> dict[int, int]:
    """Rows once more, leading elsewhere; by the old keys, the new ones."""
    found = list(rows.order_by("pk"))
    old = [row.pk for row in found]
    for row in found:
        row.pk = None
        row._state.adding = True
        for name, new_key in leading.items():
            setattr(row, f"{name}_id", new_key(getattr(row, f"{name}_id")))
    type(found[0])._default_manager.bulk_create(found, batch_size=500)
    return dict(zip(old, (row.pk for row in found), strict=True))


def measure_server(size: int) -> None:
    """One row: requests a second of each kind."""
    from rulings.models import Card, Change

    chance = random.Random(1)  # noqa: S311 - no secret
    cards = list(Card.objects.shown().select_related("card_set__game"))
    chosen = chance.sample(cards, min(ADDRESSES, len(cards)))
    in_force = Change.objects.in_force()
    picked = chance.sample(list(in_force.values_list("pk", flat=True)), ADDRESSES)
    rulings = [one.ruling for one in in_force.filter(pk__in=picked).select_related("ruling__document__game")]
    questions = [
        entry["question"]
        for path in sorted((ROOT / "tests" / "questions").glob("*.json"))
        for entry in json.loads(path.read_text(encoding="utf-8"))
    ][:ADDRESSES]
    kinds = {
        "card page": [card.get_absolute_url() for card in chosen],
        "search page": [f"/search/?q={quote(question)}" for question in questions],
        "API card": [f"{card.get_absolute_url().rstrip('/')}.json" for card in chosen],
        "API ruling": [f"{ruling.get_absolute_url().rstrip('/')}.json" for ruling in rulings],
        "API search": [f"/api/v1/search?q={quote(question)}" for question in questions],
    }
    with Server() as server:
        rates = [f"{server.rate(one):>7.0f} /{server.rate_again(one):>7.0f}" for one in kinds.values()]
    write(f"{size:>8} " + " ".join(rates))


class Server:
    """The site as bin/serve runs it, with two workers."""

    def __enter__(self) -> "Server":
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "gunicorn",
            "rulings_site.wsgi:application",
            "--bind",
            f"127.0.0.1:{self.port}",
        ]
        self.process = subprocess.Popen(
            [*command, "--workers", "2", "--threads", "4", "--log-level", "error"], cwd=ROOT, start_new_session=True
        )
        while True:
            try:
                # Each worker opens the index and learns the names of the cards.
                for _ in range(8):
                    self._get_all(["/search/?q=warm+up"])
            except OSError:
                time.sleep(0.2)
            else:
                return self

    def __exit__(self, *error: object) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()

    def rate(self, addresses: Sequence[str]) -> float:
        """Requests a second, several clients at a time."""
        shares = [addresses[start::CLIENTS] for start in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as clients:
            seconds, _ = timed(lambda: list(clients.map(self._get_all, shares)))
        return len(addresses) / seconds

    def rate_again(self, addresses: Sequence[str]) -> float:
        """The same when both workers have met all addresses."""
        with ThreadPoolExecutor(CLIENTS) as clients:
            for _ in range(6):
                # A connection stays with one worker, so each address has one of its own.
                list(clients.map(self._get_all, ([address] for address in addresses)))
        return self.rate(addresses)

    def _get_all(self, addresses: Iterable[str]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        for address in addresses:
            connection.request("GET", address)
            response = connection.getresponse()
            response.read()
            if response.status != http.client.OK:
                raise RuntimeError(f"{address} answered {response.status}")
        connection.close()


def measure_overhead() -> None:
    """What one object costs through the API, compared with the same query in a view written by hand."""
    from django.core.cache import cache
    from django.http import HttpRequest, JsonResponse
    from django.test import RequestFactory
    from django.urls import resolve
    from rulings.selectors.data.catalogue import card_detail, game_record
    from rulings.selectors.finding import find_game

    from rulings.selectors.cards import card_page, find_card
    from rulings.selectors.data.filtering import ruling_of

    def card(request: HttpRequest) -> JsonResponse:
        found = find_card(find_game("call-of-cthulhu"), set_slug="core-set", slug="F110-hound-of-tindalos")
        return JsonResponse(card_detail(card_page(found)))

    by_hand: dict[str, Callable[[HttpRequest], JsonResponse]] = {
        "/api/v1/cards/call-of-cthulhu/core-set/F110-hound-of-tindalos": card,
        "/api/v1/rulings/call-of-cthulhu/faq/2.11": lambda request: JsonResponse(
            ruling_of("call-of-cthulhu", document="faq", slug="2.11")
        ),
        "/api/v1/games/call-of-cthulhu": lambda request: JsonResponse(game_record("call-of-cthulhu")),
    }
    write("\nmilliseconds for one object, not remembered (median)")
    write(f"{'':>62} {'by hand':>9} {'API':>9} {'ratio':>6}")
    for address, view in by_hand.items():
        match, factory = resolve(address), RequestFactory()

        def through_the_api(address: str = address, match: Any = match, factory: Any = factory) -> None:
            cache.clear()
            match.func(factory.get(address), *match.args, **match.kwargs)

        hand = _median(lambda view=view, factory=factory, address=address: view(factory.get(address)))
        api = _median(through_the_api)
        write(f"{address:>62} {hand:>9.2f} {api:>9.2f} {api / hand:>6.2f}")


def _median(action: Callable[[], object]) -> float:
    action()
    return statistics.median(timed(action)[0] for _ in repeat(None, REPEATS)) * 1000


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or SIZES)
