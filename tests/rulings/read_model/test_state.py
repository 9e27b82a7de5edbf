"""Law 11: what was made for another state, or for another history, is not used."""

from django.test import Client

from rulings.models import Document
from rulings.read_model.state import recall, remembered, site_state
from rulings.selectors.search import search
from rulings.services import indexing, state


def test_each_change_gives_the_site_another_key(lanterns: Document) -> None:
    before = site_state().key
    state.mark_changed(lanterns.game)
    after = site_state().key
    assert before != after
    assert site_state().identity in after
    assert site_state().identity in before


def test_another_history_has_another_identity_though_the_number_is_the_same(lanterns: Document) -> None:
    before = site_state()
    state.begin_history()
    after = site_state()
    assert (before.generation, before.token) == (after.generation, after.token)
    assert before.identity != after.identity
    assert before.key != after.key


def test_what_was_remembered_for_another_history_is_not_used(lanterns: Document) -> None:
    key = site_state().key
    assert remembered("a thing", key, lambda: "of then") == "of then"
    state.begin_history()
    assert recall("a thing", site_state().key) is None
    assert remembered("a thing", site_state().key, lambda: "of now") == "of now"


def test_an_index_of_another_history_is_not_used_and_search_says_so(lanterns: Document) -> None:
    indexing.rebuild()
    assert indexing.is_ready()
    state.begin_history()
    assert not indexing.is_ready()
    page = search("lantern")
    assert page.results
    assert page.index != "ready"


def test_a_page_from_before_a_restore_is_sent_again(client: Client, lanterns: Document) -> None:
    address = lanterns.get_absolute_url()
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    state.begin_history()
    again = client.get(address, headers={"if-none-match": tag})
    assert again.status_code == 200
    assert again["ETag"] != tag
