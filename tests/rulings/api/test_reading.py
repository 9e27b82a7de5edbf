"""The API: everything that the pages show, by its permanent id."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rulings.models import Card, Document, Edition, ShownCard
from rulings.services import correcting, merging, publishing

GAME, FAQ = "lanterns-of-vell", "lanterns-of-vell/faq"
BELL = "lanterns-of-vell/core-box/L40-harbour-bell"


def names(answer: dict[str, Any]) -> list[str]:
    return [card["name"] for card in answer["results"]]


def test_the_index_leads_to_every_resource(get: Any, client: Client) -> None:
    index = get("/")
    assert index["generation"] > 0
    needs_more = {"search", "completion", "citations", "deck check"}
    for name, path in index["resources"].items():
        if name not in needs_more:
            assert client.get(path).status_code == 200, name


def test_a_game_tells_what_is_in_it(get: Any) -> None:
    game = get(f"/games/{GAME}")
    assert (game["name"], game["documents"], game["cards"]) == ("Lanterns of Vell", [FAQ], 6)
    assert get("/games")["results"] == [game]


def test_a_set_tells_its_packs_and_number_of_cards(get: Any) -> None:
    tides = get("/sets/lanterns-of-vell/tides-of-vell")
    assert (tides["packs"], tides["cards"], tides["url"]) == (
        ["Low Water"],
        1,
        "/lanterns-of-vell/cards/tides-of-vell/",
    )
    assert [one["id"] for one in get("/sets", game=GAME)["results"]] == [
        "lanterns-of-vell/core-box",
        "lanterns-of-vell/tides-of-vell",
    ]


def test_a_card_is_found_by_its_id_with_everything_about_it(get: Any) -> None:
    bell = get(f"/cards/{BELL}")
    assert (bell["id"], bell["name"], bell["number"]) == (BELL, "Harbour Bell", "L40")
    assert bell["statuses"] == ["restricted", "errata"]
    assert [ruling["text"] for ruling in bell["errata"]] == ["Should be unique."]
    assert [ruling["kind"] for ruling in bell["listings"]] == ["listing"]
    assert [ruling["title"] for ruling in bell["rulings"]] == ["Does [[Harbour Bell]] ring at dawn?"]
    assert {event["edition"] for event in bell["history"]} >= {"1.0"}


@pytest.mark.parametrize("name", ["Harbour Bell", "harbour bell", "HARBOUR  BELL", "The Harbour Bell", "Hárbour Bell"])
def test_a_card_is_found_by_its_exact_name_however_it_is_written(get: Any, name: str) -> None:
    assert names(get("/cards", name=name)) == ["Harbour Bell"]


@pytest.mark.parametrize("name", ["Harbor Bell", "harbour bel", "Habour Bell", "bell"])
def test_a_card_is_found_by_a_name_that_is_not_quite_right(get: Any, name: str) -> None:
    assert names(get("/cards", like=name)) == ["Harbour Bell"]
    assert names(get("/cards", name=name)) == []


def test_cards_are_narrowed_by_set_pack_number_letter_and_status(get: Any) -> None:
    assert names(get("/cards", set="Tides of Vell")) == ["Drowned Sexton"]
    assert names(get("/cards", pack="Low Water")) == ["Drowned Sexton"]
    assert names(get("/cards", number="l40")) == ["Harbour Bell"]
    assert names(get("/cards", letter="S")) == ["Salt Road"]
    assert names(get("/cards", letter="#")) == []
    assert names(get("/cards", status="banned")) == ["Drowned Sexton"]
    assert names(get("/cards", game="Lanterns of Vell", status="restricted")) == [
        "Lamplighter",
        "Grey Moth",
        "Harbour Bell",
    ]


def test_a_list_of_cards_comes_in_pages_that_lead_on(get: Any, client: Client) -> None:
    first = get("/cards", limit=4)
    assert (first["total"], first["page"], first["pages"], first["previous"]) == (6, 1, 2, None)
    second = client.get(first["next"]).json()
    assert (len(first["results"]), len(second["results"]), second["next"]) == (4, 2, None)
    assert not set(names(first)) & set(names(second))
    assert get("/cards", limit=4, page=9)["results"] == []


def test_many_cards_are_asked_for_at_once(client: Client, lanterns: Document) -> None:
    wanted = [{"id": BELL}, {"name": "lamplighter"}, {"name": "Grey Moht", "game": GAME}, {"id": "a/b"}]
    answer = client.post("/api/v1/cards/batch", {"cards": wanted}, content_type="application/json").json()
    assert [card["name"] for card in answer["found"]] == ["Harbour Bell", "Lamplighter"]
    assert [(one["wanted"]["name"], one["suggestions"]) for one in answer["missing"]] == [
        ("Grey Moht", ["Grey Moth"]),
        ("", []),
    ]


def test_a_batch_of_ids_takes_no_more_queries_than_one(client: Client, lanterns: Document) -> None:
    ids = [card["id"] for card in client.get("/api/v1/cards?limit=40").json()["results"]]

    def queries(count: int) -> int:
        with CaptureQueriesContext(connection) as captured:
            given = {"cards": [{"id": one} for one in ids[:count]]}
            answer = client.post("/api/v1/cards/batch", given, content_type="application/json").json()
        assert [card["id"] for card in answer["found"]] == ids[:count]
        return len(captured)

    assert len(ids) > 3
    # The first one loads what is remembered.
    queries(1)
    assert queries(len(ids)) == queries(1)


def test_a_batch_of_more_than_a_hundred_is_refused(client: Client, lanterns: Document) -> None:
    cards = [{"name": "Lamplighter"}] * 101
    response = client.post("/api/v1/cards/batch", {"cards": cards}, content_type="application/json")
    assert response.status_code == 422
    assert "100" in response.json()["detail"]


def test_a_card_that_was_merged_is_found_wherever_its_old_address_is_used(client: Client, lanterns: Document) -> None:
    old = Card.objects.get(name="Grey Moth")
    merging.merge_cards(Card.objects.get(name="Moth Swarm"), [old], user=None)
    was, now = "lanterns-of-vell/core-box/L32-grey-moth", "lanterns-of-vell/core-box/L31-moth-swarm"
    page_was, page_now = (f"/{one.replace('/', '/cards/', 1)}/" for one in (was, now))
    assert client.get(f"/api/v1/cards/{was}")["Location"] == f"/api/v1/cards/{now}"
    assert client.get(f"{page_was[:-1]}.md")["Location"] == f"{page_now[:-1]}.md"
    assert "Moth Swarm" in client.get(f"/embed{page_was}").content.decode()
    assert f"/embed{page_now}" in client.get("/api/v1/oembed", {"url": page_was}).json()["html"]
    assert [card["id"] for card in client.get("/api/v1/cite", {"q": page_was}).json()["cards"]] == [now]
    batch = client.post("/api/v1/cards/batch", {"cards": [{"id": was}]}, content_type="application/json").json()
    assert [card["id"] for card in batch["found"]] == [now]


def test_an_edition_that_we_corrected_is_there_once(client: Client, get: Any, lanterns: Document) -> None:
    lighting = lanterns.rulings.get(slug="1.1")
    text = correcting.text_of(lighting).replace("cannot be lit again", "cannot be lit twice")
    correcting.correct_text(lighting, text, reason="A slip.", basis=lanterns.current_id or 0, user=None)
    (ruling,) = get("/rulings", edition="2.0", label="1.1")["results"]
    assert "lit twice" in ruling["text"]
    assert get(f"/documents/{FAQ}")["editions"] == ["2.0", "1.1", "1.0"]


def test_an_edition_of_a_digest_that_its_document_hides_can_be_read(
    client: Client, get: Any, publish: Callable[[str], Edition], lanterns: Document
) -> None:
    head = "---\ngame: Lanterns of Vell\ndocument: FAQ\nedition: 0.5\nauthority: digest\n---\n# Rules\n"
    publish(f"{head}#### (1.1) Lighting\nOnce only.\n")
    assert get(f"/editions/{FAQ}/0.5")["authority"] == "digest"
    assert client.get("/api/v1/cite", {"q": "/lanterns-of-vell/faq/at/0.5/"}).json()["found"]


def test_names_are_narrowed_before_they_are_cut(get: Any, publish: Callable[[str], Edition]) -> None:
    cards = "".join(f"#### Moss {n} (M{n})\nIs green.\n" for n in range(80))
    publish(
        f"---\ngame: Bog\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Errata {{errata}}\n## Box\n{cards}"
    )
    assert names(get("/cards", like="mo", game=GAME)) == ["Moth Swarm", "Grey Moth"]


def test_a_ruling_names_its_cards_by_id_and_the_one_that_bears_its_label_now(get: Any) -> None:
    assert [card["id"] for card in get("/rulings", card=BELL, kind="erratum")["results"][0]["cards"]] == [BELL]
    snuffing = get(f"/rulings/{FAQ}/1.2")
    assert (snuffing["in_force"], snuffing["namesake"]["title"]) == (False, "Shading")
    question = get("/rulings", kind="question")["results"][0]
    assert question["plain_title"] == "Does Harbour Bell ring at dawn?"


def test_a_ruling_is_found_by_its_id_and_by_the_label_it_bears_or_bore(get: Any) -> None:
    # Lending kept its address when it became 1.4, and is 1.3 again.
    assert get(f"/rulings/{FAQ}/1.3")["title"] == get(f"/rulings/{FAQ}/1.4")["title"] == "Lending"
    ruling = get(f"/rulings/{FAQ}/1.1")
    assert (ruling["id"], ruling["key"], ruling["in_force"]) == (f"{FAQ}/1.1", "1.1", True)
    assert ruling["history"][-1]["kind"] == "added"
    assert "<p>" in ruling["html"]


def test_a_ruling_is_read_as_it_stood(get: Any) -> None:
    then = get(f"/rulings/{FAQ}/1.2", edition="1.0")
    assert (then["edition"], then["in_force"]) == ("1.0", False)
    assert then["url"] == "/lanterns-of-vell/faq/at/1.0/1.2/"


def test_rulings_are_narrowed_by_label_kind_list_card_and_edition(get: Any) -> None:
    assert [one["title"] for one in get("/rulings", label="2.1")["results"]] == ["High tide"]
    assert get("/rulings", kind="step")["total"] == 5
    assert get("/rulings", list="banned")["total"] == 1
    about = get("/rulings", card="Harbour Bell")["results"]
    assert {one["kind"] for one in about} == {"erratum", "listing", "question"}
    assert "Lending" in [one["title"] for one in get("/rulings", mentions="lamplighter")["results"]]
    assert [one["title"] for one in get("/rulings", edition="1.1", label="1.3")["results"]] == ["Snuffing"]
    assert [one["title"] for one in get("/rulings", tag="v1.0")["results"]] == ["Low tide"]


def test_a_document_has_its_editions_and_contents(get: Any) -> None:
    document = get(f"/documents/{FAQ}")
    assert (document["edition"], document["editions"]) == ("2.0", ["2.0", "1.1", "1.0"])
    assert "Rules clarifications" in [chapter["title"] for chapter in document["chapters"]]
    chapter = get(f"/documents/{FAQ}/chapters/rules-clarifications")
    assert [ruling["key"] for ruling in chapter["results"]] == ["1.1", "1.2", "1.3", "2.1", "2.2"]


def test_editions_tell_what_they_did(get: Any) -> None:
    newest, *_ = get("/editions", game=GAME)["results"]
    assert (newest["id"], newest["in_force"], newest["date"]) == (f"{FAQ}/2.0", True, "2023-01-15")
    assert newest["changes"] == {"added": 2, "moved": 4, "removed": 2}
    assert get(f"/editions/{FAQ}/1.0")["chapters"]


def test_two_editions_are_compared(get: Any) -> None:
    answer = get(f"/changes/{FAQ}/1.1...2.0", kind="removed")
    assert (answer["old"], answer["new"], answer["total"]) == ("1.1", "2.0", 2)
    assert {change["ruling"]["title"] for change in answer["results"]} >= {"Snuffing"}
    assert answer["results"][0]["difference"][0]["operation"] == "delete"


def test_the_latest_changes_leave_out_what_a_first_edition_adds(get: Any) -> None:
    answer = get("/changes", document="faq")
    assert {change["edition"] for change in answer["results"]} == {"2.0", "1.1"}
    assert answer["results"][0]["edition"] == "2.0"


def test_a_list_tells_since_when_each_card_is_on_it(get: Any) -> None:
    restricted = get(f"/lists/{GAME}/restricted")
    since = {one["cards"][0]["name"]: (one["since"], one["since_date"]) for one in restricted["cards"]}
    assert since["Grey Moth"] == ("2.0", "2023-01-15")
    assert since["Lamplighter"][0] == "1.0"
    assert {one["list"] for one in get("/lists")["results"]} == {"restricted", "banned"}


def test_a_timing_chart_has_its_steps_and_windows(get: Any) -> None:
    (chart,) = get(f"/timing/{FAQ}")["charts"]
    assert [(step["key"], step["depth"]) for step in chart["steps"]] == [
        ("R.1", 0),
        ("R.2", 0),
        ("R.2.1", 1),
        ("R.3", 0),
        ("R.4", 0),
    ]
    assert chart["steps"][0]["window_after"] == "Player window"
    (then,) = get(f"/timing/{FAQ}", edition="1.0")["charts"]
    assert len(then["steps"]) == 4


def test_source_repairs_and_tags_are_data_too(get: Any) -> None:
    source = get(f"/editions/{FAQ}/1.0/source")
    assert source["lines"][1] == {"number": 2, "text": "game: Lanterns of Vell"}
    assert get(f"/editions/{FAQ}/1.0/repairs")["findings"] == []
    assert get(f"/documents/{FAQ}/tags")["tags"][0]["tag"] == "v1.0"


def test_an_answer_that_has_not_changed_is_not_sent_again(client: Client, lanterns: Document) -> None:
    for path in (f"/api/v1/cards/{BELL}", "/api/v1/cards?limit=2", "/lanterns-of-vell/faq/1.1.json", "/feeds/"):
        first = client.get(path)
        assert first["ETag"]
        again = client.get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b""), path
        assert client.head(path).status_code == 200, path


def test_what_is_not_there_is_never_validated(client: Client, lanterns: Document) -> None:
    known = client.get("/api/v1/games")["ETag"]
    response = client.get("/api/v1/games/nope", headers={"If-None-Match": known})
    assert response.status_code == 404
    assert "ETag" not in response
    assert client.get("/api/v1/openapi.json")["ETag"]


def test_what_is_published_changes_the_validator(client: Client, lanterns: Document) -> None:
    before = client.get("/api/v1/games")["ETag"]
    assert lanterns.current
    publishing.withdraw(lanterns.current)
    assert client.get("/api/v1/games")["ETag"] != before


def test_any_origin_may_read_data_and_send_decks(client: Client, lanterns: Document) -> None:
    for path in ("/api/v1/games", "/lanterns-of-vell/faq/1.1.json", "/lanterns-of-vell/faq/1.1.md", "/feeds/"):
        assert client.get(path, headers={"Origin": "https://decks.example"})["Access-Control-Allow-Origin"] == "*"
    asking = {
        "Origin": "https://decks.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "if-none-match, content-type",
    }
    preflight = client.options("/api/v1/decks/check", headers=asking)
    assert "POST" in preflight["Access-Control-Allow-Methods"]
    assert "if-none-match" in preflight["Access-Control-Allow-Headers"]
    page = client.get("/lanterns-of-vell/", headers={"Origin": "https://decks.example"})
    assert "Access-Control-Allow-Origin" not in page


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/games/nope", 404),
        ("/api/v1/nope", 404),
        ("/api/nope", 404),
        ("/api/v1/cards?limit=1000", 422),
        ("/api/v1/cards?status=nice", 422),
        ("/api/v1/cards?name=%00", 422),
        ("/api/v1/cards?game=nope", 404),
        ("/api/v1/rulings/lanterns-of-vell/faq/9.9", 404),
        ("/api/v1/oembed?url=/&format=json", 404),
        ("/lanterns-of-vell/faq/9.9.json", 404),
        ("/nope.json", 404),
    ],
)
def test_an_error_is_a_problem_with_advice(client: Client, lanterns: Document, path: str, status: int) -> None:
    response = client.get(path)
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    problem = response.json()
    assert problem["status"] == status
    assert problem["advice"]
    assert problem["type"].startswith("/help/api/#")


def test_a_method_that_is_not_allowed_is_a_problem_that_names_those_that_are(
    client: Client, lanterns: Document
) -> None:
    response = client.delete("/api/v1/games")
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")
    assert set(response["Allow"].split(", ")) == {"GET", "HEAD"}


def test_a_wrong_host_is_a_problem_too(client: Client, lanterns: Document) -> None:
    response = client.get("/api/v1/games", headers={"Host": "wrong.example"})
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")


def test_a_body_that_is_no_json_is_a_problem(client: Client, lanterns: Document) -> None:
    response = client.post("/api/v1/decks/check", "{", content_type="application/json")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")


def test_what_was_withdrawn_is_gone(client: Client, lanterns: Document) -> None:
    assert lanterns.current
    publishing.withdraw(lanterns.current)
    response = client.get(f"/api/v1/editions/{FAQ}/2.0")
    assert (response.status_code, response.json()["title"]) == (410, "Withdrawn")


def test_a_fault_of_ours_is_a_problem_too(client: Client, lanterns: Document, settings: Any) -> None:
    client.raise_request_exception = False
    ShownCard.objects.filter(folded_name="harbour bell").update(record="[")
    response = client.get("/api/v1/cards", {"name": "Harbour Bell"})
    assert (response.status_code, response["Content-Type"]) == (500, "application/problem+json")


def test_the_openapi_document_has_an_example_for_every_part_of_an_address(client: Client, lanterns: Document) -> None:
    schema = client.get("/api/v1/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            assert operation["summary"]
            assert operation["description"]
            for parameter in operation["parameters"]:
                if parameter["in"] == "path" or parameter["required"]:
                    assert "example" in parameter or "enum" in parameter["schema"], (path, parameter["name"])


def test_the_human_page_tells_every_operation_and_problem(client: Client, lanterns: Document) -> None:
    page = client.get("/help/api/").content.decode()
    schema = client.get("/api/v1/openapi.json").json()
    for path in schema["paths"]:
        assert f"<code>{path}</code>" in page
    for kind in schema["x-problems"]:
        assert f'id="{kind["anchor"]}"' in page


def test_more_than_is_read_is_refused_at_once(client: Client, lanterns: Document) -> None:
    response = client.post("/api/v1/decks/check", {"deck": "x" * 1_000_001}, content_type="application/json")
    assert response.status_code == 413
    assert response["Content-Type"] == "application/problem+json"
