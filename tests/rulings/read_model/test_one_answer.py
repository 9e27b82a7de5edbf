"""Law 14: page, Markdown, API, search result, feed, export and deck check say the same about the same thing."""

import json
import os
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from rulings.models import Document, Edition, ShownCard, ShownRuling
from rulings.selectors.search import search
from rulings.services import indexing

FOLDER = os.environ.get("RULINGS_DOCUMENTS", "")
HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: 1.0\nauthority: {}\n---\n"
# The document corrects "islands"; only the digest says which cards these are.
OFFICIAL = HEAD.format("official") + (
    "# General {general errata}\n#### Islands\nA card that is an island has no shore.\n"
    "# Errata {errata}\n## Core Box\n#### Lamp (L3)\nCosts 1.\n"
    "# Restricted {restricted}\n- Lamp (Core Box L3)\n"
    "# Rules\n#### (1.1) Oil\nIt runs out.\n"
)
DIGEST = HEAD.format("digest") + (
    "# General {general errata}\n#### Islands\nCards: Reef (Core Box L1); Skerry (Core Box L2)\nNo shores.\n"
    "# Errata {errata}\n## Core Box\n#### Lamp (L3)\nOne oil.\n"
    "# Restricted {restricted}\n- Lamp (Core Box L3)\n"
    "# Rules\n#### (1.1) Oil\nIt runs out.\n"
)


@pytest.fixture
def vell(publish: Callable[..., Edition]) -> Document:
    publish(DIGEST)
    document = publish(OFFICIAL).document
    indexing.rebuild()
    return document


def answers(client: Client, path: str, name: str) -> dict[str, set[str]]:
    """What each form of the site says of the statuses of a card."""
    game, card_set, card = path.split("/")
    address = f"/{game}/cards/{card_set}/{card}/"
    page, markdown = client.get(address).content.decode(), client.get(f"{address[:-1]}.md").content.decode()
    deck = client.post("/api/v1/decks/check", {"deck": name, "game": game}, content_type="application/json").json()
    letter = ShownCard.objects.get(path=path).letter
    browsed = client.get(f"/{game}/cards/", {"set": card_set, "letter": letter}).content.decode()
    row = next(one for one in re.findall(r"<li>.*?</li>", browsed, re.DOTALL) if f'href="{address}"' in one)
    filtered = {
        status
        for status in ("errata", "restricted", "banned")
        if client.get("/api/v1/cards", {"game": game, "name": name, "status": status}).json()["total"]
    }
    kinds = {"erratum": "errata", "listing": ""}
    about = client.get("/api/v1/rulings", {"card": path, "limit": 200}).json()["results"]
    return {
        "page": set(re.findall(r'class="status status-(\w+)"', page)) - {"clean"},
        "Markdown": {
            status
            for status, words in (("errata", "Has errata"), ("restricted", "Restricted"), ("banned", "Banned"))
            if words in markdown.split("**")[1]
        },
        "JSON": set(client.get(f"{address[:-1]}.json").json()["statuses"]),
        "browsing": set(re.findall(r"mark-(\w+)", row)),
        "filter": filtered,
        "deck": set(deck["cards"][0]["statuses"]),
        "card of the deck": set(deck["cards"][0]["card"]["statuses"]),
        "rulings": {one["list"] or kinds[one["kind"]] for one in about if one["kind"] in kinds},
    }


def sheet_says(client: Client, path: str) -> set[str]:
    game, card_set, _ = path.split("/")
    sheet = client.get(f"/{game}/cards/{card_set}/errata-sheet.json").json()
    return {card["id"] for part in ("errata", "listings") for one in sheet[part] for card in one["cards"]}


def test_a_card_that_only_the_digest_names_has_errata_everywhere(client: Client, vell: Document) -> None:
    for row in ShownCard.objects.all():
        expected = {"lamp": {"errata", "restricted"}}.get(row.folded_name, {"errata"})
        said = answers(client, row.path, json.loads(row.record)["name"])
        assert {form for form, statuses in said.items() if statuses != expected} == set(), row.path
        assert row.path in sheet_says(client, row.path)


def test_what_is_said_in_short_is_the_same_everywhere(client: Client, vell: Document) -> None:
    output = StringIO()
    call_command("export", stdout=output)
    records = [json.loads(line) for line in output.getvalue().splitlines()]
    exported = {one["url"]: one["summary"] for one in records if one["type"] == "ruling"}
    found = {one.ruling["url"]: one.ruling["summary"] for one in search("oil runs shore costs island lamp").results}
    for row in ShownRuling.objects.all():
        url = f"/{row.path}/"
        page, data = client.get(url).content.decode(), client.get(f"{url[:-1]}.json").json()
        assert ("In short" in page) == bool(data["summary"]) == bool(exported[url]), url
        assert found.get(url, data["summary"]) == data["summary"]
    # It says no more than the ruling itself.
    assert exported["/vell/faq/1.1/"] is None


def test_the_export_and_the_api_name_the_same_cards(client: Client, vell: Document) -> None:
    output = StringIO()
    call_command("export", stdout=output)
    for line in output.getvalue().splitlines():
        record = json.loads(line)
        if record["type"] == "ruling":
            answer = client.get(f"{record['url'][:-1]}.json").json()
            names = [{key: card[key] for key in ("set", "number", "name")} for card in answer["cards"]]
            assert record["cards"] == names


@pytest.mark.skipif(not FOLDER, reason="RULINGS_DOCUMENTS does not name the publishers' documents")
@pytest.mark.django_db
def test_every_title_of_mythos_with_a_status_has_it_everywhere(client: Client) -> None:
    call_command("load_fixtures", verbosity=0)
    (document,) = Path(FOLDER).glob("002_*.txt")
    call_command("import_document", str(document), publish=True, verbosity=0, stdout=StringIO())
    rows = [row for row in ShownCard.objects.filter(game__slug="mythos") if json.loads(row.record)["statuses"]]
    assert len(rows) > 50
    for row in rows:
        record = json.loads(row.record)
        said = answers(client, row.path, record["name"])
        assert {form: one for form, one in said.items() if one != set(record["statuses"])} == {}, row.path
