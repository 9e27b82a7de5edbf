"""Every kind of page: accessible, steady, small, and good on paper."""

import re
import urllib.request
import zlib
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser

LANTERNS = "/lanterns-of-vell"
ADDRESSES = {
    "home": "/",
    "game": f"{LANTERNS}/",
    "cards": f"{LANTERNS}/cards/",
    "narrowed cards": f"{LANTERNS}/cards/?status=errata&letter=h",
    "set": f"{LANTERNS}/cards/tides-of-vell/",
    "errata sheet": f"{LANTERNS}/cards/core-box/errata-sheet/",
    "card": f"{LANTERNS}/cards/core-box/L12-lamplighter/",
    "card of a digest": "/call-of-cthulhu/cards/the-yuggoth-contract/F79-doppelganger/",
    "corrected card": "/mythos/cards/new-aeon/create-stasis/",
    "list": f"{LANTERNS}/lists/restricted/",
    "document": f"{LANTERNS}/faq/",
    "long document": "/call-of-cthulhu/faq/",
    "chapter": "/call-of-cthulhu/faq/chapters/frequently-asked-questions/",
    "chapter with tags": "/warhammer-invasion/faq/chapters/rules-clarifications/",
    "past chapter": f"{LANTERNS}/faq/at/1.0/chapters/rules-clarifications/",
    "ruling": f"{LANTERNS}/faq/2.1/",
    "ruling of a digest": "/call-of-cthulhu/faq/2.13/",
    "past ruling": f"{LANTERNS}/faq/at/1.0/2.1/",
    "ruling no longer in force": f"{LANTERNS}/faq/1.2/",
    "timing": f"{LANTERNS}/faq/timing/",
    "timing with actions": "/arkham-horror/timing-reference/timing/",
    "editions": f"{LANTERNS}/faq/editions/",
    "comparison": f"{LANTERNS}/faq/compare/1.0...2.0/",
    "comparison side by side": f"{LANTERNS}/faq/compare/1.0...2.0/?view=side-by-side",
    "tags": "/warhammer-invasion/faq/tags/",
    "past edition": f"{LANTERNS}/faq/at/1.0/",
    "source": f"{LANTERNS}/faq/at/1.0/source/",
    "repairs": f"{LANTERNS}/faq/at/1.0/repairs/",
    "search": "/search/?q=lantern",
    "search without result": "/search/?q=xyzzyplugh",
    "help": "/help/search/",
    "help with the API": "/help/api/",
    "downloads": "/downloads/",
    "deck check": "/deck-check/",
    "citation": "/cite/?q=Lanterns+of+Vell+FAQ+1.0+§2.1",
    "embedded card": f"/embed{LANTERNS}/cards/core-box/L40-harbour-bell/",
    "step": "/arkham-horror/timing-reference/2.2.1/",
    "across the table": "/show/?of=/call-of-cthulhu/faq/2.13/",
    "two cards": f"{LANTERNS}/cards/pair/core-box/L12-lamplighter/core-box/L40-harbour-bell/",
    "terms": "/call-of-cthulhu/terms/",
    "report": "/report/?address=/call-of-cthulhu/faq/2.13/",
    "judge's sheet": "/call-of-cthulhu/sheet/",
    "search in a game": "/search/?q=lantern&game=lanterns-of-vell",
    "short chapter": "/call-of-cthulhu/faq/chapters/frequently-asked-questions/?view=short",
    "not found": "/nothing-here/",
}
# What is not a page; other tests look at it.
DATA = ("/static/", "/admin/", "/api/", "/feeds/", "/opensearch.xml")
FILES = (".json", ".md", ".gz", ".zip")
SAMPLED = ("card", "card-set", "set-errata")
LINK = re.compile(r'href="(/[^"#]*)')
SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value; }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 300);
})"""


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES.keys())
def test_a_page_is_accessible_steady_and_no_wider_than_the_screen(
    page: Page, address: str, request: pytest.FixtureRequest
) -> None:
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(SHIFT) < 0.02
    # What is folded must be accessible when it is opened.
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    # By night only the colours differ.
    is_dark = "dark" in request.node.callspec.id
    results = Axe().run(page, options={"runOnly": ["color-contrast"]} if is_dark else None)
    assert results.violations_count == 0, results.generate_report()


def test_focus_is_visible_and_the_first_stop_skips_to_the_content(page: Page) -> None:
    page.goto(f"{LANTERNS}/faq/2.1/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    assert skip.evaluate("link => getComputedStyle(link).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_nothing_moves_for_those_who_asked_for_stillness(desktop: Page) -> None:
    desktop.emulate_media(reduced_motion="reduce")
    desktop.goto("/")
    assert desktop.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    assert desktop.locator(".tile").first.evaluate("tile => getComputedStyle(tile).transitionDuration") == "0s"


def test_an_errata_sheet_is_good_on_paper(desktop: Page) -> None:
    desktop.goto("/mythos/cards/dreamlands/errata-sheet/")
    desktop.emulate_media(media="print")
    expect(desktop.get_by_role("heading", level=1)).to_be_visible()
    expect(desktop.locator(".site-header")).to_be_hidden()
    expect(desktop.locator(".game-bar")).to_be_hidden()
    assert desktop.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/call-of-cthulhu/cards/core-set/F110-hound-of-tindalos/",
        "/arkham-horror/timing-reference/timing/",
        "/arkham-horror/timing-reference/2.2.1/",
        "/call-of-cthulhu/sheet/",
    ],
)
def test_a_first_visit_is_small(desktop: Page, address: str) -> None:
    desktop.goto(address, wait_until="networkidle")
    loaded = desktop.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map((one) => [one.name, one.transferSize])"
    )
    sizes = {name: size for name, size in loaded if "/static/" in name or name.endswith(address)}
    assert len(sizes) <= 8, sizes
    assert sum(sizes.values()) <= 60_000, sizes


def test_no_page_of_the_fixtures_is_large_or_broken(site: Site) -> None:
    large = {address: size for address, size in crawl(site) if size >= 100_000}
    assert not large


def crawl(site: Site) -> Iterator[tuple[str, int]]:
    """The pages of the site with the size of their HTML."""
    waiting, seen = ["/"], {"/"}
    while waiting:
        address = waiting.pop()
        with urllib.request.urlopen(urljoin(site.address, address), timeout=30) as answer:  # noqa: S310 - our own
            page = answer.read().decode()
        yield address, len(page.encode())
        found = {link.replace("&amp;", "&") for link in LINK.findall(page)}
        waiting += [link for link in found - seen if is_crawled(link)]
        seen |= found


def is_crawled(address: str) -> bool:
    """Whether a page is worth its time: single rulings are short, and one card or set in sixteen stands for all."""
    path, _, query = address.partition("?")
    if (
        path.startswith(DATA)
        or path.endswith((".json", ".md", ".gz", ".zip"))
        or (query and not query.startswith("page="))
    ):
        return False
    name = resolve(path).url_name
    return name not in ("ruling", "ruling-at") and (name not in SAMPLED or zlib.crc32(path.encode()) % 16 == 0)
