"""Pages stay as fast as the site grows: counted in steps of the database and in queries, not by a clock."""

from collections.abc import Iterator

import pytest
import pytest_django
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from importers.reading import read
from rulings.services import importing, indexing, publishing

SMALL, LARGE = 700, 7_000
GROWTH = 1.1
# Counted ten at a time; a page may differ by a few for nothing.
GRAIN = 10
SLACK = 60
GAME, FAQ = "/vell", "/vell/faq/"
PAGES = {
    "home": "/",
    "game": f"{GAME}/",
    "cards": f"{GAME}/cards/",
    "cards by letter": f"{GAME}/cards/?letter=c",
    "set": f"{GAME}/cards/box-1/",
    "card": f"{GAME}/cards/box-1/L{{}}-card-{{}}/",
    "errata sheet": f"{GAME}/cards/box-1/errata-sheet/",
    "list": f"{GAME}/lists/restricted/",
    "contents": FAQ,
    "chapter": f"{FAQ}chapters/rules-1/",
    "ruling": f"{FAQ}1.{{}}/",
    "ruling as it stood": f"{FAQ}at/1/1.{{}}/",
    "timing": f"{FAQ}timing/",
    "tags": f"{FAQ}tags/",
    "editions": f"{FAQ}editions/",
    "source": f"{FAQ}at/1/source/",
    "repairs": f"{FAQ}at/1/repairs/",
    "search": "/search/?q=lantern+number+{}",
    "suggestions": "/search/suggestions/?q=card+{}",
    "API search": "/api/v1/search?q=lantern+number+{}",
    "API card": "/api/v1/cards/vell/box-1/L{}-card-{}",
    "API ruling": "/api/v1/rulings/vell/faq/1.{}",
    "preview": f"/preview/?of={FAQ}1.{{}}/",
    "embedded card": f"/embed{GAME}/cards/box-1/L{{}}-card-{{}}/",
    "citation": "/cite/?q=Vell+FAQ+1.{}",
    "feed": "/feeds/",
}


def faq(size: int) -> str:
    """An FAQ whose sets, chapters, list and chart are as large as ever, however many of the others there are."""
    parts = ["---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"]
    parts.append("# Restricted {restricted}\n" + "".join(f"- Card {n} (Box 1 L{n})\n" for n in range(5)))
    parts.append("# Round {timing}\n" + "".join(f"- (R.{n}) Step {n}\n" for n in range(9)))
    errata = [f"#### Card {n} (L{n})\nIs lit.\n" for n in range(size // 2)]
    parts.append("# Errata {errata}\n")
    for number, start in enumerate(range(0, len(errata), 50), 1):
        parts.append(f"## Box {number}\n{''.join(errata[start : start + 50])}")
    for number, start in enumerate(range(0, size // 2, 50), 1):
        sections = (
            f"#### (1.{n}) Section {n}\nLantern {n}; see [[1.{n - n % 50}]].\n" for n in range(start, start + 50)
        )
        parts.append(f"# Rules {number}\n{''.join(sections)}")
    return "".join(parts)


class Steps:
    """Counts the steps of SQLite's virtual machine."""

    def __enter__(self) -> "Steps":
        self.count = 0
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            connection.connection.set_progress_handler(self._step, GRAIN)
        return self

    def __exit__(self, *error: object) -> None:
        if connection.vendor == "sqlite":
            connection.connection.set_progress_handler(None, 0)

    def _step(self) -> int:
        self.count += GRAIN
        return 0


def measure(size: int) -> dict[str, tuple[int, int]]:
    """For each kind of page, the steps and queries of a first visit."""
    with transaction.atomic():
        publishing.publish(importing.take_in(read(faq(size).encode(), name="faq.md")).edition)
        indexing.rebuild()
        client, found = Client(), {}
        for kind, address in PAGES.items():
            # What is made once for each state is made by the first visit of a kind.
            client.get(address.format(7, 7))
            with Steps() as steps, CaptureQueriesContext(connection) as queries:
                response = client.get(address.format(9, 9) + ("" if "{" in address or "?" in address else "?again"))
            assert response.status_code == 200, (kind, response.status_code)
            found[kind] = (steps.count, len(queries))
        transaction.set_rollback(True)
    return found


@pytest.fixture(scope="session")
def counts(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]]:
    from haystack import connections

    engine = connections["default"]
    engine.options["PATH"] = str(tmp_path_factory.mktemp("flat") / "index")
    engine._backend = None
    with django_db_blocker.unblock():
        yield measure(SMALL), measure(LARGE)
    engine._backend = None


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_takes_as_many_steps_and_queries_on_a_site_ten_times_as_large(
    counts: tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]], db: None, kind: str
) -> None:
    (steps, queries), (more_steps, more_queries) = counts[0][kind], counts[1][kind]
    assert more_queries <= queries
    assert more_steps <= steps * GROWTH + SLACK, f"{steps} steps became {more_steps}"
