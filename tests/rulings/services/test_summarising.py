"""A digest stands in for its document, and becomes "In short" when the document itself arrives."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from rulings.models import Document, Edition, Ruling, Summary
from rulings.selectors.cards import card_page, find_card, list_page
from rulings.selectors.search import search
from rulings.selectors.site import find_game, latest_editions
from rulings.services import publishing

Publish = Callable[[Path | str], Edition]

FAQ = "/vell/faq/"
HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: {}\n---\n"
DIGEST = HEAD.format("1.0", "digest") + (
    "# Errata {errata}\n## Core Box\n#### Moth (L1)\nIs now unique.\n"
    "# Banned {banned}\n- Moth (Core Box L1)\n"
    "# Rules\n#### (1.1) Lighting\nOnce is enough. See [[1.2]].\n#### (1.2) Lending\nNever.\n"
    "# Questions {questions}\n#### Does a snuffed bell ring?\nCards: Moth (Core Box L1)\nNo.\n"
)
# What makes a ruling long enough to be summed up.
AT_LENGTH = (
    " All of this holds in every round of the game, on each of the quays, for lanterns of any size and colour, and"
    " no card of this box says anything else about it, whatever it may look like at first sight."
)
OFFICIAL = HEAD.format("1.0", "official") + (
    "# Errata {errata}\n## Core Box\n#### Moth (L1)\nShould have a dot before its name." + AT_LENGTH + "\n"
    "# Banned {banned}\n- Moth (Core Box L1)\n"
    "# Rules\n#### (1.1) Lighting\nA lantern that burns is not to be kindled again." + AT_LENGTH + "\n"
    "#### (1.2) Lending\nNo lantern is ever lent." + AT_LENGTH + "\n"
    "# Questions {questions}\n#### At dawn, what becomes of the bell that has been snuffed?\nIt does not ring."
    + AT_LENGTH
    + "\n"
)


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode().split("<body", 1)[1]


def exported(*arguments: str) -> list[dict[str, object]]:
    output = StringIO()
    call_command("export", *arguments, stdout=output)
    return [record for line in output.getvalue().splitlines() if (record := json.loads(line))["type"] == "ruling"]


@pytest.fixture
def both(publish: Publish) -> Document:
    """The digest, then the document itself."""
    publish(DIGEST)
    return publish(OFFICIAL).document


def test_a_digest_alone_stands_at_the_address_of_its_document(client: Client, publish: Publish) -> None:
    publish(DIGEST)
    # What can be copied at the top has the words, too.
    page = text_of(client, f"{FAQ}1.1/").partition('class="to-select"')[2].partition("</details>")[2]
    assert "Once is enough." in page
    assert "In short" not in page
    assert "Summaries in our own words" in text_of(client, f"{FAQ}at/1.0/")


@pytest.mark.parametrize(
    "address", [FAQ, f"{FAQ}1.1/", f"{FAQ}editions/", "/vell/lists/banned/", "/vell/cards/core-box/L1-moth/"]
)
def test_every_page_of_a_digest_says_so_and_leads_to_how_the_wording_comes_here(
    client: Client, publish: Publish, address: str
) -> None:
    publish(DIGEST)
    page = text_of(client, address)
    assert "Summaries in our own words" in page
    assert 'href="/help/operators/#documents"' in page
    assert "manage.py import_document" in text_of(client, "/help/operators/")


def test_the_document_itself_is_shown_with_the_digest_in_short(client: Client, both: Document) -> None:
    # What can be copied at the top has the words, too.
    page = text_of(client, f"{FAQ}1.1/").partition('class="to-select"')[2].partition("</details>")[2]
    assert page.index("In short") < page.index("Once is enough.") < page.index("not to be kindled again")
    assert f'href="{FAQ}1.2/"' in page[page.index("In short") : page.index("not to be kindled again")]
    assert "Summaries in our own words" not in page


def test_the_digest_is_in_no_list_next_to_its_document(both: Document) -> None:
    game = find_game("vell")
    page = card_page(find_card("vell", set_slug="core-box", slug="L1-moth"))
    for shown in (game["editions"], latest_editions(), list_page(game, list_name="banned").listings, page.all):
        assert {one["authority"] for one in shown} == {"official"}


@pytest.mark.parametrize("words", ["kindled", "enough"])
def test_search_finds_either_wording_and_shows_one_result(
    publish: Publish, words: str, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    for text in (DIGEST, OFFICIAL):
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            publish(text)
    page = search(words)
    assert page.index == "ready"
    found = [(result.ruling["authority"], result.ruling["slug"]) for result in page.results]
    assert found == [("official", "1.1")]


def test_the_address_of_a_digest_ruling_leads_to_what_it_sums_up(client: Client, both: Document) -> None:
    question = Ruling.objects.get(document=both, kind="question")
    response = client.get(f"{FAQ}does-a-snuffed-bell-ring/")
    assert (response.status_code, response["Location"]) == (302, question.get_absolute_url())
    response = client.get(f"{FAQ}at/1.0/does-a-snuffed-bell-ring/")
    assert response["Location"] == f"{FAQ}at/1.0/{question.slug}/"


def test_a_digest_ruling_that_sums_up_nothing_keeps_its_page(client: Client, publish: Publish) -> None:
    publish(DIGEST + "# More\n#### A rule of its own\nZebras are exempt.\n")
    publish(OFFICIAL)
    assert "Zebras are exempt." in text_of(client, f"{FAQ}a-rule-of-its-own/")


def test_an_edition_that_only_the_digest_has_can_still_be_read(client: Client, publish: Publish) -> None:
    publish(DIGEST)
    publish(OFFICIAL.replace("edition: 1.0", "edition: 0.9"))
    assert "Once is enough." in text_of(client, f"{FAQ}at/1.0/1.1/")
    assert "In short, as of 1.0" in text_of(client, f"{FAQ}1.1/")


def test_a_reworded_ruling_is_no_longer_summed_up_by_the_old_digest(
    client: Client, both: Document, publish: Publish
) -> None:
    publish(OFFICIAL.replace("edition: 1.0", "edition: 1.1").replace("is ever lent", "is lent, save at dusk"))
    assert "In short" not in text_of(client, f"{FAQ}1.2/")
    assert "In short, as of 1.0" in text_of(client, f"{FAQ}1.1/")
    assert "In short" in text_of(client, f"{FAQ}at/1.0/1.2/")


def test_a_renumbered_ruling_keeps_its_summary(client: Client, both: Document, publish: Publish) -> None:
    publish(OFFICIAL.replace("edition: 1.0", "edition: 1.1").replace("(1.2)", "(1.3)"))
    assert "In short, as of 1.0" in text_of(client, f"{FAQ}1.2/")


def test_withdrawing_the_document_gives_its_place_back_to_the_digest(client: Client, both: Document) -> None:
    assert both.current is not None
    publishing.withdraw(both.current)
    # What can be copied at the top has the words, too.
    page = text_of(client, f"{FAQ}1.1/").partition('class="to-select"')[2].partition("</details>")[2]
    assert "Once is enough." in page
    assert "kindled" not in page
    response = client.get(f"{FAQ}at-dawn-what-becomes-of-the-bell-that-has-been-snuffed/")
    assert (response.status_code, response["Location"]) == (302, f"{FAQ}does-a-snuffed-bell-ring/")


def test_withdrawing_the_digest_leaves_no_summary(client: Client, both: Document) -> None:
    call_command("withdraw_edition", "vell", "faq", "1.0", "--digest")
    assert "In short" not in text_of(client, f"{FAQ}1.1/")
    assert not Summary.objects.exists()


def test_a_digest_can_be_corrected_below_its_document(client: Client, both: Document, publish: Publish) -> None:
    call_command("withdraw_edition", "vell", "faq", "1.0", "--digest")
    assert "In short" not in text_of(client, f"{FAQ}1.1/")
    publish(DIGEST.replace("Once is enough.", "Only once."))
    # What can be copied at the top has the words, too.
    page = text_of(client, f"{FAQ}1.1/").partition('class="to-select"')[2].partition("</details>")[2]
    assert page.index("Only once.") < page.index("not to be kindled again")


def test_a_digest_that_arrives_after_its_document_sums_it_up(client: Client, publish: Publish) -> None:
    publish(OFFICIAL)
    publish(DIGEST)
    # What can be copied at the top has the words, too.
    page = text_of(client, f"{FAQ}1.1/").partition('class="to-select"')[2].partition("</details>")[2]
    assert page.index("Once is enough.") < page.index("not to be kindled again")


def test_the_export_has_each_ruling_once_with_its_summary(both: Document) -> None:
    for records in (exported(), exported("--edition", "all")):
        assert {record["authority"] for record in records} == {"official"}
        assert {record["key"]: record["summary"] for record in records if record["key"]} == {
            "1.1": "Once is enough. See [[1.2]].",
            "1.2": "Never.",
        }


def test_a_short_of_its_own_is_shown_in_place_of_the_whole_digest(client: Client, publish: Publish) -> None:
    publish(DIGEST.replace("See [[1.2]].\n", "See [[1.2]].\n\n{short} Light it once.\n\n{note} A word is lost.\n"))
    alone = text_of(client, f"{FAQ}1.1/")
    assert "Once is enough." in alone
    assert "Light it once." not in alone
    assert "Our note:</span> A word is lost." in alone
    publish(OFFICIAL)
    # What can be copied at the top has the words, too.
    page = text_of(client, f"{FAQ}1.1/").partition('class="to-select"')[2].partition("</details>")[2]
    assert "Light it once." in page
    assert "Once is enough." not in page
    (record,) = [one for one in exported() if one["key"] == "1.1"]
    assert (record["summary"], record["note"]) == ("Light it once.", "A word is lost.")
    assert [one.url for one in search("word is lost").results if one.url == f"{FAQ}1.1/"] == []


def test_nothing_is_shown_in_short_where_the_ruling_is_short_itself(client: Client, publish: Publish) -> None:
    publish(DIGEST)
    publish(OFFICIAL.replace(AT_LENGTH, ""))
    assert "In short" not in text_of(client, f"{FAQ}1.1/")


def test_a_past_edition_is_summed_up_by_the_digest_of_its_label(
    client: Client, both: Document, publish: Publish
) -> None:
    rest = OFFICIAL.replace("edition: 1.0", "edition: 1.1").replace("is ever lent", "is lent, save at dusk")
    publish(rest)
    publish(DIGEST.replace("edition: 1.0", "edition: 1.1").replace("Never.", "Only at dusk."))
    assert "Only at dusk." in text_of(client, f"{FAQ}1.2/")
    assert "Never." in text_of(client, f"{FAQ}at/1.0/1.2/")
