"""What editions did, as pictures with a text."""

from django.test import Client

from rulings.models import Document
from rulings.selectors.documents import change_bar


def test_a_ruling_shows_its_life_line_in_shapes_and_words(client: Client, lanterns: Document) -> None:
    page = client.get("/lanterns-of-vell/faq/2.1/").content.decode()
    picture = page.partition('<figure class="life-line">')[2].partition("</figure>")[0]
    assert 'role="group" aria-label="' in picture
    assert "FAQ 1.0: in the first edition here" in picture
    assert 'class="life-mark life-added"' in picture
    assert 'href="/lanterns-of-vell/faq/at/1.0/' in picture


def test_a_card_that_left_a_list_has_a_line_that_ends(client: Client, lanterns: Document) -> None:
    page = client.get("/lanterns-of-vell/cards/core-box/L32-grey-moth/").content.decode()
    assert "life-removed" in page


def test_nothing_is_drawn_and_no_history_told_of_a_single_edition(client: Client, lanterns: Document) -> None:
    lone = lanterns.editions.order_by("position").first()
    assert lone is not None
    page = client.get("/lanterns-of-vell/faq/at/1.0/1.1/").content.decode()
    assert page.count("life-line") <= 1


def test_the_bar_of_an_edition_has_a_part_for_each_kind_and_leads_to_it() -> None:
    summary = {"title": "FAQ 2", "rulings": 100, "changes": {"added": 10, "removed": 1, "moved": 0},
               "compare_url": "/g/faq/compare/1...2/", "url": "/g/faq/at/2/"}  # fmt: skip
    parts = {one.kind: one for one in change_bar(summary)}
    assert {kind: one.count for kind, one in parts.items()} == {"added": 10, "removed": 1, "same": 90}
    assert parts["added"].url == "/g/faq/compare/1...2/?kind=added"
    assert parts["removed"].x == parts["added"].width
    assert change_bar({**summary, "compare_url": None}) == []
