"""The admin: what editors change there takes effect."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rulings.models import Document, Phrasing, Ruling, Synonym, UnansweredSearch
from rulings.selectors.search import search
from rulings.services import indexing


@pytest.fixture
def editor(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("editor"))
    return client


def test_strangers_are_sent_to_the_login(client: Client, db: None) -> None:
    response = client.get("/admin/rulings/synonym/")
    assert response.status_code == 302
    assert "login" in response["Location"]


def test_a_synonym_works_from_the_next_search_on(
    editor: Client, lanterns: Document, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    indexing.rebuild()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        editor.post("/admin/rulings/synonym/add/", {"phrase": "borrow", "meanings": "lend, lent", "game": ""})
    assert search("borrow").results[0].ruling["title"] == "Lending"
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        editor.post(f"/admin/rulings/synonym/{Synonym.objects.get().pk}/delete/", {"post": "yes"})
    assert not search("borrow").results
    assert indexing.is_ready()


def test_a_phrasing_works_from_the_next_search_on_and_no_longer_once_it_is_deleted(
    editor: Client, lanterns: Document, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    indexing.rebuild()
    ruling = Ruling.objects.get(document=lanterns, slug="1.3")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        editor.post("/admin/rulings/phrasing/add/", {"ruling": ruling.pk, "words": "my buddy wants it"})
    assert Phrasing.objects.get().ruling == ruling
    assert search("buddy wants").results[0].ruling["slug"] == ruling.slug
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        editor.post(
            "/admin/rulings/phrasing/",
            {"action": "delete_selected", "_selected_action": [Phrasing.objects.get().pk], "post": "yes"},
        )
    assert not search("buddy").results


def test_unanswered_searches_are_listed_and_cannot_be_edited(editor: Client) -> None:
    unanswered = UnansweredSearch.objects.create(query="zyxwv", count=3)
    assert "zyxwv" in editor.get("/admin/rulings/unansweredsearch/").content.decode()
    assert editor.get("/admin/rulings/unansweredsearch/add/").status_code == 403
    address = f"/admin/rulings/unansweredsearch/{unanswered.pk}/change/"
    assert editor.post(address, {"query": "other", "count": 1}).status_code == 403


def test_rulings_are_found_by_their_address_and_never_edited(editor: Client, lanterns: Document) -> None:
    parameters = {"app_label": "rulings", "model_name": "phrasing", "field_name": "ruling", "term": "1.3"}
    assert len(editor.get("/admin/autocomplete/", parameters).json()["results"]) == 1
    assert editor.get("/admin/rulings/ruling/add/").status_code == 403
