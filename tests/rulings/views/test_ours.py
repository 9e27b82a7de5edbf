"""Law 12: wherever readers meet wording of ours, it says whose it is."""

from collections.abc import Callable

import pytest
from django.test import Client

from rulings.models import Edition, Ruling
from rulings.selectors.citations import shared_at
from rulings.services import correcting, indexing

HEAD = "---\ngame: Vell\ndocument: {}\nedition: {}\nauthority: {}\n---\n"
RULES = "# Rules\n\n#### (1.1) Oil lamps\nA lamp burns {}.\n"
WHOSE = "our wording"
PLACES = {
    "page": "/vell/faq/1.1/",
    "Markdown": "/vell/faq/1.1.md",
    "embed": "/embed/vell/faq/1.1/",
    "chapter": "/vell/faq/chapters/rules/",
    "search page": "/search/?q=oil+lamp+burns",
    "search in Markdown": "/search.md?q=oil+lamp+burns",
    "across the table": "/show/?of=/vell/faq/1.1/",
}


@pytest.fixture
def corrected(publish: Callable[..., Edition]) -> Ruling:
    """A ruling whose wording in force is ours."""
    publish(HEAD.format("Digest", 1, "digest") + RULES.format("in short"))
    ruling = Ruling.objects.get(document=publish(HEAD.format("FAQ", 1, "official") + RULES.format("twice")).document)
    text = correcting.text_of(ruling).replace("twice", "once")
    correcting.correct_text(ruling, text, reason="A slip.", basis=ruling.document.current_id or 0, user=None)
    indexing.rebuild()
    return ruling


@pytest.mark.parametrize("place", PLACES)
def test_a_page_with_wording_of_ours_says_so(corrected: Ruling, client: Client, place: str) -> None:
    answer = client.get(PLACES[place], follow=True)
    page = answer.content.decode()
    assert (answer.status_code, "burns" in page) == (200, True)
    assert WHOSE in page.lower()
    assert "The official text" not in page


def test_a_message_with_wording_of_ours_says_so(corrected: Ruling) -> None:
    shared = shared_at("/vell/faq/1.1/", site="")
    assert [WHOSE in message for message in (shared.discord, shared.forum)] == [True, True]


def test_a_found_ruling_with_wording_of_ours_says_so(corrected: Ruling, client: Client) -> None:
    found = client.get("/api/v1/search?q=oil+lamp+burns").json()["results"]
    whose = {one["document"]: one["ours"]["reason"] for one in found if "ours" in one}
    assert whose == {"faq": "A slip."}


def test_the_repairs_of_an_edition_list_what_we_corrected_with_the_reason(corrected: Ruling, client: Client) -> None:
    for edition in ("1", "1-corrected-1"):
        for form in ("/", ".md", ".json"):
            page = client.get(f"/vell/faq/at/{edition}/repairs{form}").content.decode()
            assert "A slip." in page, (edition, form)
            assert "twice" in page, (edition, form)
