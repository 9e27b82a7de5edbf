"""A document that nobody knows, from its upload to its next edition: outlined, read, saved, confirmed, published."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rulings.models import Document, Edition, Source
from rulings.services import deciding

DOCUMENTS = Path(__file__).resolve().parents[2] / "importers" / "proposing" / "documents"
ADD = "/admin/rulings/edition/add/"
PDF, PAGE = "embers_of_kharad_faq.pdf", "embers_of_kharad_faq.html"


def upload(client: Client, name: str, **given: str) -> Any:
    file = SimpleUploadedFile(name, (DOCUMENTS / name).read_bytes())
    return client.post(ADD, {"file": file, **given}, follow=True)


def filled_in(page: Any) -> dict[str, Any]:
    """The forms of the outline as a browser would send them."""
    data = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
    parts = page.context["parts"]
    data |= {f"parts-{name}": parts.management_form[name].value() for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    for form in parts:
        data |= {f"{form.prefix}-{name}": form[name].value() or "" for name in form.fields if name != "DELETE"}
    return data


@pytest.fixture
def outline(editor: Client) -> Any:
    return upload(editor, PDF)


def address() -> str:
    return f"/admin/rulings/edition/outline/{Source.objects.get().pk}/"


def test_an_unknown_pdf_is_outlined_with_what_it_would_give(outline: Any) -> None:
    page = outline.content.decode()
    assert "22 errata, 7 listings, 25 clarifications, 13 questions, 18 steps" in page
    assert "346 of 346 lines are in a ruling, a heading or the leftovers" in page
    assert not Edition.objects.exists()


def test_changing_a_reader_changes_what_is_found(editor: Client, outline: Any) -> None:
    data = filled_in(outline)
    place = next(key for key, value in data.items() if value == "Frequently Asked Questions").removesuffix("-heading")
    page = editor.post(address(), {**data, f"{place}-reader": "skip"}).content.decode()
    assert "13 questions" not in page
    assert "22 errata" in page


def test_a_part_can_begin_at_any_heading(editor: Client, outline: Any) -> None:
    row = next(row for row in outline.context["rows"] if not row.is_part)
    page = editor.post(address(), {**filled_in(outline), "add": str(row.line)})
    assert row.text in [form["heading"].value() for form in page.context["parts"]]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("entry_look", "shiny", "not a word for how a line looks"),
        ("entry", "NOTHING (", "not closed"),
        ("reader", "poem", "Something is missing below"),
    ],
)
def test_a_mistake_in_a_recipe_is_explained(editor: Client, outline: Any, name: str, value: str, message: str) -> None:
    page = editor.post(address(), {**filled_in(outline), f"parts-0-{name}": value, "save": "1"}).content.decode()
    assert message in page.replace("&#x27;", "'")
    assert not Edition.objects.exists()


def test_all_parts_left_out_is_explained(editor: Client, outline: Any) -> None:
    data = filled_in(outline)
    deleted = {f"{form.prefix}-DELETE": "on" for form in outline.context["parts"]}
    page = editor.post(address(), {**data, **deleted, "save": "1"}).content.decode()
    assert "without them there is nothing to read" in page


def test_a_saved_recipe_reads_the_next_edition(editor: Client, outline: Any) -> None:
    editor.post(address(), {**filled_in(outline), "save": "1"})
    document = Document.objects.get()
    assert document.game.name == "Embers of Kharad"
    assert 'reader = "errata"' in document.recipe
    page = upload(editor, PAGE, edition="1.7")
    draft = Edition.objects.get(label="1.7")
    assert draft.document == document
    assert page.redirect_chain[-1][0] == f"/admin/rulings/edition/{draft.pk}/change/"


def test_what_a_draft_would_make_is_confirmed_by_its_label(publisher: Client) -> None:
    publisher.post(ADD, {"file": SimpleUploadedFile(PDF, (DOCUMENTS / PDF).read_bytes())})
    page = publisher.get(address())
    publisher.post(address(), {**filled_in(page), "save": "1"})
    draft = Edition.objects.get()
    where = f"/admin/rulings/edition/{draft.pk}/publish/"
    review = publisher.get(f"/admin/rulings/edition/{draft.pk}/change/").context["review"]
    assert "“Core Set” would be a new set" in " ".join(alarm.message for alarm in review.alarms)
    seen = [(one.key, one.mark) for one in (*review.items, *review.alarms)]
    deciding.accept(draft, seen, user=None)
    page = publisher.get(where)
    assert "It makes 5 new card sets: Core Set" in page.content.decode()
    basis = {name: value or "" for name, value in vars(page.context["basis"]).items()}
    assert "Nothing was published" in publisher.post(where, basis, follow=True).content.decode()
    assert publisher.post(where, {**basis, "confirmed": "1.6"}).url == f"/admin/rulings/edition/{draft.pk}/change/"
    # A ruling leads to the printed page, with its words marked.
    ruling = publisher.get("/embers-of-kharad/faq/1.02/").content.decode()
    link = ruling.split("/source/page-2/?lines=")[1].split('"')[0]
    printed = publisher.get(f"/embers-of-kharad/faq/at/1.6/source/page-2/?lines={link}").content.decode()
    assert printed.count('class="marked"') == 6
    picture = publisher.get("/embers-of-kharad/faq/at/1.6/source/page-2.png")
    assert b"".join(picture.streaming_content).startswith(b"\x89PNG")
    assert publisher.get("/embers-of-kharad/faq/at/1.6/source/page-99/").status_code == 404
    assert publisher.get("/embers-of-kharad/faq/at/1.6/source/page-99.png").status_code == 404


def test_the_outline_shows_an_entry_as_it_was_extracted_cleaned_and_parsed(editor: Client, outline: Any) -> None:
    sample = outline.context["results"][0].samples[0]
    page = editor.get(f"{address()}?line={sample.ruling.lines.first}")
    entry = page.context["entry"]
    assert entry.ruling == sample.ruling
    assert entry.lines[0].number == sample.ruling.lines.first
    assert entry.lines[0].extracted in page.content.decode().replace("&#x27;", "'")
    assert entry.page == entry.lines[0].page


def test_a_line_that_is_in_no_entry_shows_the_outline_alone(editor: Client, outline: Any) -> None:
    for line in ("1", "99999", "x", ""):
        assert editor.get(f"{address()}?line={line}").context["entry"] is None


def test_editions_read_by_an_older_recipe_are_listed(editor: Client, outline: Any) -> None:
    editor.post(address(), {**filled_in(outline), "save": "1"})
    draft = Edition.objects.get()
    listed = "/admin/rulings/edition/?recipe=older"
    assert editor.get(listed).context["cl"].result_count == 0
    document = draft.document
    document.recipe = document.recipe.replace("document =", "version = 7\ndocument =", 1)
    document.save(update_fields=["recipe"])
    assert list(editor.get(listed).context["cl"].result_list) == [draft]
