"""Sending a ruling to a friend, showing it across the table, and taking a game's sheet along on paper."""

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

RULING = "/lanterns-of-vell/faq/2.1/"
CARD = "/lanterns-of-vell/cards/core-box/L12-lamplighter/"


@pytest.mark.parametrize("address", [RULING, CARD])
def test_the_words_are_copied_with_one_tap_on_the_first_screen(phone: Page, address: str) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.goto(address)
    for name, begins in (("Copy for Discord", "**"), ("Copy for a forum", "[b]")):
        button = phone.get_by_role("button", name=name)
        expect(button).to_be_in_viewport()
        button.tap()
        expect(phone.get_by_role("button", name="Copied").first).to_be_visible()
        copied = phone.evaluate("navigator.clipboard.readText()")
        assert copied.startswith(begins)
        assert address in copied


def test_sharing_copies_where_the_browser_cannot_share(desktop: Page) -> None:
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desktop.add_init_script("Object.defineProperty(Navigator.prototype, 'share', { value: undefined })")
    desktop.goto(RULING)
    desktop.get_by_role("button", name="Share", exact=True).click()
    expect(desktop.get_by_role("button", name="Copied")).to_be_visible()
    assert desktop.evaluate("navigator.clipboard.readText()").endswith(RULING)


def test_the_phones_own_sheet_gets_the_words_and_the_link(phone: Page) -> None:
    phone.add_init_script("Navigator.prototype.share = async (sent) => { globalThis.sent = sent; }")
    phone.goto(CARD)
    phone.get_by_role("button", name="Share", exact=True).tap()
    sent = phone.evaluate("globalThis.sent")
    assert sent["title"] == "Lamplighter"
    assert sent["url"].endswith(CARD)


def test_a_ruling_is_shown_across_the_table_with_its_code_on_the_first_screen_and_on_one_page(phone: Page) -> None:
    phone.goto(RULING)
    phone.get_by_role("link", name="Show to my opponent").tap()
    expect(phone.locator(".code-to-scan")).to_be_in_viewport()
    expect(phone.locator(".site-footer")).to_have_count(0)
    assert len(pypdfium2.PdfDocument(phone.pdf(format="A4"))) == 1


def test_a_judges_sheet_prints_on_two_pages(desktop: Page) -> None:
    for game in ("lanterns-of-vell", "call-of-cthulhu", "warhammer-invasion", "arkham-horror", "a-game-of-thrones"):
        desktop.goto(f"/{game}/sheet/")
        assert len(pypdfium2.PdfDocument(desktop.pdf(format="A4"))) <= 2, game
