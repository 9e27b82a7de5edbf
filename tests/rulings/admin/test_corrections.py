"""A correction of our import is a revision, with a reason, and not the publisher's change."""

from collections.abc import Callable
from pathlib import Path

from django.test import Client

from rulings.models import Document, Edition, Ruling
from rulings.selectors.data import export_records


def correct(publisher: Client, ruling: Ruling, old: str, new: str, reason: str = "a typo of our import") -> str:
    url = f"/admin/rulings/ruling/{ruling.pk}/correct/"
    form = publisher.get(url).context["form"]
    text = form["text"].value()
    assert old in text
    given = {"text": text.replace(old, new), "basis": form["basis"].value(), "reason": reason}
    return publisher.post(url, given, follow=True).content.decode()


def test_a_correction_is_shown_as_ours_with_its_reason(publisher: Client, client: Client, lanterns: Document) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    correct(publisher, ruling, "readied and paid", "readied and paid twice")
    page = client.get(ruling.get_absolute_url()).content.decode()
    assert "readied and paid twice" in page
    assert "our correction" in page
    assert "a typo of our import" in page
    lanterns.refresh_from_db()
    assert lanterns.current is not None
    assert lanterns.current.changes.news().count() == 1
    assert lanterns.current.label == "2.0"


def test_the_edition_is_read_as_corrected_and_keeps_its_source_lines(
    publisher: Client, client: Client, lanterns: Document
) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    before = lanterns.current.changes.get(ruling=ruling) if lanterns.current else None
    correct(publisher, ruling, "each ship", "every ship")
    page = client.get("/lanterns-of-vell/faq/at/2.0/2.1/").content.decode()
    assert "every ship" in page
    assert "You are reading the past" not in page
    lanterns.refresh_from_db()
    after = lanterns.current.changes.get(ruling=ruling) if lanterns.current else None
    assert before is not None
    assert after is not None
    assert (before.first_line, before.last_line) == (after.first_line, after.last_line)


def test_a_correction_is_no_change_of_the_publisher(publisher: Client, client: Client, lanterns: Document) -> None:
    ruling = Ruling.objects.get(document=lanterns, kind="erratum", slug="lamplighter")
    correct(publisher, ruling, "Light", "Kindle")
    page = client.get("/lanterns-of-vell/cards/?status=changed").content.decode()
    assert "Grey Moth" in page
    assert "Lamplighter" not in page.split('<ul class="cards plain">')[1].split("</ul>")[0]


def test_a_correction_that_changes_nothing_or_more_is_refused(publisher: Client, lanterns: Document) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    assert "Nothing was changed" in correct(publisher, ruling, "each", "each")
    assert "A correction is one ruling" in correct(publisher, ruling, "each ship", "it.\n\n#### (2.9) Other\nEach ship")
    lanterns.refresh_from_db()
    assert lanterns.current is not None
    assert lanterns.current.corrects is None


def test_a_withdrawn_correction_leaves_the_edition_as_it_was(
    publisher: Client, client: Client, lanterns: Document
) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    correct(publisher, ruling, "each ship", "every ship")
    lanterns.refresh_from_db()
    assert lanterns.current is not None
    publisher.post(f"/admin/rulings/edition/{lanterns.current.pk}/withdraw/", {"reason": "It was wrong."})
    assert "each ship" in client.get(ruling.get_absolute_url()).content.decode().split("<h2")[0]


def test_two_corrections_at_once_do_not_overwrite_each_other(publisher: Client, lanterns: Document) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    url = f"/admin/rulings/ruling/{ruling.pk}/correct/"
    form = publisher.get(url).context["form"]
    stale = {"text": form["text"].value().replace("each", "no"), "basis": form["basis"].value(), "reason": "other"}
    correct(publisher, ruling, "each ship", "every ship")
    page = publisher.post(url, stale).content.decode()
    assert "look at what is in force now" in page
    assert "every ship" in page
    assert "no ship" in page


def test_the_next_edition_of_the_publisher_keeps_our_correction(
    publisher: Client, client: Client, lanterns: Document, publish: Callable[..., Edition], documents: Path
) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    correct(publisher, ruling, "each ship", "every ship")
    publish((documents / "lanterns-2.0.md").read_text().replace("edition: 2.0", "edition: 3.0"))
    lanterns.refresh_from_db()
    assert lanterns.current is not None
    assert lanterns.current.label == "3.0"
    assert not lanterns.current.changes.news().exists()
    assert "every ship" in client.get(ruling.get_absolute_url()).content.decode().split("<h2")[0]


def test_our_correction_stands_until_the_publisher_says_something_else(
    publisher: Client, lanterns: Document, publish: Callable[..., Edition], documents: Path
) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    text = (documents / "lanterns-2.0.md").read_text()

    def wording_in(label: str, printed: str) -> str:
        edition = publish(printed.replace("edition: 2.0", f"edition: {label}"))
        revision = edition.changes.get(ruling=ruling).revision
        assert revision is not None
        return revision.text

    correct(publisher, ruling, "each ship", "every ship")
    assert "every ship" in wording_in("3.0", text)
    correct(publisher, ruling, "every ship", "any ship")
    assert "any ship" in wording_in("4.0", text)
    assert "any ship" in wording_in("5.0", text)
    assert "any ship" in wording_in("6.0", text.replace("(2.1)", "(2.7)"))
    assert "no ship" in wording_in("7.0", text.replace("each ship", "no ship"))


def test_our_title_does_not_pass_for_the_publishers_above_new_words(
    publisher: Client, publish: Callable[..., Edition]
) -> None:
    text = (
        "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n"
        "# Rules\n#### (1.1) Oli\nIt costs {} coins.\n"
    )
    ruling = publish(text.format(1, "two")).document.rulings.get()
    correct(publisher, ruling, "Oli", "Oil")
    titles = []
    for label, price in ((2, "two"), (3, "three")):
        revision = publish(text.format(label, price)).changes.get().revision
        assert revision is not None
        titles.append(revision.title)
    assert titles == ["Oil", "Oli"]


def test_a_correction_can_be_taken_back_by_another_one(publisher: Client, lanterns: Document) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    correct(publisher, ruling, "each ship", "every ship")
    correct(publisher, ruling, "every ship", "each ship")
    texts = list(ruling.revisions.order_by("pk").values_list("text", flat=True))
    assert texts[-1] == texts[-3] != texts[-2]


def test_an_edition_is_exported_once_and_as_corrected(publisher: Client, lanterns: Document) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    correct(publisher, ruling, "each ship", "every ship")
    correct(publisher, ruling, "every ship", "any ship")
    texts = [
        record["text"]
        for record in export_records(edition="2.0")
        if record["type"] == "ruling" and record["key"] == "2.1"
    ]
    assert len(texts) == 1
    assert "any ship" in texts[0]
