"""What all tests share: an index of their own, the invented game, and no silent skipping."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_django
from django.db import transaction
from haystack import connections
from hypothesis import settings as hypothesis_settings

from importers.reading import Reading, read
from rulings.models import Document, Edition
from rulings.services import importing, publishing

# A change is judged by the same examples each time; a developer's run looks for new ones.
hypothesis_settings.register_profile("ci", derandomize=True)
if os.environ.get("RULINGS_REQUIRE_ALL"):
    hypothesis_settings.load_profile("ci")

DOCUMENTS = Path(__file__).parent / "documents"
# Whether the engine is a cluster (bin/with-opensearch), where an index is not a folder.
ON_CLUSTER = os.environ.get("SEARCH_URL", "").startswith("opensearch:")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """Where everything is required, a skipped test has failed."""
    report = yield
    if report.skipped and os.environ.get("RULINGS_REQUIRE_ALL"):
        report.outcome = "failed"
        report.longrepr = f"skipped although RULINGS_REQUIRE_ALL is set: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def search_index(tmp_path: Path, settings: pytest_django.Settings) -> Iterator[Path]:
    """An index of the test's own, missing until something is indexed; and files to download only if they are asked
    for."""
    settings.DATA = tmp_path
    settings.DOWNLOADS_AHEAD = False
    # Tests of the words: those of the meaning switch it on.
    settings.SEMANTIC = False
    engine = connections["default"]
    engine.options["PATH"] = str(tmp_path / "index")
    engine._backend = None
    yield tmp_path / "index"
    if ON_CLUSTER and engine._backend:
        remove_from_cluster(engine._backend)
    engine._backend = None


def remove_from_cluster(backend: Any) -> None:
    """Remove the index of a test from the cluster."""
    backend.client.indices.delete(f"{backend.prefix}-*", ignore=404, request_timeout=60)


@pytest.fixture
def lose_index(search_index: Path) -> Callable[[], None]:
    """Lets the index be gone, wherever the engine keeps it."""

    def lose() -> None:
        if ON_CLUSTER:
            remove_from_cluster(connections["default"].get_backend())
        else:
            shutil.rmtree(search_index)

    return lose


@pytest.fixture
def documents() -> Path:
    """The invented game's FAQ, in three editions."""
    return DOCUMENTS


def read_text(text: str, *, name: str = "test.md") -> Reading:
    return read(text.encode(), name=name)


@pytest.fixture
def publish(db: None) -> Callable[[Path | str], Edition]:
    """Import and publish a file or a text."""

    def publish_one(source: Path | str) -> Edition:
        data, name = (source.read_bytes(), source.name) if isinstance(source, Path) else (source.encode(), "test.md")
        return publishing.publish(importing.take_in(read(data, name=name)).edition)[0]

    return publish_one


@pytest.fixture(scope="session")
def lanterns_once(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[int]:
    """Publishes the invented FAQ for all tests of a process that want it; each of them is rolled back to here."""
    with django_db_blocker.unblock(), transaction.atomic():
        for label in ("1.0", "1.1", "2.0"):
            path = DOCUMENTS / f"lanterns-{label}.md"
            edition, _ = publishing.publish(importing.take_in(read(path.read_bytes(), name=path.name)).edition)
        yield edition.document_id
        transaction.set_rollback(True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests with the invented FAQ come late: from then on it is there. Last comes the browser: from then on
    Django lets nobody use the database in this thread."""
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, "lanterns" in _fixtures(item)))


def _fixtures(item: pytest.Item) -> Sequence[str]:
    return getattr(item, "fixturenames", ())


@pytest.fixture
def lanterns(lanterns_once: int, db: None) -> Document:
    """The invented FAQ with all three editions published."""
    return Document.objects.select_related("game", "current").get(pk=lanterns_once)
