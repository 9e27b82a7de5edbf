"""Two web machines with folders of their own, one database and one cluster; for bin/test-engines cluster."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ON_CLUSTER
from tests.torture.site import Site

collect_ignore = (
    [] if ON_CLUSTER and os.environ.get("DATABASE_URL", "").startswith("postgres") else ["test_machines.py"]
)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site]]:
    sites = Site(tmp_path_factory.mktemp("first")), Site(tmp_path_factory.mktemp("second"))
    for site in sites:
        site.environment |= {"SECRET_KEY": KEY, "SEARCH_INDEX": "machines", "DOWNLOADS_AHEAD": "1"}
    # Both at once, as when a new release is rolled out.
    preparing = [site.manage("prepare") for site in sites]
    for process in preparing:
        _, errors = process.communicate(timeout=600)
        assert process.returncode == 0, errors
    for site in sites:
        site.start()
        site.wait_until_ready()
    yield sites
    for site in sites:
        site.stop()


KEY = secrets.token_hex(32)
DOCUMENTS = Path(__file__).resolve().parents[1] / "documents"
