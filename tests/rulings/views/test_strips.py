"""A document in its order, shaded by what last touched each ruling; and other pictures of what changed."""

from collections.abc import Callable

from django.test import Client

from rulings.models import Document, Edition

HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n"


def strip_of(client: Client, address: str) -> str:
    return client.get(address).content.decode().partition('<figure class="strip">')[2].partition("</figure>")[0]


def test_a_document_shows_what_each_edition_touched_last(client: Client, lanterns: Document) -> None:
    strip = strip_of(client, "/lanterns-of-vell/faq/")
    assert 'role="group" aria-label="What last touched each ruling' in strip
    assert 'aria-label="FAQ 2.0: ' in strip
    assert 'href="/lanterns-of-vell/faq/' in strip
    assert "FAQ 1.0 (" in strip


def test_with_one_edition_the_printed_tags_tell(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(HEAD + "#### (1) Oil (v1.10)\nIt burns.\n#### (2) Wick (v1.9)\nIt glows.\n#### (3) Glass\nIt breaks.\n")
    strip = strip_of(client, "/vell/faq/")
    assert 'aria-label="v1.10: 1 ruling"' in strip
    assert strip.index("v1.10 (1)") < strip.index("v1.9 (1)")


def test_a_document_of_which_nothing_is_told_has_no_strip(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(HEAD + "#### (1) Oil\nIt burns.\n#### (2) Wick\nIt glows.\n")
    assert strip_of(client, "/vell/faq/") == ""


def test_a_comparison_begins_with_its_bar_and_its_titles_are_links(client: Client, lanterns: Document) -> None:
    page = client.get("/lanterns-of-vell/faq/compare/1.0...2.0/").content.decode()
    assert page.index('class="change-bar"') < page.index('class="comparison ')
    title = page.partition('class="comparison-title">')[2].partition("</h3>")[0]
    assert '<a href="/lanterns-of-vell/faq/' in title


def test_a_card_of_which_nothing_changed_has_no_history(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
        "# Errata {errata}\n## Box\n#### Moth (L1)\nCosts 2.\n"
    )
    page = client.get("/vell/cards/box/L1-moth/").content.decode()
    assert "Costs 2." in page
    assert "What changed for this card" not in page


def test_an_edition_without_a_date_is_not_dated_by_its_import(
    client: Client, publish: Callable[[str], Edition]
) -> None:
    publish(HEAD + "#### (1) Oil\nIt burns.\n")
    assert "<time" not in client.get("/").content.decode()


def test_a_deck_check_keeps_the_game_that_it_came_from(client: Client, lanterns: Document) -> None:
    page = client.get("/deck-check/?game=lanterns-of-vell").content.decode()
    assert '<option value="lanterns-of-vell" selected>' in page
    assert 'href="/deck-check/?game=lanterns-of-vell"' in client.get("/lanterns-of-vell/").content.decode()


def test_contents_say_which_of_several_rulings_of_one_name(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(HEAD + "#### Spawn\nAt the gate.\n#### Spawn\nAt the well.\n#### Wick\nIt glows.\n")
    contents = client.get("/vell/faq/").content.decode().partition('aria-label="Contents"')[2].partition("</nav>")[0]
    assert contents.count("At the gate.") == contents.count("At the well.") == 1
    assert "It glows." not in contents
