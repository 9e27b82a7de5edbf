"""The whole game in the pocket, in a real browser with the network cut."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser

GAME = "/call-of-cthulhu/"
ARKHAM = "/arkham-horror/"
POCKET = "**/offline/call-of-cthulhu.json"
GLASS = """---
game: {game}
document: Rules
edition: {edition}
authority: official
---
# Rules

#### (1.1) Tides
The tide turns at {hour}.

#### (1.2) Boats
A boat holds {seats} people.
"""
HARBOURS = count(1)


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.address, viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def keep(page: Page, game: str) -> Page:
    page.goto(game)
    page.get_by_role("button", name="Keep this game on this phone").click()
    expect(page.get_by_text("Kept: it can be read without a network.")).to_be_visible(timeout=20_000)
    return page


@pytest.fixture
def kept(phone: Page) -> Page:
    """A phone that has kept a game."""
    return keep(phone, GAME)


@pytest.fixture
def kept_two(kept: Page) -> Page:
    """A phone that has kept two games."""
    return keep(kept, ARKHAM)


@dataclass
class Harbour:
    """A small game on the running site, of each test its own."""

    site: Site
    folder: Path
    name: str

    @property
    def url(self) -> str:
        return f"/{self.name.lower().replace(' ', '-')}/"

    def publish(self, edition: str, *, hour: str = "noon", seats: str = "two") -> None:
        file = self.folder / f"{edition}.md"
        file.write_text(GLASS.format(game=self.name, edition=edition, hour=hour, seats=seats))
        self.site.manage("import_document", str(file), "--publish", "--yes")

    def withdraw(self, edition: str) -> None:
        self.site.manage("withdraw_edition", self.url.strip("/"), "rules", edition)


@pytest.fixture
def harbour(site: Site, tmp_path: Path) -> Harbour:
    return Harbour(site, tmp_path, f"Harbour {next(HARBOURS)}")


def cut_off(page: Page) -> None:
    page.context.set_offline(True)


def shown(page: Page) -> Any:
    return page.locator("#offline-page")


@pytest.mark.parametrize(
    ("address", "title", "says"),
    [
        (GAME, "Call of Cthulhu", "rulings and"),
        (f"{GAME}faq/", "Call of Cthulhu: FAQ", "Paying Costs"),
        (f"{GAME}faq/2.13/", "2.13 Paying Costs", "Costs are the resources paid"),
        (f"{GAME}faq/at/3.2/2.13/", "2.13 Paying Costs", "Costs are the resources paid"),
        (f"{GAME}faq/at/3.2/", "Call of Cthulhu: FAQ", "Paying Costs"),
        (f"{GAME}cards/core-set/F110-hound-of-tindalos/", "Hound of Tindalos", "Has errata"),
        (f"{GAME}cards/core-set/", "Core Set", "Hound of Tindalos"),
        (f"{GAME}cards/core-set/errata-sheet/", "Errata: Core Set", "Hound of Tindalos"),
        (f"{GAME}lists/restricted/", "Restricted cards", "cards of only one title"),
        (f"{GAME}terms/", "What words mean", "Forced Response"),
        (f"{GAME}faq/timing/", "Timing", "Framework Actions"),
        (f"{GAME}faq/chapters/official-rules-clarification/", "Official Rules Clarification", "Paying Costs"),
        (f"{GAME}cards/", "Cards", "Hound of Tindalos"),
        (f"/show/?of={GAME}faq/2.13/", "2.13 Paying Costs", "FAQ 3.2 (our digest)"),
        ("/", "On this phone", "Call of Cthulhu"),
    ],
)
def test_every_address_in_force_of_a_kept_game_opens_without_a_network(
    kept: Page, address: str, title: str, says: str
) -> None:
    cut_off(kept)
    kept.goto(address)
    expect(shown(kept)).to_contain_text(says)
    expect(kept).to_have_title(f"{title} · Rulings")
    expect(kept.locator("#offline-bar")).to_contain_text("Offline copy: FAQ 3.2 (our digest)")
    expect(kept.locator("#offline-bar")).to_contain_text("today")


def test_every_ruling_and_card_of_a_kept_game_has_a_page(kept: Page) -> None:
    cut_off(kept)
    kept.goto(GAME)
    expect(shown(kept)).to_contain_text("rulings and")
    missing = kept.evaluate(
        """async () => {
          const pages = document.querySelector("#pocket").src;
          const name = (await (await fetch(pages)).text()).match(/"(\\.\\/pocket-pages[^"]*)"/)[1];
          const { pageAt } = await import(new URL(name, pages));
          const game = await (await caches.match("/offline/call-of-cthulhu.json")).json();
          const urls = [...game.rulings, ...game.cards].map((one) => decodeURI(one.url));
          return urls.filter((url) => !pageAt(game, url)?.html);
        }"""
    )
    assert not missing


def test_the_status_of_a_card_has_its_colour_and_its_meaning_without_a_network(kept: Page) -> None:
    cut_off(kept)
    kept.goto(f"{GAME}cards/ancient-relics/F16-khopesh-of-the-abyss/")
    expect(kept.locator(".status-restricted")).to_contain_text("Restricted")
    expect(kept.locator(".what-it-means")).to_contain_text("cards of only one title on this list")
    expect(kept.get_by_role("navigation", name="Call of Cthulhu")).to_contain_text("Timing")
    kept.goto(f"{GAME}cards/core-set/F14-shotgun/")
    expect(kept.locator(".status-clean")).to_contain_text("Play as printed")


def test_the_charts_of_a_document_stay_its_own_without_a_network(phone: Page) -> None:
    keep(phone, ARKHAM)
    address = f"{ARKHAM}timing-reference/timing/"
    phone.goto(address)
    online = phone.locator(".chart h2, .actions h2").all_inner_texts()
    steps = phone.locator(".step-title").count()
    cut_off(phone)
    phone.goto(address)
    expect(shown(phone)).to_contain_text("Timing")
    titles = [title.removesuffix(" ¶") for title in online]
    assert phone.locator(".chart h2, .actions h2").all_inner_texts() == titles
    assert phone.locator(".step-title").count() == steps


def way(page: Page, address: str, most: int = 60) -> list[str]:
    """The steps that Next leads to, one after the other."""
    found: list[str] = []
    page.goto(address)
    while len(found) < most:
        current = page.locator(".current-step h1")
        expect(current).to_be_visible()
        found.append(current.inner_text())
        following = page.locator(".thumb [rel=next]")
        if not following.count() or "From the start" in following.inner_text():
            break
        page.goto(following.get_attribute("href") or "")
    return found


def test_a_chart_is_followed_without_a_network_as_with_one(phone: Page) -> None:
    keep(phone, ARKHAM)
    phone.goto(f"{ARKHAM}timing-reference/timing/")
    first = phone.locator(".step-title a").first.get_attribute("href") or ""
    online = way(phone, first, most=12)
    phone.goto(first)
    windows = phone.locator(".cursor .window").all_inner_texts()
    phases = phone.locator(".phases a").all_inner_texts()
    cut_off(phone)
    assert way(phone, first, most=12) == online
    phone.goto(first)
    expect(phone.locator("#offline-bar")).to_contain_text("Offline copy")
    expect(phone.locator(".phases a")).to_have_text(phases)
    assert phone.locator(".cursor .window").all_inner_texts() == windows


def results(page: Page, address: str) -> list[str]:
    page.goto(address)
    expect(page.locator(".result").first).to_be_visible(timeout=20_000)
    return page.locator(".result h3").all_inner_texts()


@pytest.mark.parametrize("asked", ["cancelled event", "does a static ability count as optional", "mulligan"])
def test_a_search_without_a_network_finds_what_the_site_finds(kept: Page, asked: str) -> None:
    address = f"/search/?q={asked.replace(' ', '+')}&game=call-of-cthulhu"
    kept.goto(address)
    online = kept.locator(".results .result h3").all_inner_texts()[:3]
    cut_off(kept)
    offline = results(kept, address)
    assert online[0] in offline[:3]
    assert len(set(online) & set(offline[:8])) >= 2
    assert kept.locator(".result mark").count()


def test_a_cancelled_event_leads_to_paying_costs_with_and_without_a_network(kept: Page) -> None:
    address = "/search/?q=cancelled+event&game=call-of-cthulhu"
    assert any("Paying Costs" in title for title in results(kept, address)[:3])
    cut_off(kept)
    assert any("Paying Costs" in title for title in results(kept, address)[:3])


def test_spelling_is_forgiven_without_a_network(kept: Page) -> None:
    cut_off(kept)
    assert results(kept, "/search/?q=hound+of+tindalso")[0].startswith("Hound of Tindalos")


def test_a_search_stays_in_its_game_without_a_network(kept_two: Page) -> None:
    cut_off(kept_two)
    kept_two.goto(GAME)
    expect(shown(kept_two)).to_contain_text("rulings and")
    kept_two.locator("#q").fill("khopesh")
    kept_two.locator("#q").press("Enter")
    expect(kept_two.locator(".result").first).to_be_visible(timeout=20_000)
    links = kept_two.locator(".result h3 a").evaluate_all("links => links.map(link => link.pathname)")
    assert all(link.startswith(GAME) for link in links)


def test_an_index_is_made_once_and_kept(kept: Page) -> None:
    cut_off(kept)
    results(kept, "/search/?q=mulligan&game=call-of-cthulhu")
    made = "caches.open('pocket-index').then(kept => kept.keys()).then(keys => keys.map(one => one.url))"
    (first,) = kept.evaluate(made)
    # Made again, it would not find what only the kept one has.
    kept.evaluate(
        """async (name) => {
          const indexes = await caches.open("pocket-index");
          const index = await (await indexes.match(name)).json();
          await indexes.put(name, new Response(JSON.stringify({ ...index, synonyms: { xyzzy: ["mulligan"] } })));
        }""",
        first,
    )
    assert results(kept, "/search/?q=xyzzy&game=call-of-cthulhu")
    assert kept.evaluate(made) == [first]


def check(page: Page, deck: str) -> Any:
    page.goto("/deck-check/")
    page.locator("textarea").fill(deck)
    page.get_by_role("button", name="Check it").click()
    return page.locator("output")


def test_a_deck_is_checked_by_the_lists_without_a_network(kept: Page) -> None:
    cut_off(kept)
    said = check(kept, "# Characters\n3x Hound of Tindalos\n2x Descendant of Eibon\nEvents:\n1x No Such Card")
    expect(said).to_contain_text("Restricted, and within what is allowed: Descendant of Eibon.")
    expect(said).to_contain_text("Not known here: 1x No Such Card")
    expect(said).to_contain_text("Taken for headings and remarks: # Characters; Events:")
    expect(said).to_contain_text("How many copies a deck may have is not checked offline.")


def test_a_card_of_two_kept_games_is_judged_by_the_game_of_its_deck(kept_two: Page) -> None:
    cut_off(kept_two)
    deck = "3x Khopesh of the Abyss\n2x Descendant of Eibon"
    said = check(kept_two, deck)
    expect(said.locator(".verdict")).to_contain_text("Not legal")
    expect(said.locator(".verdict")).to_contain_text("this one has 2: Descendant of Eibon, Khopesh of the Abyss")
    expect(said.locator("li", has_text="Khopesh").locator(".mark-restricted")).to_be_visible()
    # A single card is in both: the game can be chosen.
    kept_two.get_by_label("One card a line").fill("3x Khopesh of the Abyss")
    kept_two.get_by_label("Game").select_option("Call of Cthulhu")
    kept_two.get_by_role("button", name="Check it").click()
    expect(said.locator(".mark-restricted")).to_be_visible()
    kept_two.get_by_label("Game").select_option("Arkham Horror")
    kept_two.get_by_role("button", name="Check it").click()
    expect(said).to_contain_text("Arkham Horror, checked by")
    expect(said.locator(".mark-restricted")).to_have_count(0)


@pytest.mark.parametrize(
    "deck", ["3x Khopesh of the Abyss\n2x Descendant of Eibon", "1x Khopesh of the Abyss", "3x Hound of Tindalos"]
)
def test_the_lists_say_the_same_with_and_without_a_network(kept: Page, deck: str) -> None:
    kept.goto("/deck-check/")
    kept.get_by_label("Your deck").fill(deck)
    kept.get_by_label("Game").select_option("Call of Cthulhu")
    kept.get_by_role("button", name="Check it").click()
    checks = kept.locator(".checks").inner_text()
    cut_off(kept)
    reason = check(kept, deck).locator(".verdict span")
    expect(reason).not_to_be_empty()
    assert reason.inner_text() in checks


def test_a_deck_that_is_sent_after_the_cut_is_checked_on_the_phone(kept: Page) -> None:
    kept.goto("/deck-check/")
    kept.get_by_label("Your deck").fill("3x Khopesh of the Abyss</script>\n2x Descendant of Eibon")
    cut_off(kept)
    kept.get_by_role("button", name="Check it").click()
    expect(shown(kept).locator("textarea")).to_have_value("3x Khopesh of the Abyss</script>\n2x Descendant of Eibon")
    expect(kept.locator("output")).to_contain_text("Restricted, and within what is allowed: Descendant of Eibon.")


def test_a_slow_network_is_not_waited_for_where_the_page_was_kept(kept: Page) -> None:
    # A server that never answers.
    worker = kept.context.service_workers[0]
    worker.evaluate("() => { self.fetch = () => new Promise(() => {}); }")
    kept.goto(f"{GAME}faq/2.13/", timeout=15_000)
    expect(shown(kept)).to_contain_text("Paying Costs")


def test_a_slow_network_is_waited_for_where_the_page_was_not_kept(kept: Page) -> None:
    # It answers only who reloads.
    kept.context.service_workers[0].evaluate(
        "() => { const real = self.fetch; const never = new Promise(() => {});"
        "self.fetch = (one) => one.cache === 'no-cache' ? real(one) : never; }"
    )
    kept.goto(f"{GAME}faq/editions/", timeout=15_000)
    expect(kept.get_by_role("heading", name="History of FAQ")).to_be_visible(timeout=15_000)


def test_pages_without_a_network_are_in_the_language_that_was_chosen(kept: Page) -> None:
    kept.goto("/language/de/?next=/")
    kept.wait_for_timeout(1000)
    cut_off(kept)
    kept.goto(GAME)
    expect(shown(kept)).to_contain_text("FAQ 3.2")
    expect(kept.locator("html")).to_have_attribute("lang", "de")


def test_what_was_not_kept_says_so_and_tells_no_age(kept: Page) -> None:
    cut_off(kept)
    kept.goto("/mythos/")
    expect(shown(kept)).to_contain_text("was not kept on this phone")
    expect(kept.locator("#offline-bar")).to_have_text("You are offline.")
    kept.goto(f"{GAME}faq/editions/")
    expect(shown(kept)).to_contain_text("This page is on the site only")


def test_the_desk_is_never_served_from_the_phone(kept: Page) -> None:
    cut_off(kept)
    with pytest.raises(Exception, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        kept.goto("/admin/")


def test_the_button_names_the_size_of_what_it_fetches(phone: Page) -> None:
    phone.goto(GAME)
    button = phone.locator("[data-pocket] button")
    expect(button).to_contain_text(" kB)")
    answer = phone.request.get("/offline/call-of-cthulhu.json", headers={"Accept-Encoding": "gzip"})
    told = int(button.inner_text().partition("(")[2].partition(" ")[0])
    assert abs(told * 1000 - int(answer.headers["content-length"])) < 5_000


def answered(route: Route, change: Callable[[Any], Any]) -> None:
    """The answer of the site, changed on its way; its hash fits again."""
    body = json.dumps(change(route.fetch(method="GET").json())).encode()
    headers = {"X-Content-Hash": hashlib.sha256(body).hexdigest(), "Content-Type": "application/json"}
    route.fulfill(status=200, headers=headers, body=b"" if route.request.method == "HEAD" else body)


def test_a_new_edition_is_fetched_and_told_of_with_its_changes(phone: Page, harbour: Harbour) -> None:
    harbour.publish("1")
    keep(phone, harbour.url)
    harbour.publish("2", hour="dusk", seats="three")
    phone.goto("/")
    told = phone.get_by_role("link", name="Rules 2 is out: 2 rulings changed")
    expect(told).to_have_attribute("href", f"{harbour.url}rules/compare/1...2/")
    cut_off(phone)
    phone.goto(f"{harbour.url}rules/1.1/")
    expect(shown(phone)).to_contain_text("The tide turns at dusk.")
    expect(phone.locator("#offline-bar")).to_contain_text("Rules 2")


def test_a_withdrawn_edition_leaves_the_phone_at_the_next_page(phone: Page, harbour: Harbour) -> None:
    harbour.publish("1")
    harbour.publish("2", hour="dusk")
    keep(phone, harbour.url)
    before = phone.evaluate("localStorage['kept-games']")
    harbour.withdraw("2")
    phone.goto("/")
    phone.wait_for_function("before => localStorage['kept-games'] !== before", arg=before)
    cut_off(phone)
    phone.goto(f"{harbour.url}rules/1.1/")
    expect(shown(phone)).to_contain_text("The tide turns at noon.")


def test_a_withdrawn_game_leaves_the_phone_when_the_network_is_back(phone: Page, harbour: Harbour) -> None:
    harbour.publish("1")
    keep(phone, harbour.url)
    cut_off(phone)
    phone.goto(harbour.url)
    expect(shown(phone)).to_contain_text("rulings and")
    harbour.withdraw("1")
    phone.context.set_offline(False)
    phone.wait_for_function("() => localStorage['kept-games'] === '{}'")
    cut_off(phone)
    phone.goto(harbour.url)
    expect(shown(phone)).to_contain_text("was not kept on this phone")


def test_what_is_written_in_another_way_is_not_read(kept: Page) -> None:
    kept.context.route(POCKET, lambda route: answered(route, lambda game: {**game, "format": 99, "rulings": None}))
    kept.goto("/")
    kept.wait_for_timeout(500)
    cut_off(kept)
    kept.goto(f"{GAME}faq/2.13/")
    expect(shown(kept)).to_contain_text("Paying Costs")


def test_a_broken_download_leaves_what_was_there(kept: Page) -> None:
    kept.context.route(
        POCKET, lambda route: route.fulfill(status=200, headers={"X-Content-Hash": "0"}, body='{"game":')
    )
    kept.goto("/")
    kept.wait_for_timeout(500)
    cut_off(kept)
    kept.goto(f"{GAME}faq/2.13/")
    expect(shown(kept)).to_contain_text("Paying Costs")


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
