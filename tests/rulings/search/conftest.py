"""Indexes of the invented game; tests of folders are for engines that keep them in folders, and so on."""

import pytest

from rulings.models import Document
from rulings.services import indexing
from tests.conftest import ON_CLUSTER

collect_ignore = ["test_folders.py", "test_postings.py"] if ON_CLUSTER else ["test_cluster.py"]


@pytest.fixture
def indexed(lanterns: Document) -> Document:
    indexing.rebuild()
    return lanterns
