"""The first ten seconds: what the front page shows and where it leads."""

from collections.abc import Callable
from pathlib import Path

from django.test import Client

from rulings.models import Document, Edition
from rulings.services import importing_cards
from tests.rulings.services.test_importing_cards import CATALOGUE
from tests.rulings.services.test_importing_cards import FAQ as JULIA


def home(client: Client) -> str:
    return client.get("/").content.decode()


def live(client: Client) -> str:
    return home(client).partition('<section class="live"')[2].partition("</section>")[0]


def test_it_names_the_games_and_leads_to_decks_timing_and_news(client: Client, lanterns: Document) -> None:
    page = home(client)
    assert '<a href="/lanterns-of-vell/">Lanterns of Vell</a>' in page.partition('class="lead"')[2].partition("</p>")[0]
    ways = page.partition('<nav class="ways"')[2].partition("</nav>")[0]
    for address in ("/deck-check/", "/lanterns-of-vell/faq/timing/", "/lanterns-of-vell/faq/compare/1.1...2.0/"):
        assert f'href="{address}"' in ways


def test_the_words_of_a_card_turn_into_todays(
    client: Client, publish: Callable[[str], Edition], tmp_path: Path
) -> None:
    publish(JULIA.format(label="1", end="."))
    path = tmp_path / "vell.csv"
    path.write_text(CATALOGUE)
    importing_cards.import_catalogue(path, game_name="vell", may_make=True)
    assert "draw <del>1 card</del><ins>2 cards</ins>" in live(client)
    assert "Changed by FAQ 1" in live(client)


def test_without_texts_it_shows_a_ruling_with_its_change(client: Client, lanterns: Document) -> None:
    shown = live(client)
    assert "<ins>" in shown
    assert "as it read before" in shown


def test_where_nothing_was_changed_it_shows_no_example(client: Client, publish: Callable[[str], Edition]) -> None:
    publish("---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n#### (1) Oil\nIt burns.\n")
    assert live(client) == ""
    assert '<nav class="ways"' in home(client)
