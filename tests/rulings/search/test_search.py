"""Search, and law 5: the index is disposable."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from rulings.models import Document, Edition
from rulings.selectors.searching import SearchPage, search
from rulings.services import indexing, publishing


@pytest.fixture
def indexed(lanterns: Document) -> Document:
    indexing.rebuild()
    return lanterns


def titles(page: SearchPage) -> list[str]:
    return [result.change.revision.title for result in page.results if result.change.revision]


def test_a_question_in_plain_words_finds_the_ruling(indexed: Document) -> None:
    page = search("can I light the same lantern again?")
    assert page.index_answered
    assert "Lighting" in titles(page)[:2]


def test_a_card_is_found_by_its_name(indexed: Document) -> None:
    assert search("harbour bell").cards[0].name == "Harbour Bell"


def test_publishing_indexes_after_the_commit(
    publish: Callable[..., Edition], documents: Path, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        publish(documents / "lanterns-1.0.md")
    assert "Snuffing" in titles(search("snuffed lantern harbour"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        publish(documents / "lanterns-1.1.md")
        newest = publish(documents / "lanterns-2.0.md")
    assert "Snuffing" not in titles(search("snuffed lantern harbour"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        publishing.withdraw(newest)
    assert "Snuffing" in titles(search("snuffed lantern harbour"))


@pytest.mark.parametrize("damage", ["missing", "broken"])
def test_without_its_index_the_site_still_serves_and_says_so(
    client: Client, indexed: Document, search_index: Path, damage: str
) -> None:
    if damage == "missing":
        shutil.rmtree(search_index)
    else:
        for path in filter(Path.is_file, search_index.rglob("*")):
            path.write_bytes(b"nonsense")
    page = client.get("/search/?q=snuffed+shaded").content.decode()
    assert "The search index is missing or broken" in page
    assert "Shading" in page
    assert client.get("/lanterns-of-vell/faq/").status_code == 200


def test_a_rebuilt_index_answers_the_same(indexed: Document, search_index: Path) -> None:
    before = titles(search("lantern dusk ship"))
    shutil.rmtree(search_index)
    assert not indexing.is_ready()
    call_command("prepare_index", verbosity=0)
    assert indexing.is_ready()
    assert titles(search("lantern dusk ship")) == before
    assert before


@pytest.mark.parametrize("query", ["", "   ", "?", "AND OR NOT", '"unclosed', "x" * 500, "a:b^2~ [c TO d]", "\x00"])
def test_no_query_breaks_the_page(client: Client, indexed: Document, query: str) -> None:
    assert client.get("/search/", {"q": query}).status_code == 200
