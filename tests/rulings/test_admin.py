"""The admin: what editors change there takes effect."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rulings.models import Document, Phrasing, Ruling, Synonym, UnansweredSearch
from rulings.selectors.searching import search
from rulings.services import indexing


@pytest.fixture
def editor(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("editor"))
    return client


def test_strangers_are_sent_to_the_login(client: Client, db: None) -> None:
    response = client.get("/admin/rulings/synonym/")
    assert response.status_code == 302
    assert "login" in response["Location"]


def test_a_synonym_works_from_the_next_search_on(editor: Client, lanterns: Document) -> None:
    indexing.rebuild()
    editor.post("/admin/rulings/synonym/add/", {"phrase": "borrow", "meanings": "lend, lent", "game": ""})
    assert str(search("borrow").results[0].change.revision) == "(1.3) Lending"
    editor.post(f"/admin/rulings/synonym/{Synonym.objects.get().pk}/delete/", {"post": "yes"})
    assert not search("borrow").results


def test_a_phrasing_works_from_the_next_search_on(editor: Client, lanterns: Document) -> None:
    indexing.rebuild()
    ruling = Ruling.objects.get(document=lanterns, slug="1.3")
    editor.post("/admin/rulings/phrasing/add/", {"ruling": ruling.pk, "words": "my buddy wants it"})
    assert Phrasing.objects.get().ruling == ruling
    assert search("buddy wants").results[0].change.ruling == ruling


def test_unanswered_searches_are_listed_and_cannot_be_edited(editor: Client) -> None:
    UnansweredSearch.objects.create(query="zyxwv", count=3)
    assert "zyxwv" in editor.get("/admin/rulings/unansweredsearch/").content.decode()
    assert editor.get("/admin/rulings/unansweredsearch/add/").status_code == 403
