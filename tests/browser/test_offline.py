"""The whole game in the pocket, in a real browser with the network cut."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser

GAME = "/call-of-cthulhu/"
POCKET = "**/offline/call-of-cthulhu.json"


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.address, viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


@pytest.fixture
def kept(phone: Page) -> Page:
    """A phone that has kept a game."""
    phone.goto(GAME)
    phone.get_by_role("button", name="Keep this game on this phone").click()
    expect(phone.get_by_text("Kept: it can be read without a network.")).to_be_visible(timeout=20_000)
    return phone


def cut_off(page: Page) -> None:
    page.context.set_offline(True)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        (GAME, "rulings and"),
        (f"{GAME}faq/2.13/", "Paying Costs"),
        (f"{GAME}cards/core-set/F110-hound-of-tindalos/", "Has errata"),
        (f"{GAME}lists/restricted/", "Restricted cards"),
        (f"{GAME}faq/timing/", "Timing"),
        (f"{GAME}faq/chapters/official-rules-clarification/", "Paying Costs"),
        (f"{GAME}cards/", "Hound of Tindalos"),
        ("/", "On this phone"),
    ],
)
def test_every_address_of_a_kept_game_opens_without_a_network(kept: Page, address: str, says: str) -> None:
    cut_off(kept)
    kept.goto(address)
    expect(kept.locator("#offline-page")).to_contain_text(says)
    expect(kept.locator("#offline-bar")).to_contain_text("Offline copy: FAQ 3.2 (our digest)")
    expect(kept.locator("#offline-bar")).to_contain_text("today")


@pytest.mark.parametrize("asked", ["cancelled event", "does a static ability count as optional", "mulligan"])
def test_a_search_without_a_network_finds_what_the_site_finds(kept: Page, asked: str) -> None:
    address = f"/search/?q={asked.replace(' ', '+')}&game=call-of-cthulhu"
    kept.goto(address)
    online = kept.locator(".results .result h3").all_inner_texts()[:3]
    cut_off(kept)
    kept.goto(address)
    expect(kept.locator(".result").first).to_be_visible()
    offline = kept.locator(".result h3").all_inner_texts()
    assert online[0] in offline[:3]
    assert len(set(online) & set(offline[:8])) >= 2
    assert kept.locator(".result mark").count()


def test_spelling_is_forgiven_without_a_network(kept: Page) -> None:
    cut_off(kept)
    kept.goto("/search/?q=hound+of+tindalso")
    expect(kept.locator(".result h3").first).to_have_text("Hound of Tindalos")


def test_a_deck_is_checked_by_the_lists_without_a_network(kept: Page) -> None:
    cut_off(kept)
    kept.goto("/deck-check/")
    kept.locator("textarea").fill("3x Hound of Tindalos\n2x Descendant of Eibon\n1x No Such Card")
    kept.get_by_role("button", name="Check it").click()
    expect(kept.locator("output")).to_contain_text("Not known here: No Such Card")
    expect(kept.locator("output")).to_contain_text("copies a deck may have is not checked offline")


def test_what_was_not_kept_says_so(kept: Page) -> None:
    cut_off(kept)
    kept.goto("/mythos/")
    expect(kept.locator("#offline-page")).to_contain_text("was not kept on this phone")


def test_the_desk_is_never_served_from_the_phone(kept: Page) -> None:
    cut_off(kept)
    with pytest.raises(Exception, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        kept.goto("/admin/")


def answered(route: Route, change: Any) -> None:
    """The answer of the site, changed on its way; its hash fits again."""
    game = route.fetch().json()
    body = json.dumps(change(game)).encode()
    headers = {"X-Content-Hash": hashlib.sha256(body).hexdigest(), "Content-Type": "application/json"}
    route.fulfill(status=200, headers=headers, body=body)


def looked_long_ago(page: Page) -> None:
    page.evaluate(
        "const kept = JSON.parse(localStorage['kept-games']); for (const one of Object.values(kept)) one.checked = 0;"
        "localStorage['kept-games'] = JSON.stringify(kept)"
    )


def test_a_new_edition_is_fetched_and_told_of(kept: Page) -> None:
    def newer(game: dict[str, Any]) -> dict[str, Any]:
        edition = {**game["editions"][0], "title": "FAQ 9.9", "url": "/call-of-cthulhu/faq/at/9.9/"}
        return {**game, "editions": [edition]}

    kept.context.route(POCKET, lambda route: answered(route, newer))
    looked_long_ago(kept)
    kept.goto("/")
    expect(kept.get_by_text("FAQ 9.9 is out: see what changed")).to_be_visible()
    cut_off(kept)
    kept.goto(GAME)
    expect(kept.locator("#offline-bar")).to_contain_text("FAQ 9.9")


def test_what_is_withdrawn_leaves_the_phone(kept: Page) -> None:
    kept.context.route(POCKET, lambda route: route.fulfill(status=410))
    looked_long_ago(kept)
    kept.goto("/")
    for _ in range(100):
        if kept.evaluate("localStorage['kept-games']") == "{}":
            break
        kept.wait_for_timeout(100)
    cut_off(kept)
    kept.goto(GAME)
    expect(kept.locator("#offline-page")).to_contain_text("was not kept on this phone")


def test_a_broken_download_leaves_what_was_there(kept: Page) -> None:
    kept.context.route(
        POCKET, lambda route: route.fulfill(status=200, headers={"X-Content-Hash": "0"}, body='{"game":')
    )
    looked_long_ago(kept)
    kept.goto("/")
    kept.wait_for_timeout(500)
    cut_off(kept)
    kept.goto(f"{GAME}faq/2.13/")
    expect(kept.locator("#offline-page")).to_contain_text("Paying Costs")


def test_a_full_phone_says_so_and_nothing_is_half_kept(phone: Page) -> None:
    phone.add_init_script("Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))")
    phone.goto(GAME)
    phone.get_by_role("button", name="Keep this game on this phone").click()
    expect(phone.get_by_text("There is no room on this phone.")).to_be_visible(timeout=20_000)
    expect(phone.get_by_role("button", name="Keep this game on this phone")).to_be_visible()


def test_a_game_can_be_removed_again(kept: Page) -> None:
    kept.get_by_role("button", name="Remove it from this phone").click()
    expect(kept.get_by_text("Removed.")).to_be_visible()
    assert kept.evaluate("localStorage['kept-games']") == "{}"
