"""What players send each other, and show across the table."""

from dataclasses import replace
from pathlib import Path

from django.test import Client

from rulings.models import Document
from rulings.selectors.citations import Shared, shared_at
from rulings.services import addressing
from rulings.services.pictures import digest_of


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


def test_words_and_link_are_offered_above_the_wording(client: Client, lanterns: Document) -> None:
    page = client.get("/lanterns-of-vell/faq/1.1/").content.decode()
    assert (
        page.index("data-share") < page.index('data-copies="for-discord"') < page.index('<div class="text" lang="en">')
    )
    card = client.get("/lanterns-of-vell/cards/core-box/L12-lamplighter/").content.decode()
    assert card.index("data-share") < card.index('id="lists"')


def test_a_card_and_a_ruling_name_a_picture_that_is_made_once_for_a_wording(
    client: Client, lanterns: Document, tmp_path: Path
) -> None:
    for address in ("/lanterns-of-vell/faq/1.1/", "/lanterns-of-vell/cards/core-box/L12-lamplighter/"):
        page = client.get(address).content.decode()
        named = page.partition('<meta property="og:image" content="http://testserver')[2].partition('"')[0]
        answer = client.get(named)
        assert b"".join(answer.streaming_content).startswith(b"\x89PNG")  # type: ignore[attr-defined]
        client.get(named.replace("?", "?again&"))
    assert len(list((tmp_path / "pictures").glob("*.png"))) == 2


def test_no_picture_is_made_of_what_is_not_there(client: Client, lanterns: Document, tmp_path: Path) -> None:
    for address in ("nothing", "lanterns-of-vell/faq/9.9", "lanterns-of-vell", "lanterns-of-vell/cards/core-box"):
        assert client.get(f"/pictures/{address}.png").status_code == 404
    assert not (tmp_path / "pictures").exists()


def test_other_words_have_another_picture() -> None:
    shared = Shared("Oil", "It burns.", "FAQ 1", "https://x/")
    assert digest_of(shared) == digest_of(replace(shared, url="https://y/"))
    assert digest_of(shared) != digest_of(replace(shared, text="It burns twice."))


def test_what_is_made_to_be_printed_has_a_code_to_scan(client: Client, lanterns: Document) -> None:
    for tail in ("faq/1.1/", "faq/timing/", "lists/restricted/", "cards/core-box/errata-sheet/", "sheet/",
                 "cards/core-box/L12-lamplighter/"):  # fmt: skip
        page = client.get(f"/lanterns-of-vell/{tail}").content.decode()
        assert 'class="code-to-scan"' in page.partition('class="on-paper"')[2].partition("</div>")[0], tail


def test_a_judges_sheet_has_the_lists_the_charts_and_what_others_rest_on(client: Client, lanterns: Document) -> None:
    page = client.get("/lanterns-of-vell/sheet/").content.decode()
    for part in ("Lamplighter", "Timing", "Rulings that others rest on"):
        assert part in page
    assert 'href="/lanterns-of-vell/sheet/"' in client.get("/lanterns-of-vell/").content.decode()


def test_no_document_takes_the_address_of_the_sheet() -> None:
    assert addressing.free_slug("Sheet", taken=(), place="document") == "sheet-2"
