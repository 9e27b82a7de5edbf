"""What strangers tried on the running site: each of these went wrong once."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from importers.reading import read
from rulings import validating
from rulings.models import Document, Edition

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "address", ["http://%5B", "http://%5Bx%5D/", "//%5Bx", "http://%E2%84%80/", "http://%E2%84%80/a"]
)
@pytest.mark.parametrize("page", ["/api/v1/oembed?url=", "/api/v1/cite?q=", "/cite/?q=", "/preview/?of="])
def test_an_address_that_is_none_is_an_answer_and_no_error(
    client: Client, lanterns: Document, page: str, address: str
) -> None:
    assert client.get(f"{page}{address}").status_code in (200, 404, 422)


def test_a_link_cannot_lead_off_the_site_by_a_backslash(client: Client, publish: Callable[[str], Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n"
    publish(f"{head}#### (1.1) Oil\nSee [w](/\\\\evil.example) and [v](/vell/).\n")
    page = client.get("/vell/faq/1.1/").content.decode()
    assert "evil.example" not in "".join(re.findall(r'href="[^"]*"', page))
    assert 'href="/vell/"' in page


def test_a_window_with_two_spaces_is_read() -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Round {timing}\n"
    document = read(f"{head}- (1.1) Dusk\n- [Player  window]\n".encode(), name="x.md").document
    assert document.rulings[0].window_after == "Player window"


def test_a_parameter_that_nobody_asks_for_does_not_make_a_page_again(client: Client, lanterns: Document) -> None:
    plain = client.get("/lanterns-of-vell/faq/1.1/").content
    assert client.get("/lanterns-of-vell/faq/1.1/?x=1").content == plain
    assert client.get("/lanterns-of-vell/cards/?letter=h").content != client.get("/lanterns-of-vell/cards/").content


def test_every_parameter_of_a_page_is_known() -> None:
    code = "".join(path.read_text() for path in (ROOT / "rulings" / "views").glob("*.py"))
    asked = set(re.findall(r'(?:showing\.text\(request, |GET\.get(?:list)?\(|GET\[)"([a-z_]+)"', code))
    assert {"q", "old", "page"} <= asked <= validating.PARAMETERS


def test_data_is_asked_for_by_parameters_of_its_own(client: Client, lanterns: Document) -> None:
    assert len(client.get("/lanterns-of-vell/cards.json?limit=1").json()["results"]) == 1


def test_pages_say_what_they_may_not_do_and_where_to_report(client: Client, lanterns: Document) -> None:
    assert "camera=()" in client.get("/")["Permissions-Policy"]
    assert "Contact: http" in client.get("/.well-known/security.txt").content.decode()


def test_an_address_that_guesses_passwords_is_locked_whatever_names_it_tries(client: Client, db: None) -> None:
    for number in range(5):
        client.post("/admin/login/", {"username": f"name{number}", "password": "wrong"})
    assert client.post("/admin/login/", {"username": "another", "password": "wrong"}).status_code == 429
