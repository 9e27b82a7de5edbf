"""Journeys through the running site, on a phone and on a desktop, with and without scripts."""

import json
import re
import threading
import urllib.request
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser


def test_a_player_finds_a_cards_errata(visitor: Page) -> None:
    visitor.goto("/")
    visitor.get_by_role("link", name="Lanterns of Vell", exact=True).first.click()
    visitor.get_by_role("navigation", name="Lanterns of Vell").get_by_role("link", name="Cards").click()
    visitor.get_by_role("link", name=re.compile("^with errata")).click()
    visitor.get_by_role("link", name="L", exact=True).click()
    visitor.get_by_role("link", name="Lamplighter").click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Lamplighter")
    expect(visitor.get_by_role("list", name="Status")).to_contain_text("Restricted")
    expect(visitor.get_by_text("Light one lantern")).to_be_visible()
    visitor.get_by_role("link", name="Permanent link: Lamplighter", exact=True).first.click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Lamplighter")
    expect(visitor).to_have_url(re.compile("/faq/"))


def test_a_player_asks_a_question(visitor: Page) -> None:
    visitor.goto("/")
    visitor.get_by_label("Search cards and rules").fill("lend my lantern to somebody")
    visitor.keyboard.press("Enter")
    visitor.get_by_role("link", name="1.3 Lending").click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("1.3 Lending")
    expect(
        visitor.locator("article").get_by_text("who returns it at dusk").locator("visible=true").first
    ).to_be_visible()


def test_a_judge_compares_two_editions(visitor: Page) -> None:
    visitor.goto("/lanterns-of-vell/faq/")
    visitor.get_by_role("link", name="History: all editions").click()
    visitor.get_by_label("from").select_option("1.0")
    visitor.locator("select[name=new]").select_option("1.1")
    visitor.get_by_role("button", name="Compare").click()
    expect(visitor).to_have_url(re.compile(r"/compare/1\.0\.\.\.1\.1/$"))
    expect(visitor.locator("ins", has_text="and paid")).to_be_visible()
    visitor.get_by_role("link", name=re.compile("^added")).click()
    expect(visitor.get_by_role("heading", name="Added")).to_be_visible()
    expect(visitor.get_by_role("heading", name="Removed")).to_have_count(0)


def test_a_reader_follows_a_reference_and_comes_back(visitor: Page) -> None:
    visitor.goto("/lanterns-of-vell/faq/")
    visitor.get_by_role("link", name="Rules clarifications", exact=True).click()
    visitor.locator("a.to-card", has_text="Lamplighter").first.click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Lamplighter")
    visitor.go_back()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Rules clarifications")


def test_a_comparison_is_side_by_side_on_a_desktop_and_inline_on_a_phone(page: Page) -> None:
    page.goto("/lanterns-of-vell/faq/compare/1.0...1.1/?view=side-by-side")
    is_wide = page.viewport_size is not None and page.viewport_size["width"] > 1000
    expect(page.locator(".before").first).to_be_visible(visible=is_wide)
    both = page.locator(".after", has_text="and paid")
    expect(both.locator("ins").first).to_be_visible()
    expect(page.get_by_role("navigation", name="How to show it")).to_be_visible(visible=is_wide)


def test_a_past_edition_is_unmistakable_and_leads_back(passer_by: Page) -> None:
    passer_by.goto("/lanterns-of-vell/faq/at/1.0/2.1/")
    banner = passer_by.get_by_role("complementary", name="A past edition")
    expect(banner).to_be_visible()
    banner.get_by_role("link").click()
    expect(passer_by.get_by_text("readied and paid").locator("visible=true").first).to_be_visible()


def test_a_judge_reads_the_source_lines_of_a_ruling(passer_by: Page) -> None:
    passer_by.goto("/lanterns-of-vell/faq/2.1/")
    passer_by.get_by_role("link", name=re.compile(r"^lines \d")).first.click()
    expect(passer_by.locator("li:target")).to_contain_text("(2.1) High tide")


def test_a_citation_can_be_copied_or_selected(passer_by: Page) -> None:
    passer_by.goto("/lanterns-of-vell/faq/2.1/")
    passer_by.get_by_text("Cite", exact=True).click()
    expect(passer_by.get_by_text("Lanterns of Vell FAQ 2.0, 2.1 High tide. http")).to_be_visible()
    expect(passer_by.get_by_text("[Lanterns of Vell FAQ 2.0, 2.1 High tide](http")).to_be_visible()


