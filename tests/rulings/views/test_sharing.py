"""What players send each other, and show across the table."""

from django.test import Client

from rulings.models import Document
from rulings.selectors.citations import Shared, shared_at


def test_a_ruling_is_shown_across_the_table_with_a_code(client: Client, lanterns: Document) -> None:
    page = client.get("/show/?of=/lanterns-of-vell/faq/1.1/").content.decode()
    assert "cannot be lit again" in page
    assert "<svg" in page
    assert "http://testserver/lanterns-of-vell/faq/1.1/" in page


def test_a_card_is_shown_with_what_holds_for_it(client: Client, lanterns: Document) -> None:
    page = client.get("/show/?of=/lanterns-of-vell/cards/core-box/L12-lamplighter/").content.decode()
    assert "Restricted, by FAQ" in page


def test_nothing_else_can_be_shown(client: Client, lanterns: Document) -> None:
    for address in ("/", "/admin/", "https://evil.example/", "/lanterns-of-vell/faq/9.9/"):
        assert client.get("/show/", {"of": address}).status_code == 404


def test_a_chat_and_a_forum_get_the_words_the_source_and_the_link(lanterns: Document) -> None:
    shared = shared_at("/lanterns-of-vell/faq/1.1/", site="https://rulings.example")
    assert "> A lantern that is lit cannot be lit again." in shared.discord
    assert shared.discord.endswith("<https://rulings.example/lanterns-of-vell/faq/1.1/>")
    assert "[quote]A lantern that is lit" in shared.forum
    assert "FAQ 2.0" in shared.forum


def test_long_words_are_cut_for_a_message() -> None:
    assert len(Shared("Oil", "word " * 1000, "FAQ 1", "https://x/").discord) < 2000


def test_a_page_offers_to_share_and_to_show(client: Client, lanterns: Document) -> None:
    page = client.get("/lanterns-of-vell/faq/1.1/").content.decode()
    assert "data-share" in page
    assert 'href="/show/?of=/lanterns-of-vell/faq/1.1/"' in page
