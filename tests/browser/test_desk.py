"""An editor's path in a real browser: upload, review, fix, publish, see it, withdraw it; and hostile documents."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.browser.conftest import Site, open_page

pytestmark = pytest.mark.browser

WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
UNKNOWN = Path(__file__).resolve().parents[1] / "importers" / "proposing" / "documents" / "embers_of_kharad_faq.pdf"
PASSWORD = "correct horse battery"  # noqa: S105 - of an account that lives as long as a test
HEAD = "---\ngame: Isles of Fog\ndocument: FAQ\nedition: {}\nauthority: official\n---\n"
RULES = "# Rules\n\n#### (1.1) Foghorns\nA foghorn sounds {}.\n\n#### (1.2) Buoys\nA {} floats.\n"
FIRST = HEAD.format("1.0") + RULES.format("once", "buoy")
SECOND = HEAD.format("1.1") + RULES.format("twice", "boy")
HOSTILE = (
    HEAD.format("6.6").replace("FAQ", "Hostile")
    + "# Rules <script>window.hacked = 1</script>\n\n#### (1.1) <img src=x onerror='window.hacked=1'>\n"
    + "<script>window.hacked = 1</script> [x](javascript:window.hacked=1) <svg onload='window.hacked=1'>\n\n"
    + "> " * 400
    + "deep\n\n"
    + "| a | b |\n|---|---|\n"
    + "| x | y |\n" * 2000
    + "\n"
    + "- " * 300
    + "nested\n"
)


@pytest.fixture(scope="session")
def signed_in(browser: Browser, site: Site) -> StorageState:
    """The cookies of a publisher."""
    site.environment["RULINGS_EDITOR_PASSWORD"] = PASSWORD
    site.manage("create_editor", "pub", "--publisher")
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.goto("/admin/")
    page.get_by_label("Username").fill("pub")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Drafts in work")).to_be_visible()
    cookies = context.storage_state()
    context.close()
    return cookies


@pytest.fixture
def desk(browser: Browser, site: Site, signed_in: StorageState) -> Iterator[Page]:
    """A publisher at the desk."""
    yield from open_page(browser, site, width="desktop", scheme="light", cookies=signed_in)


@pytest.fixture
def bare_desk(browser: Browser, site: Site, signed_in: StorageState) -> Iterator[Page]:
    """A publisher at the desk, with a browser without scripts."""
    yield from open_page(browser, site, width="desktop", scheme="light", with_scripts=False, cookies=signed_in)


def take_in(desk: Page, text: str) -> None:
    desk.goto("/admin/")
    desk.get_by_role("link", name="New edition").click()
    # A browser types slowly: only a short text is pasted.
    if len(text) < 2_000:
        desk.get_by_label("Or its text").fill(text)
    else:
        desk.get_by_label("File").set_input_files(
            {"name": "long.md", "mimeType": "text/markdown", "buffer": text.encode()}
        )
    desk.get_by_role("button", name="Read it").click()


def decide_all(desk: Page) -> None:
    """Accept whatever is open, one by one."""
    buttons = desk.locator(".decidable:not(.is-accepted):not(.is-rejected) [data-accept]")
    while left := buttons.count():
        buttons.first.click()
        expect(buttons).not_to_have_count(left)


def publish(desk: Page) -> None:
    decide_all(desk)
    # A long review takes its time to be worked out.
    desk.get_by_role("link", name="Publish …").click(timeout=120_000)
    confirmed = desk.get_by_label("If this is right, type")
    if confirmed.count():
        confirmed.fill(desk.locator("label[for=confirmed] strong").inner_text())
    desk.get_by_role("button", name="Publish").click(timeout=120_000)


def test_an_edition_goes_from_upload_to_the_site_and_back(desk: Page, tmp_path: Path) -> None:
    take_in(desk, FIRST)
    publish(desk)
    expect(desk.get_by_text("Isles of Fog FAQ 1.0 is published")).to_be_visible()
    file = tmp_path / "fog.md"
    file.write_text(SECOND)
    desk.goto("/admin/rulings/edition/add/")
    desk.get_by_label("File").set_input_files(file)
    desk.get_by_role("button", name="Read it").click()
    expect(desk.get_by_text("2 reworded")).to_be_visible()
    assert Axe().run(desk, options=WCAG).violations_count == 0
    # One of the two is a slip of the publisher: correct it.
    desk.locator("article", has_text="Buoys").get_by_role("link", name="Edit").click()
    text = desk.get_by_label("Text")
    text.fill(text.input_value().replace("A boy", "A buoy"))
    expect(desk.locator("#preview")).to_contain_text("A buoy floats.")
    desk.get_by_label("Why").fill("A misprint of the publisher.")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("We would show, as our correction")).to_be_visible()
    publish(desk)
    desk.goto("/isles-of-fog/faq/1.2/")
    expect(desk.get_by_text("A buoy floats.").locator("visible=true").first).to_be_visible()
    expect(desk.locator(".ours")).to_contain_text("The source says (FAQ 1.1): “Buoys A boy floats.”")
    desk.goto("/isles-of-fog/faq/1.1/")
    expect(desk.get_by_text("A foghorn sounds twice.").locator("visible=true").first).to_be_visible()
    desk.goto("/search/?q=foghorn+twice")
    expect(desk.locator(".result").first).to_contain_text("Foghorns")
    desk.goto("/admin/")
    desk.locator("section", has_text="Last publications").get_by_role(
        "link", name="Isles of Fog FAQ 1.1", exact=True
    ).click()
    desk.get_by_label("Why it is withdrawn").fill("Taken back by the publisher.")
    desk.get_by_role("button", name="Withdraw it").click()
    desk.goto("/isles-of-fog/faq/1.1/")
    expect(desk.get_by_text("A foghorn sounds once.").locator("visible=true").first).to_be_visible()


def test_a_hostile_document_does_no_harm_at_the_desk_or_on_the_site(desk: Page) -> None:
    take_in(desk, HOSTILE)
    expect(desk.get_by_text("1 added")).to_be_visible()
    addresses = [desk.url, desk.url.replace("change/", "text/"), desk.url.replace("change/", "source/")]
    for address in addresses:
        desk.goto(address)
        assert desk.evaluate("window.hacked") is None
    desk.goto(addresses[0])
    publish(desk)
    for tail in ("", "1.1/", "chapters/rules-scriptwindowhacked-1script/", "at/6.6/source/"):
        desk.goto(f"/isles-of-fog/hostile/{tail}")
        assert desk.evaluate("window.hacked") is None
        assert desk.locator("main").count() == 1


def test_the_way_from_text_to_publication_needs_no_scripts(bare_desk: Page) -> None:
    take_in(bare_desk, FIRST.replace("FAQ", "Pilots"))
    bare_desk.get_by_role("link", name="Edit the text").click()
    text = bare_desk.get_by_label("Text")
    text.fill(text.input_value().replace("sounds once", "is silent"))
    bare_desk.get_by_role("button", name="Preview").click()
    expect(bare_desk.locator("#preview")).to_contain_text("A foghorn is silent.")
    bare_desk.get_by_label("Why").fill("A misprint of the publisher.")
    bare_desk.get_by_role("button", name="Save").click()
    publish(bare_desk)
    expect(bare_desk.get_by_text("Isles of Fog Pilots 1.0 is published")).to_be_visible()
    bare_desk.goto("/isles-of-fog/pilots/1.1/")
    expect(bare_desk.get_by_text("A foghorn is silent.").locator("visible=true").first).to_be_visible()


def test_a_long_publication_shows_its_progress_and_is_found(desk: Page) -> None:
    # More cards than SQLite looks up at a time.
    errata = "".join(f"#### Isle {number} ({number})\nIt has {number} palms.\n" for number in range(1, 1301))
    take_in(desk, f"{HEAD.format('9.9').replace('FAQ', 'Atlas')}# Errata {{errata}}\n## Atlas\n{errata}")
    publish(desk)
    expect(desk.get_by_text("writing 1300 changes")).to_be_visible()
    expect(desk.get_by_text("is published: 1300 added")).to_be_visible(timeout=120_000)
    desk.get_by_role("link", name="Go on").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Atlas")
    desk.goto("/search/?q=1234+palms")
    expect(desk.locator(".result").first).to_contain_text("It has 1234 palms")
    expect(desk.locator(".notice")).to_have_count(0)


@pytest.mark.parametrize("address", ["/admin/", "/admin/rulings/edition/add/", "/admin/rulings/card/"])
def test_the_desk_is_accessible(desk: Page, address: str) -> None:
    desk.goto(address)
    results = Axe().run(desk, options=WCAG)
    assert results.violations_count == 0, results.generate_report()


def test_an_outline_follows_what_is_chosen_and_shows_its_pages(desk: Page) -> None:
    desk.goto("/admin/rulings/edition/add/")
    desk.get_by_label("File").set_input_files(UNKNOWN)
    desk.get_by_role("button", name="Read it").click()
    found = desk.locator("#results")
    expect(found).to_contain_text("13 questions")
    part = desk.locator("details.part", has_text="Frequently Asked Questions").first
    part.locator("summary").click()
    part.locator("select[name$=-reader]").select_option("skip")
    # The document is read again, on a machine that may be busy.
    expect(found).not_to_contain_text("13 questions", timeout=60_000)
    address = desk.url
    desk.locator("#results a[data-page]", has_text="page 2").first.click()
    expect(desk.locator("[data-page-number]")).to_have_text("2")
    assert desk.url == address
    desk.locator("details.stages summary").first.click()
    expect(desk.locator("details.stages table").first).to_be_visible()