def test_a_newcomer_reads_a_digest_and_learns_how_to_get_the_official_text(passer_by: Page) -> None:
    passer_by.goto("/")
    passer_by.get_by_role("link", name="Call of Cthulhu", exact=True).first.click()
    passer_by.get_by_role("main").get_by_role("link", name="FAQ 3.2").first.click()
    passer_by.get_by_role("region", name="Official Rules Clarification").get_by_text("64 rulings").click()
    passer_by.get_by_role("link", name="2.13 Paying Costs").click()
    expect(passer_by.get_by_role("note").filter(has_text="Summaries in our own words")).to_be_visible()
    passer_by.get_by_role("link", name="Predatory Byakhee (Core Set F89)").click()
    expect(passer_by.get_by_role("heading", level=1)).to_have_text("Predatory Byakhee")


def test_every_example_of_the_home_page_finds_something(desktop: Page) -> None:
    desktop.goto("/")
    addresses = [link.get_attribute("href") for link in desktop.locator(".examples a").all()]
    assert len(addresses) >= 3
    for address in addresses:
        desktop.goto(address or "")
        assert desktop.locator(".result, .jumps li").count(), address
        assert not desktop.get_by_text("Nothing fits well").count(), address


def test_a_search_is_narrowed_without_a_script(passer_by: Page) -> None:
    passer_by.goto("/search/?q=lantern")
    narrowing = passer_by.get_by_role("navigation", name="Narrow down")
    narrowing.get_by_role("link", name="clarification").click()
    expect(passer_by).to_have_url(re.compile(r"kind=clarification"))
    expect(narrowing.get_by_role("link", name="clarification")).to_have_attribute("aria-current", "true")
    narrowing.get_by_role("link", name="clarification").click()
    expect(passer_by).not_to_have_url(re.compile(r"kind="))


def test_a_search_from_the_page_of_a_game_is_in_that_game(passer_by: Page) -> None:
    passer_by.goto("/lanterns-of-vell/")
    passer_by.locator("#q").fill("event")
    passer_by.locator("#q").press("Enter")
    expect(passer_by.get_by_role("link", name="in Lanterns of Vell")).to_be_visible()
    passer_by.get_by_role("link", name="in Lanterns of Vell").click()
    expect(passer_by).not_to_have_url(re.compile(r"game="))
    expect(passer_by.locator(".result").first).to_be_visible()


def test_a_search_that_opened_nothing_and_is_asked_again_is_counted(desktop: Page, site: Site) -> None:
    desktop.goto("/search/?q=does+a+lantern+hum")
    desktop.locator("#q").fill("do lanterns make noise")
    with desktop.expect_request("**/search/asked-again/") as sent:
        desktop.locator("#q").press("Enter")
    assert sent.value.post_data == "q=does+a+lantern+hum"
    opened = []
    desktop.on("request", lambda request: opened.append(request.url))
    desktop.goto("/search/?q=lantern")
    desktop.locator(".result a").first.click()
    desktop.go_back()
    desktop.locator("#q").fill("lamp")
    desktop.locator("#q").press("Enter")
    desktop.wait_for_url("**q=lamp*")
    assert not [url for url in opened if "asked-again" in url]


def test_a_chart_is_followed_without_reloads_and_resumed(desktop: Page) -> None:
    desktop.goto("/arkham-horror/timing-reference/timing/")
    desktop.get_by_role("link", name="Follow step by step").click()
    desktop.evaluate("window.stayed = true")
    desktop.get_by_role("navigation", name="Steps").get_by_role("link", name="Next").click()
    expect(desktop.get_by_role("heading", level=1)).to_contain_text("1.2")
    expect(desktop).to_have_url(re.compile("/1.2/$"))
    assert desktop.evaluate("window.stayed")
    desktop.go_back()
    expect(desktop.get_by_role("heading", level=1)).to_contain_text("1.1")
    desktop.get_by_role("navigation", name="Phases").get_by_role("link", name="Skill Test").click()
    expect(desktop.get_by_role("heading", level=1)).to_contain_text("ST.1")
    expect(desktop.locator(".phases [aria-current]")).to_be_in_viewport()
    desktop.goto("/arkham-horror/timing-reference/timing/")
    desktop.get_by_role("link", name="Resume at ST.1").click()
    expect(desktop).to_have_url(re.compile("/ST.1/$"))


