"""What is made of the database is kept up without a command."""

from collections.abc import Callable, Iterator

import pytest
import pytest_django
from filelock import FileLock

from rulings.models import Document, SiteState
from rulings.search.engine import suspect
from rulings.selectors.search import search
from rulings.services import indexing
from rulings.services.upkeep import Keeper


@pytest.fixture
def keeper() -> Iterator[Keeper]:
    suspect.clear()
    yield Keeper()
    suspect.clear()


def test_what_a_killed_publication_left_behind_is_indexed(lanterns: Document, keeper: Keeper) -> None:
    assert not indexing.is_current()
    keeper.look()
    # The publisher may be about to index it.
    assert not indexing.is_current()
    keeper.look()
    assert search("lantern dusk").index == "ready"


def test_an_index_of_another_history_is_replaced(lanterns: Document, keeper: Keeper) -> None:
    indexing.rebuild()
    SiteState.objects.update(identity="restored")
    assert search("lantern dusk").index == "behind"
    keeper.look()
    keeper.look()
    assert search("lantern dusk").index == "ready"


def test_an_index_that_is_lost_is_built_again(
    lanterns: Document, keeper: Keeper, lose_index: Callable[[], None]
) -> None:
    indexing.rebuild()
    keeper.look()
    lose_index()
    for _ in range(2):
        keeper.look()
    assert indexing.is_ready()


def test_a_search_that_found_the_index_broken_has_it_looked_at(
    lanterns: Document, keeper: Keeper, lose_index: Callable[[], None]
) -> None:
    indexing.rebuild()
    lose_index()
    search("lantern dusk")
    indexing.catch_up()
    assert search("lantern dusk").index == "ready"


def test_one_process_at_a_time_keeps_up(lanterns: Document, keeper: Keeper, settings: pytest_django.Settings) -> None:
    with FileLock(settings.DATA / "upkeep.lock"):
        keeper.look()
        keeper.look()
    assert not indexing.is_current()
