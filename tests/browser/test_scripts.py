"""What scripts add: suggestions, previews, copying, the theme."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

SECTION = "/lanterns-of-vell/faq/1.3/"


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


def test_a_reference_shows_a_preview_under_the_mouse_and_stays_under_it(desktop: Page) -> None:
    desktop.goto(SECTION)
    desktop.locator(".text a.to-card").first.hover()
    preview = desktop.get_by_role("tooltip")
    expect(preview).to_contain_text("Lamplighter")
    expect(preview).to_contain_text("Light one lantern")
    preview.hover()
    desktop.wait_for_timeout(500)
    expect(preview).to_be_visible()
    desktop.mouse.move(1, 1)
    expect(preview).to_be_hidden()


def test_a_reference_shows_its_preview_to_the_keyboard_and_escape_hides_it(desktop: Page) -> None:
    desktop.goto(SECTION)
    link = desktop.locator(".text a.to-card").first
    desktop.locator("main").focus()
    for _ in range(20):
        desktop.keyboard.press("Tab")
        if link.evaluate("link => link === document.activeElement"):
            break
    preview = desktop.get_by_role("tooltip")
    expect(preview).to_contain_text("Light one lantern")
    expect(link).to_have_attribute("aria-describedby", "preview")
    desktop.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    expect(link).to_be_focused()


def test_a_touch_follows_a_reference_without_a_preview(phone: Page) -> None:
    phone.goto(SECTION)
    phone.locator(".text a.to-card").first.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Lamplighter")
    expect(phone.locator(".preview")).to_be_hidden()


def test_a_preview_comes_also_where_reaching_the_link_scrolls_the_page(desktop: Page) -> None:
    desktop.goto("/call-of-cthulhu/faq/chapters/official-rules-clarification/")
    link = desktop.locator(".text a.to-card").last
    desktop.keyboard.press("Tab")
    link.focus()
    expect(desktop.get_by_role("tooltip")).to_be_in_viewport()


def test_a_citation_is_copied_at_a_click(desktop: Page) -> None:
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desktop.goto("/lanterns-of-vell/faq/2.1/")
    desktop.get_by_text("Cite", exact=True).click()
    desktop.get_by_role("button", name="Copy as Markdown").click()
    expect(desktop.get_by_text("Copied").first).to_be_visible()
    copied = desktop.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(
        r"\[Lanterns of Vell FAQ 2\.0, 2\.1 High tide\]\(http://\S+/lanterns-of-vell/faq/2\.1/\)", copied
    )


def test_the_theme_follows_the_device_until_somebody_chooses(page: Page) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    page.goto("/")
    first = page.evaluate(paper)
    page.get_by_role("button", name=re.compile("^Switch to")).click()
    chosen = page.evaluate(paper)
    assert chosen != first
    page.reload()
    assert page.evaluate(paper) == chosen
