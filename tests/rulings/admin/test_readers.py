"""What the desk says to readers, and what readers say to the desk."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client

from importers.reading import read
from rulings.models import Announcement, Document, Edition, MistakeReport, Phrasing, ReleaseNote
from rulings.services import announcing, deciding, importing, publishing, reviewing

FRONT = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n"
HEAD = FRONT + "# Rules\n#### (1.1) Oil\nIt costs {} coins.\n"


@pytest.fixture(autouse=True)
def no_reports_yet() -> None:
    cache.clear()


def test_a_reader_reports_a_mistake_without_an_account(client: Client, editor: Client, lanterns: Document) -> None:
    page = client.get("/lanterns-of-vell/faq/1.1/").content.decode()
    assert "/report/?address=/lanterns-of-vell/faq/1.1/" in page
    form = {"address": "/lanterns-of-vell/faq/1.1/", "edition": "FAQ 2.0", "words": "lit", "message": "It is dim."}
    assert "Thank you" in client.post("/report/", form).content.decode()
    report = MistakeReport.objects.get()
    assert (report.address, report.edition_label, report.words) == (form["address"], "FAQ 2.0", "lit")
    assert "It is dim." in editor.get("/admin/").content.decode()


def test_nobody_floods_the_queue(client: Client, db: None) -> None:
    form = {"address": "/", "message": "Again."}
    answers = [client.post("/report/", form) for _ in range(7)]
    assert answers[-1].status_code == 429
    assert answers[-1]["Retry-After"] == "600"
    assert MistakeReport.objects.count() == 5


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "/\\evil.example", ""])
def test_a_report_is_about_a_page_of_this_site(client: Client, db: None, address: str) -> None:
    client.post("/report/", {"address": address, "message": "Look here."})
    assert not MistakeReport.objects.exists()


def test_an_edition_that_is_out_is_announced_until_it_is_here(
    client: Client, publisher: Client, publish: Callable[[str], Edition]
) -> None:
    document = publish(HEAD.format("1", "two")).document
    publisher.post("/admin/rulings/announcement/add/", {"document": document.pk, "label": "2", "date": "2026-05-03"})
    for address in ("/vell/faq/", "/vell/faq/1.1/", "/vell/faq/editions/"):
        page = client.get(address).content.decode()
        assert "FAQ 2 was published on 3 May 2026." in page
        assert "does not include it yet" in page
    publish(HEAD.format("2", "three"))
    assert not Announcement.objects.exists()
    assert "does not include it yet" not in client.get("/vell/faq/").content.decode()


def test_an_announcement_can_be_taken_back(client: Client, publish: Callable[[str], Edition]) -> None:
    document = publish(HEAD.format("1", "two")).document
    announcing.take_back(announcing.announce(document, label="2", date=None, user=None), user=None)
    assert "does not include it yet" not in client.get("/vell/faq/").content.decode()


def test_a_report_does_not_link_to_another_site(client: Client, db: None) -> None:
    page = client.get("/report/?address=javascript:alert(1)").content.decode()
    assert "javascript:" not in page


def test_a_correction_that_gives_the_old_words_back_is_not_said_to_change_what_is_cited(
    client: Client, publish: Callable[[str], Edition]
) -> None:
    rules = "# Rules\n#### (1.1) Oil\nIt costs {} coins.\n#### (1.2) Wicks\nThey burn as in [[1.1]].\n"
    publish(FRONT.format(1) + rules.format("two"))
    taken = importing.take_in(read((FRONT.format(2) + rules.format("three")).encode(), name="x.md")).edition
    draft = Edition.objects.select_related("document__game", "document__current", "source").get(pk=taken.pk)
    (item,) = reviewing.review(draft).items
    deciding.reject(draft, [(item.key, item.mark)], reason="A misprint.", user=None)
    publishing.publish(draft)
    assert "Nobody has checked" not in client.get("/vell/faq/1.2/").content.decode()


def test_a_release_note_says_what_was_and_what_is(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(HEAD.format("1", "two"))
    edition = publish(HEAD.format("2", "three") + "#### (1.2) Wicks\nThey burn.\n")
    assert ReleaseNote.objects.get().edition == edition
    page = client.get("/vell/faq/at/2/release-note/").content.decode()
    assert "<del>two</del>" in page
    assert "<ins>three</ins>" in page
    assert "1.2 Wicks" in page
    assert "[s]two[/s]" in page
    text = client.get("/vell/faq/at/2/release-note.md").content.decode()
    assert "~~two~~" in text
    assert "/vell/faq/at/2/release-note/" in client.get("/vell/faq/editions/").content.decode()


def test_a_card_that_changes_lists_is_one_line_of_a_note(client: Client, publish: Callable[[str], Edition]) -> None:
    lists = "# Restricted {{restricted}}\n{}\n# Banned {{banned}}\n- Owl (Box 3)\n{}"
    publish(HEAD.format("1", "two") + lists.format("- Moth (Box 1)\n- Crow (Box 2)\n", ""))
    publish(HEAD.format("2", "two") + lists.format("- Wren (Box 4)\n", "- Moth (Box 1)\n"))
    note = ReleaseNote.objects.get().text
    assert "- Moth: restricted → banned" in note
    assert "- Crow: no longer restricted" in note
    assert "- Wren: now restricted" in note


def test_what_cites_a_changed_ruling_says_so_until_somebody_confirms(
    client: Client, editor: Client, publish: Callable[[str], Edition]
) -> None:
    rules = "# Rules\n#### (1.1) Oil\nIt costs {} coins.\n#### (1.2) Wicks\nThey burn as in [[1.1]].\n"
    publish(FRONT.format(1) + rules.format("two"))
    assert "changed in" not in client.get("/vell/faq/1.2/").content.decode()
    publish(FRONT.format(2) + rules.format("three"))
    assert "which changed in FAQ 2. Nobody has checked" in client.get("/vell/faq/1.2/").content.decode()
    page = editor.get("/admin/consequences/")
    (one,) = page.context["found"]
    assert "three" in page.content.decode()
    editor.post("/admin/consequences/", {"ruling": one.ruling_id, "cited": one.cited_id})
    assert not editor.get("/admin/consequences/").context["found"]
    assert "Nobody has checked" not in client.get("/vell/faq/1.2/").content.decode()
    publish(FRONT.format(3) + rules.format("four"))
    assert "which changed in FAQ 3" in client.get("/vell/faq/1.2/").content.decode()


def test_a_digest_and_phrasings_of_a_changed_ruling_are_to_be_looked_at_again(
    client: Client, editor: Client, publish: Callable[[str], Edition]
) -> None:
    rules = "# Rules\n#### (1.1) Oil\nA jug of oil costs {} coins at every market of the city.\n"
    digest = FRONT.replace("official", "digest").format(1) + "# Rules\n#### (1.1) Oil\nTwo coins a jug.\n"
    summed_up = publish(digest).document
    Phrasing.objects.create(ruling=summed_up.rulings.get(), words="how much is oil")
    publish(FRONT.format(1) + rules.format("two"))
    assert not editor.get("/admin/consequences/").context["found"]
    publish(FRONT.format(2) + rules.format("three"))
    page = editor.get("/admin/consequences/")
    assert {one.because for one in page.context["found"]} == {"sums up", "finds"}
    assert "Two coins a jug." in page.content.decode()
    assert "how much is oil" in page.content.decode()
    for one in page.context["found"]:
        editor.post("/admin/consequences/", {"ruling": one.ruling_id, "cited": one.cited_id})
    assert not editor.get("/admin/consequences/").context["found"]
    assert "Last reviewed against" in client.get("/vell/faq/1.1/").content.decode()
    assert client.get("/api/v1/rulings/vell/faq/1.1").json()["reviewed"]["edition_title"] == "FAQ 2"


def test_a_digest_of_the_same_edition_is_not_to_be_looked_at_again(
    editor: Client, publish: Callable[[str], Edition]
) -> None:
    rules = "# Rules\n#### (1.1) Oil\nA jug of oil costs {} coins at every market of the city.\n"
    for label, price in (("1", "Two"), ("2", "Three")):
        publish(FRONT.replace("official", "digest").format(label) + f"# Rules\n#### (1.1) Oil\n{price} coins a jug.\n")
    for label, price in (("1", "two"), ("2", "three")):
        publish(FRONT.format(label) + rules.format(price))
    assert not editor.get("/admin/consequences/").context["found"]
