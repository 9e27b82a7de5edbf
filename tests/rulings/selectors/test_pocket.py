"""What a phone keeps of a game."""

import hashlib
import json
import zlib
from collections.abc import Callable

from django.conf import settings
from django.test import Client

from rulings.models import Document, Edition
from rulings.selectors.data.pocket import FORMAT
from rulings.services import correcting

CHARTS = """---
game: Vell
document: {name}
edition: 1
authority: official
---
# Timing {{timing}}

## Day
- (1) Dawn
- (2) Dusk
"""


def kept(client: Client, game: str) -> dict:  # type: ignore[type-arg]
    answer = client.get(f"/offline/{game}.json")
    assert answer["X-Content-Hash"] == hashlib.sha256(answer.content).hexdigest()
    found: dict = json.loads(answer.content)  # type: ignore[type-arg]
    return found


def test_all_that_is_in_force_is_kept_and_nothing_else(client: Client, lanterns: Document) -> None:
    found = kept(client, "lanterns-of-vell")
    wanted = {one["url"] for one in client.get("/api/v1/rulings?game=lanterns-of-vell&limit=200").json()["results"]}
    assert {one["url"] for one in found["rulings"]} == wanted
    (document,) = found["documents"]
    within = [
        place
        for chapter in document["chapters"]
        for _, _, first, end in chapter["sections"]
        for place in range(document["first"] + first, document["first"] + end)
    ]
    assert within == list(range(len(found["rulings"])))


def test_what_is_kept_says_how_it_is_written_and_what_its_editions_changed(client: Client, lanterns: Document) -> None:
    found = kept(client, "lanterns-of-vell")
    assert found["format"] == FORMAT
    script = (settings.ROOT / "static" / "js" / "offline.js").read_text()
    assert f"export const FORMAT = {FORMAT};" in script
    (edition,) = found["editions"]
    assert lanterns.current
    assert edition["changed"] == lanterns.current.changes.exclude(kind="same").count() > 0


def test_what_is_kept_is_asked_after_without_being_fetched(client: Client, lanterns: Document) -> None:
    asked = client.head("/offline/lanterns-of-vell.json")
    fetched = client.get("/offline/lanterns-of-vell.json")
    assert asked["X-Content-Hash"] == hashlib.sha256(fetched.content).hexdigest()
    assert int(asked["X-Compressed-Size"]) == len(zlib.compress(fetched.content))


def test_steps_stay_within_their_document(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(CHARTS.format(name="Rules"))
    publish(CHARTS.format(name="Reference"))
    found = kept(client, "vell")
    assert [[chart["title"] for chart in one["charts"]] for one in found["documents"]] == [["Day"], ["Day"]]
    for document in found["documents"]:
        (chart,) = document["charts"]
        first, last = chart["steps"]
        own = found["rulings"]
        assert all(own[place]["url"].startswith(document["url"]) for place in (first, last))
        assert (own[first].get("before"), own[first]["after"]) == (None, last)
        assert (own[last]["before"], own[last].get("after")) == (first, None)


def test_what_says_nothing_is_left_out(client: Client, lanterns: Document) -> None:
    found = kept(client, "lanterns-of-vell")
    for one in (*found["rulings"], *found["cards"]):
        assert not [key for key, value in one.items() if value in (None, "", [], {}) or value is False]


def test_what_is_not_the_publishers_wording_says_so(client: Client, publish: Callable[[str], Edition]) -> None:
    text = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: {}\n---\n# Rules\n#### (1.1) Oil\nBurns.\n"
    edition = publish(text.format("digest"))
    assert kept(client, "vell")["rulings"][0]["source"] == "FAQ 1 (our digest)"
    edition = publish(text.format("official"))
    ruling = edition.document.rulings.get(slug="1.1")
    changed = correcting.text_of(ruling).replace("Burns.", "Burns slowly.")
    correcting.correct_text(ruling, changed, reason="A slip.", basis=edition.pk, user=None)
    (one,) = kept(client, "vell")["rulings"]
    assert one["ours"]["reason"] == "A slip."


def test_a_game_that_is_not_there_cannot_be_kept(client: Client, lanterns: Document) -> None:
    assert client.get("/offline/nowhere.json").status_code == 404


def test_the_site_can_be_installed(client: Client, lanterns: Document) -> None:
    manifest = client.get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    assert manifest.json()["display"] == "standalone"
    worker = client.get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Service-Worker-Allowed"] == "/"
