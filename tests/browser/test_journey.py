"""Journeys through the running site, on a phone and on a desktop."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser

ADDRESSES = [
    "/",
    "/lanterns-of-vell/",
    "/lanterns-of-vell/cards/core-box/",
    "/lanterns-of-vell/cards/core-box/L12-lamplighter/",
    "/lanterns-of-vell/lists/restricted/",
    "/lanterns-of-vell/faq/",
    "/lanterns-of-vell/faq/2.1/",
    "/lanterns-of-vell/faq/timing/",
    "/lanterns-of-vell/faq/editions/",
    "/lanterns-of-vell/faq/compare/1.0...2.0/",
    "/lanterns-of-vell/faq/at/1.0/",
    "/lanterns-of-vell/faq/at/1.0/source/",
    "/call-of-cthulhu/faq/",
    "/call-of-cthulhu/faq/2.13/",
    "/call-of-cthulhu/cards/the-yuggoth-contract/F79-doppelganger/",
    "/arkham-horror/timing-reference/timing/",
    "/search/?q=lantern",
    "/help/search/",
    "/nothing-here/",
]


def test_a_player_finds_a_cards_errata_by_browsing(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Lanterns of Vell", exact=True).click()
    page.get_by_role("link", name="Core Box").click()
    page.get_by_role("link", name="Lamplighter").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lamplighter")
    expect(page.get_by_text("Light one lantern")).to_be_visible()
    page.get_by_role("heading", name="Lamplighter", level=3).first.get_by_role("link").click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_a_player_searches_follows_a_reference_and_comes_back(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Search cards and rules").fill("lend my lantern to somebody")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="1.3 Lending").click()
    page.locator("a.to-card", has_text="Lamplighter").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lamplighter")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("1.3 Lending")


def test_a_slash_leads_to_the_box_and_arrows_through_what_it_offers(page: Page) -> None:
    page.goto("/lanterns-of-vell/")
    page.keyboard.press("/")
    page.keyboard.type("harb")
    offered = page.get_by_role("option")
    expect(offered.first).to_contain_text("Harbour Bell", timeout=15_000)
    page.keyboard.press("ArrowDown")
    expect(offered.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Harbour Bell")


def test_a_search_is_narrowed_without_a_script(page: Page) -> None:
    page.goto("/search/?q=lantern")
    page.get_by_label("Kind").select_option("clarification")
    page.get_by_role("button", name="Narrow").click()
    expect(page).to_have_url(re.compile(r"kind=clarification"))
    expect(page.get_by_role("status").filter(has_text="for “lantern”")).to_be_visible()


def test_a_judge_compares_two_editions(page: Page) -> None:
    page.goto("/lanterns-of-vell/faq/editions/")
    page.get_by_label("from").select_option("1.0")
    page.locator("select[name=new]").select_option("1.1")
    page.get_by_role("button", name="Compare").click()
    expect(page).to_have_url(re.compile(r"/compare/1\.0\.\.\.1\.1/$"))
    expect(page.locator("ins", has_text="and paid")).to_be_visible()


def test_a_past_edition_is_unmistakable_and_leads_back(page: Page) -> None:
    page.goto("/lanterns-of-vell/faq/at/1.0/2.1/")
    banner = page.get_by_role("note").filter(has_text="as it stood")
    expect(banner).to_be_visible()
    banner.get_by_role("link").click()
    expect(page.get_by_text("readied and paid").first).to_be_visible()


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_page_is_wider_than_the_screen(page: Page, address: str) -> None:
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_second_start_keeps_everything(site: Site) -> None:
    site.stop()
    site.start()
    assert "already loaded" in site.log.read_text()
    assert "search index: ready" in site.log.read_text()


def test_a_newcomer_reads_a_digest_and_learns_how_to_get_the_official_text(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Call of Cthulhu", exact=True).click()
    page.get_by_role("link", name="FAQ", exact=True).click()
    page.get_by_role("link", name="2.13 Paying Costs").click()
    expect(page.get_by_role("note").filter(has_text="import_document")).to_be_visible()
    page.get_by_role("link", name="Predatory Byakhee (Core Set F89)").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Predatory Byakhee")
