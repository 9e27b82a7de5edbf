"""Takes the pictures of README.md and docs/: a card, a phone without a network, and the paths of an editor; run it with
bin/screenshots."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, ROOT, Site
from tests.browser.test_desk import PASSWORD, decide_all

IMAGES = ROOT / "docs" / "images"
DOCUMENTS = ROOT / "tests" / "documents"
UNKNOWN = ROOT / "tests" / "importers" / "proposing" / "documents" / "embers_of_kharad_faq.pdf"


def main() -> None:
    """Take all pictures."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder) / "site")
        site.environment["RULINGS_EDITOR_PASSWORD"] = PASSWORD
        site.start()
        try:
            site.manage("import_document", str(DOCUMENTS / "lanterns-1.0.md"), "--publish", "--yes")
            site.manage("create_editor", "ann", "--publisher")
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
            cut_off(browser.new_page(base_url=site.address, viewport={"width": 390, "height": 780}))
            page = browser.new_page(base_url=site.address, viewport={"width": 1180, "height": 800})
            walk(page)
            browser.close()
        finally:
            site.stop()


def cut_off(page: Page) -> None:
    """A card on a phone that has kept its game and has no network."""
    page.goto("/call-of-cthulhu/")
    page.get_by_role("button", name="Keep this game on this phone").click()
    page.get_by_text("Kept: it can be read without a network.").wait_for()
    page.context.set_offline(True)
    page.goto("/call-of-cthulhu/cards/ancient-relics/F16-khopesh-of-the-abyss/")
    page.locator("#offline-page .status").first.wait_for()
    take(page, "offline")


def walk(page: Page) -> None:
    """A card, then from the login to the published edition."""
    page.goto("/call-of-cthulhu/cards/core-set/F110-hound-of-tindalos/")
    take(page, "card")
    page.goto("/admin/")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="New edition").click()
    page.get_by_label("File").set_input_files(DOCUMENTS / "lanterns-1.1.md")
    take(page, "new")
    page.get_by_role("button", name="Read it").click()
    take(page, "review")
    page.locator("article", has_text="High tide").get_by_role("link", name="Edit").click()
    take(page, "ruling")
    page.go_back()
    decide_all(page)
    page.get_by_role("link", name="Publish …").click()
    take(page, "publish")
    page.goto("/admin/")
    take(page, "start")
    bring_in(page)


def bring_in(page: Page) -> None:
    """A PDF of a game that nobody knows, from the upload to the printed page behind a ruling."""
    page.get_by_role("link", name="New edition").click()
    page.get_by_label("File").set_input_files(UNKNOWN)
    page.get_by_role("button", name="Read it").click()
    take(page, "intake-outline")
    page.get_by_role("button", name="Save and review the draft").click()
    take(page, "intake-review")
    decide_all(page)
    page.get_by_role("link", name="Publish …").click()
    page.get_by_label("If this is right, type").fill("1.6")
    take(page, "intake-confirm")
    page.get_by_role("button", name="Publish").click()
    page.goto("/embers-of-kharad/faq/1.02/")
    page.locator("a[href*='source/page-']").first.click()
    take(page, "intake-page")


def take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
