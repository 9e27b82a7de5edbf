"""Where the wording comes from, and what was repaired."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from rulings.models import Document, Edition, Finding
from rulings.services import publishing
from tests.rulings.views.test_pages import FAQ, long_faq, text_of

SMALL = Path(__file__).parents[2] / "importers" / "formats" / "documents"


@pytest.fixture
def repaired(publish: Callable[[Path | str], Edition]) -> Edition:
    """An edition of a document that had lost icons."""
    return publish(SMALL / "lcg_faq.txt")


def test_every_page_of_a_document_says_what_it_rests_on(client: Client, lanterns: Document) -> None:
    for tail in ("", "1.1/", "timing/", "editions/", "tags/", "chapters/rules-clarifications/"):
        page = text_of(client, f"{FAQ}{tail}")
        assert "Rests on" in page
        assert f'href="{FAQ}at/2.0/source/"' in page
        assert "15 January 2023" in page


def test_a_card_and_a_list_say_what_they_rest_on(client: Client, lanterns: Document) -> None:
    for address in ("/lanterns-of-vell/cards/core-box/L12-lamplighter/", "/lanterns-of-vell/lists/restricted/"):
        page = text_of(client, address)
        assert "Rests on" in page
        assert "FAQ 2.0" in page


def test_publishing_keeps_what_was_repaired(repaired: Edition) -> None:
    lost = repaired.findings.filter(kind=Finding.Kind.ICON).first()
    assert lost is not None
    assert "[icon?]" in lost.after
    assert lost.before == " ".join(lost.after.replace("[icon?]", " ").split())


def test_the_repairs_are_listed_and_lead_to_their_lines(client: Client, repaired: Edition) -> None:
    document = repaired.document
    base = document.get_absolute_url()
    page = text_of(client, f"{base}at/{repaired.slug}/repairs/")
    lost = repaired.findings.filter(kind=Finding.Kind.ICON).first()
    assert lost is not None
    assert f'href="{base}at/{repaired.slug}/source/#L{lost.first_line}"' in page
    assert "Lost icons marked" in page
    source = text_of(client, f"{base}at/{repaired.slug}/source/")
    assert 'class="repaired"' in source
    assert "lost icons marked: " in text_of(client, base)


def test_a_ruling_says_what_was_repaired_in_it(client: Client, repaired: Edition) -> None:
    found = repaired.findings.exclude(kind=Finding.Kind.WARNING)
    changes = [
        change
        for change in repaired.changes.select_related("ruling__document__game")
        if change.first_line and found.filter(first_line__range=(change.first_line, change.last_line)).exists()
    ]
    assert changes
    assert "Repaired in importing" in text_of(client, changes[0].ruling.get_absolute_url())


def test_a_document_without_repairs_says_so(client: Client, lanterns: Document) -> None:
    assert "No repair is recorded" in text_of(client, f"{FAQ}at/2.0/repairs/")
    assert "none recorded" in text_of(client, FAQ)


def test_a_long_source_is_paged_and_lines_are_one_click_away(client: Client, publish: Callable[..., Edition]) -> None:
    edition = publish(long_faq(300))
    change = edition.changes.get(ruling__slug="1.200")
    page = text_of(client, f"{FAQ}1.200/")
    address = f"{FAQ}at/1/source/?page=4#L{change.first_line}"
    assert f'href="{address}"' in page
    assert f'id="L{change.first_line}"' in text_of(client, address.split("#")[0])


def test_a_withdrawn_edition_keeps_its_findings_out_of_sight(client: Client, repaired: Edition) -> None:
    address = f"{repaired.document.get_absolute_url()}at/{repaired.slug}/repairs/"
    publishing.withdraw(repaired)
    assert client.get(address).status_code == 410