def test_the_index_of_charts_leads_to_each_of_them(desktop: Page) -> None:
    desktop.goto("/arkham-horror/timing-reference/timing/")
    desktop.evaluate("window.stayed = true")
    desktop.get_by_role("complementary", name="Charts").get_by_role("link", name="Skill Test Timing").click()
    expect(desktop.get_by_role("heading", name="Skill Test Timing").first).to_be_in_viewport()
    assert desktop.evaluate("window.stayed")


def test_a_chart_is_followed_without_a_script(passer_by: Page) -> None:
    passer_by.goto("/arkham-horror/timing-reference/ST.1/")
    for label in ("ST.2", "ST.3", "ST.4"):
        passer_by.get_by_role("navigation", name="Steps").get_by_role("link", name="Next").click()
        expect(passer_by.get_by_role("heading", level=1)).to_contain_text(label)


def test_a_second_start_keeps_everything(site: Site) -> None:
    site.stop()
    site.start()
    assert "already loaded" in site.log.read_text()
    assert "search index ready" in site.log.read_text()


def test_a_player_checks_a_deck_and_prints_its_sheet(passer_by: Page) -> None:
    passer_by.goto("/")
    passer_by.get_by_role("link", name="Check a deck").first.click()
    cards = (
        "3x Hound of Tindalos",
        "Itinerant Scholar (Core Set F30) x1",
        "- 2x Shocking Transformation",
        "Hund of Tindalos",
    )
    passer_by.get_by_label("Your deck").fill("\n".join(cards))
    passer_by.get_by_role("button", name="Check it").click()
    expect(passer_by.locator(".verdict")).to_contain_text("Not legal")
    expect(passer_by.locator(".verdict")).to_contain_text("this one has 2: Itinerant Scholar, Shocking Transformation")
    expect(passer_by.locator(".checks")).to_contain_text("a deck has at least 50")
    expect(passer_by.locator(".unknown-lines")).to_contain_text("Did you mean Hound of Tindalos")
    expect(passer_by.get_by_role("heading", name="Hound of Tindalos", level=3).first).to_be_visible()
    assert passer_by.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    passer_by.emulate_media(media="print")
    expect(passer_by.locator(".deck-form")).to_be_hidden()


def test_a_judge_is_warned_that_a_citation_is_out_of_date(passer_by: Page) -> None:
    passer_by.goto("/cite/")
    passer_by.get_by_label("A citation").fill("Lanterns of Vell FAQ 1.0 §2.1")
    passer_by.get_by_role("button", name="Find").click()
    expect(passer_by.locator(".notice")).to_contain_text("A newer edition, 2.0, has changed its wording")
    expect(passer_by.locator("ins").first).to_be_visible()
    passer_by.get_by_role("link", name="What is in force").click()
    expect(passer_by).to_have_url(re.compile("/lanterns-of-vell/faq/2.1/$"))


def test_a_card_is_shown_on_the_page_of_another_site(browser: Browser, site: Site, tmp_path: Path) -> None:
    bell = "/lanterns-of-vell/cards/core-box/L40-harbour-bell/"
    with urllib.request.urlopen(f"{site.address}/api/v1/oembed?url={site.address}{bell}") as answer:  # noqa: S310
        (tmp_path / "index.html").write_text(json.load(answer)["html"])
    forum = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path)))
    threading.Thread(target=forum.serve_forever, daemon=True).start()
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"http://127.0.0.1:{forum.server_port}/")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Harbour Bell", exact=True)).to_be_visible()
    expect(frame.get_by_text("Should be unique.")).to_be_visible()
    page.context.close()
    forum.shutdown()
    forum.server_close()


def test_every_example_of_the_api_works(site: Site) -> None:
    with urllib.request.urlopen(f"{site.address}/help/api/") as answer:  # noqa: S310 - our own server
        examples = re.findall(r'Try <a href="([^"]+)"', answer.read().decode())
    assert len(examples) > 20
    for example in examples:
        with urllib.request.urlopen(f"{site.address}{unescape(example)}") as answer:  # noqa: S310 - our own server
            assert answer.status == 200, example
