"""What a phone keeps of a game."""

import hashlib
import json
from collections.abc import Callable

from django.test import Client

from rulings.models import Document, Edition
from rulings.services import correcting


def kept(client: Client, game: str) -> dict:  # type: ignore[type-arg]
    answer = client.get(f"/offline/{game}.json")
    assert answer["X-Content-Hash"] == hashlib.sha256(answer.content).hexdigest()
    found: dict = json.loads(answer.content)  # type: ignore[type-arg]
    return found


def test_all_that_is_in_force_is_kept_and_nothing_else(client: Client, lanterns: Document) -> None:
    found = kept(client, "lanterns-of-vell")
    wanted = {one["url"] for one in client.get("/api/v1/rulings?game=lanterns-of-vell&limit=200").json()["results"]}
    assert {one["url"] for one in found["rulings"]} == wanted
    urls = {one["url"] for one in found["rulings"]}
    assert {url for chapter in found["chapters"] for url in chapter["rulings"]} == urls


def test_what_is_not_the_publishers_wording_says_so(client: Client, publish: Callable[[str], Edition]) -> None:
    text = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: {}\n---\n# Rules\n#### (1.1) Oil\nBurns.\n"
    edition = publish(text.format("digest"))
    assert kept(client, "vell")["rulings"][0]["source"] == "FAQ 1 (our digest)"
    edition = publish(text.format("official"))
    ruling = edition.document.rulings.get(slug="1.1")
    changed = correcting.text_of(ruling).replace("Burns.", "Burns slowly.")
    correcting.correct_text(ruling, changed, reason="A slip.", basis=edition.pk, user=None)
    (one,) = kept(client, "vell")["rulings"]
    assert one["ours"] == "A slip."


def test_a_game_that_is_not_there_cannot_be_kept(client: Client, lanterns: Document) -> None:
    assert client.get("/offline/nowhere.json").status_code == 404


def test_the_site_can_be_installed(client: Client, lanterns: Document) -> None:
    manifest = client.get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    assert manifest.json()["display"] == "standalone"
    worker = client.get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Service-Worker-Allowed"] == "/"
