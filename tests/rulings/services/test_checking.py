"""What is stale is found, repaired and told."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command

from rulings.models import Document, ShownRuling
from rulings.services import checking, downloads, indexing, state


@pytest.fixture
def well(lanterns: Document) -> Document:
    """A site on which all is made."""
    state.rebuild()
    indexing.rebuild()
    downloads.build()
    return lanterns


def test_a_site_that_is_well_has_nothing_to_be_told(well: Document) -> None:
    assert checking.check_site() == []


def test_a_row_that_somebody_changed_by_hand_is_worked_out_again(
    well: Document, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    ShownRuling.objects.filter(document=well, label="1.3").update(digest="0")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        first, *_ = checking.check_site()
    assert "1 row of the read model" in first.what
    assert first.done
    assert checking.check_site() == []


def test_an_index_that_is_lost_is_built_again_and_told(well: Document, lose_index: Callable[[], None]) -> None:
    lose_index()
    (finding,) = checking.check_site()
    assert (finding.what, finding.done) == ("The search index holds another state of the site.", "It was built again.")
    assert indexing.is_ready()


def test_a_dry_run_repairs_nothing(well: Document, lose_index: Callable[[], None]) -> None:
    lose_index()
    printed = StringIO()
    call_command("check_site", "--dry-run", stdout=printed)
    assert "holds another state" in printed.getvalue()
    assert not indexing.is_ready()
