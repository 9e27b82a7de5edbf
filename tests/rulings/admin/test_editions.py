"""The desk: from a publisher's text to a published edition, and back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rulings.models import Document, Edition, Manuscript
from rulings.read_model.known import document_of
from rulings.services import deciding, manuscripts, publishing, reviewing

ADD = "/admin/rulings/edition/add/"


def address(edition: Edition, view: str = "change") -> str:
    return f"/admin/rulings/edition/{edition.pk}/{view}/"


def body(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return response.content.decode()


def act(client: Client, edition: Edition, action: str, **given: object) -> str:
    """Do something to a draft; what the desk answers."""
    version = manuscripts.manuscript_of(edition).version
    response = client.post(address(edition, "act"), {"action": action, "version": version, **given}, follow=True)
    edition.refresh_from_db(fields=["decisions", "state"])
    return " ".join(map(str, response.context["messages"]))


@pytest.fixture
def draft(editor: Client, publish: Callable[..., Edition], documents: Path) -> Edition:
    """The second edition of the invented FAQ, as a draft."""
    publish(documents / "lanterns-1.0.md")
    editor.post(ADD, {"text": (documents / "lanterns-1.1.md").read_text()})
    return Edition.objects.select_related("document__game").get(state="draft")


def item_of(draft: Edition, kind: str, title: str) -> reviewing.Item:
    found = reviewing.review(Edition.objects.select_related("document__game", "document__current").get(pk=draft.pk))
    return next(item for item in found.items if item.kind == kind and title in item.title)


def key_of(draft: Edition, kind: str, title: str) -> str:
    return item_of(draft, kind, title).key


def decide(client: Client, draft: Edition, action: str, kind: str, title: str, *, reason: str = "A misprint.") -> str:
    """Accept or reject a change as it is seen now; what the desk answers."""
    item = item_of(draft, kind, title)
    return act(client, draft, action, seen=f"{item.key}#{item.mark}", reason=reason)


def accept_all(draft: Edition) -> None:
    """Decide whatever is open."""
    draft = Edition.objects.select_related("document__game", "document__current").get(pk=draft.pk)
    found = reviewing.review(draft)
    deciding.accept(
        draft, [(one.key, one.mark) for one in (*found.items, *found.alarms) if not one.is_decided], user=None
    )


def published_text(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_pasted_text_becomes_a_draft_that_is_not_public(editor: Client, draft: Edition, client: Client) -> None:
    page = body(editor, address(draft))
    assert "3 added, 1 reworded, 2 moved, 1 removed" in page
    assert client.get("/lanterns-of-vell/faq/1.2-shading/").status_code == 404


def test_an_uploaded_file_becomes_a_draft(editor: Client, documents: Path) -> None:
    file = SimpleUploadedFile("lanterns.md", (documents / "lanterns-1.0.md").read_bytes())
    editor.post(ADD, {"file": file})
    assert Edition.objects.get().source.name == "lanterns.md"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "Choose a file or paste a text"),
        ({"text": "nothing that anybody could read"}, "No part of it could be recognised"),
        ({"file": SimpleUploadedFile("faq.pdf", b"%PDF-1.4")}, "is a damaged PDF"),
        ({"file": SimpleUploadedFile("faq.txt", b"\x00\x01\x02")}, "neither text, web page nor PDF"),
        ({"text": "---\ngame: Vell\n---\n# A\n#### Q\nText.\n"}, "It could not be read"),
    ],
)
def test_what_cannot_be_read_gets_a_clear_message_and_is_not_lost(
    editor: Client, given: dict[str, object], message: str
) -> None:
    page = editor.post(ADD, given).content.decode()
    assert message in page
    assert not Edition.objects.exists()
    if "text" in given:
        assert str(given["text"]).split("\n")[0] in page


def test_a_document_that_names_no_game_can_be_given_one(editor: Client) -> None:
    text = "---\ngame: Wrong\ndocument: D\nedition: 1\nauthority: official\n---\n# A\n#### (1.1) Lamps\nText.\n"
    editor.post(ADD, {"text": text, "game": "Vell", "title": "Annals", "edition": "7"})
    edition = Edition.objects.get()
    assert str(edition) == "Vell Annals 7"
    assert publishing.publish(edition)[0].document.title == "Annals"


def test_the_same_document_again_says_that_it_is_published(
    editor: Client, publish: Callable[..., Edition], documents: Path
) -> None:
    publish(documents / "lanterns-1.0.md")
    response = editor.post(ADD, {"text": (documents / "lanterns-1.0.md").read_text()}, follow=True)
    assert "published already" in response.content.decode()


def test_the_same_file_again_leads_to_its_draft_and_says_so(editor: Client, draft: Edition, documents: Path) -> None:
    edit(editor, draft, "Dusk", "Night")
    page = editor.post(ADD, {"text": (documents / "lanterns-1.1.md").read_text()}, follow=True)
    assert "This file is a draft already" in page.content.decode()
    assert "Night" in manuscripts.text_of(Edition.objects.get(state="draft"))


def test_another_file_of_the_same_version_replaces_the_draft_only_if_somebody_says_so(
    editor: Client, draft: Edition, documents: Path
) -> None:
    other = (documents / "lanterns-1.1.md").read_text().replace("Dusk", "Nightfall")
    assert "say that this one replaces it" in editor.post(ADD, {"text": other}).content.decode()
    assert Edition.objects.get(state="draft") == draft
    editor.post(ADD, {"text": other, "replaces": "on"})
    assert "Nightfall" in Edition.objects.get(state="draft").source.text


def test_changes_are_filtered_by_kind(editor: Client, draft: Edition) -> None:
    page = body(editor, f"{address(draft)}?show=reworded")
    assert page.count('<article class="panel decidable') == 1
    assert "High tide" in page
    assert body(editor, address(draft)).count('<article class="panel decidable') == 1, "the filter lasts"


def test_rejecting_an_addition_leaves_it_out_as_ours(editor: Client, draft: Edition, client: Client) -> None:
    assert decide(editor, draft, "reject", "added", "Shading", reason="Not in print.").endswith("Done.")
    published, _ = publishing.publish(draft)
    assert "Shading" in {ruling.title for ruling in document_of(published).rulings}
    current = Document.objects.get().current
    assert current is not None
    assert current.corrects == published
    assert "Shading" not in {ruling.title for ruling in document_of(current).rulings}
    page = published_text(client, "/lanterns-of-vell/faq/1.2-shading/")
    assert "No longer in force" in page
    assert "our correction</strong>, not the publisher’s change: Not in print." in page


def test_rejecting_a_rewording_shows_the_old_words_as_ours_and_what_the_source_says(
    editor: Client, draft: Edition, client: Client
) -> None:
    decide(editor, draft, "reject", "reworded", "High tide", reason="The scan is torn.")
    publishing.publish(draft)
    page = published_text(client, "/lanterns-of-vell/faq/2.1/")
    assert "The scan is torn." in page
    assert "readied and paid" in page.split("The source says")[1], "what the publisher prints is there, too"
    assert "unchanged since" not in page


def test_rejecting_a_removal_keeps_the_ruling_as_ours(editor: Client, draft: Edition, client: Client) -> None:
    decide(editor, draft, "reject", "removed", "Grey Moth", reason="Left out by mistake.")
    _, plan = publishing.publish(draft)
    assert plan.counts["removed"] == 1
    current = Document.objects.get().current
    assert current is not None
    assert "Grey Moth" in {ruling.title for ruling in document_of(current).rulings}
    assert "Left out by mistake." in published_text(client, "/lanterns-of-vell/faq/editions/")


def test_a_rejection_needs_a_reason(editor: Client, draft: Edition) -> None:
    assert "Say why" in decide(editor, draft, "reject", "reworded", "High tide", reason=" ")
    assert not draft.verdicts.exists()


def test_an_accepted_change_says_who_and_when_and_can_be_undone(editor: Client, draft: Edition) -> None:
    decide(editor, draft, "accept", "reworded", "High tide")
    assert reviewing.review(draft).accepted == 1
    assert "Accepted by ed" in body(editor, address(draft))
    act(editor, draft, "undo", key=key_of(draft, "reworded", "High tide"))
    assert reviewing.review(draft).accepted == 0


def test_what_somebody_else_has_typed_meanwhile_is_not_accepted_unseen(editor: Client, draft: Edition) -> None:
    item = item_of(draft, "reworded", "High tide")
    seen = f"{item.key}#{'0' * 16}"
    assert "reads differently now" in act(editor, draft, "accept", seen=seen)
    assert not draft.verdicts.filter(act="accepted").exists()


def test_what_another_editor_has_typed_over_a_change_is_not_accepted_unseen(
    editor: Client, publisher: Client, draft: Edition
) -> None:
    item = item_of(draft, "reworded", "High tide")
    edit(publisher, draft, "readied and paid", "readied and fed")
    assert "reads differently now" in act(editor, draft, "accept", seen=f"{item.key}#{item.mark}")
    again = item_of(draft, "reworded", "High tide")
    assert "fed" in "".join(span["text"] for span in (again.ours or {})["record"]["difference"])
    assert "We would show" in body(editor, address(draft))


def edit(client: Client, draft: Edition, old: str, new: str, *, reason: str = "A slip of the pen.") -> str:
    """Change words in the text of a draft; what the desk answers."""
    version = manuscripts.manuscript_of(draft).version
    text = manuscripts.text_of(draft).replace(old, new)
    response = client.post(address(draft, "text"), {"text": text, "version": version, "reason": reason}, follow=True)
    return " ".join(map(str, response.context["messages"]))


def test_words_that_the_source_does_not_print_need_a_reason_and_are_ours(
    editor: Client, draft: Edition, client: Client
) -> None:
    assert "say why you change it" in edit(editor, draft, "readied and paid", "readied and fed", reason="")
    assert not manuscripts.manuscript_of(draft).text
    edit(editor, draft, "readied and paid", "readied and fed", reason="A misprint: fed.")
    item = item_of(draft, "reworded", "High tide")
    assert "readied and paid" in str(item.record["new"]), "the publisher's change is what the source prints"
    published, _ = publishing.publish(draft)
    assert any("readied and paid" in ruling.text for ruling in document_of(published).rulings)
    page = published_text(client, "/lanterns-of-vell/faq/2.1/")
    assert "readied and fed" in page
    assert "A misprint: fed." in page


def test_a_text_that_is_only_cut_in_another_way_is_still_the_publishers(editor: Client, draft: Edition) -> None:
    text = manuscripts.text_of(draft)
    sentence = manuscripts.read_edition(draft).rulings[0].text.split(". ")[0]
    assert sentence in text
    cut = text.replace(f"{sentence}. ", f"{sentence}.\n\n")
    assert edit(editor, draft, text, cut, reason="").endswith("Saved.")
    publishing.publish(draft)
    assert not Edition.objects.exclude(corrects=None).exists()


def test_a_pair_is_split_and_joined_again(editor: Client, draft: Edition) -> None:
    act(editor, draft, "split", key=key_of(draft, "reworded", "High tide"))
    found = reviewing.review(draft)
    assert {"added", "removed"} <= {str(item.kind) for item in found.items if "High tide" in item.title}
    act(editor, draft, "join", old="2.1", key=key_of(draft, "added", "High tide"))
    assert key_of(draft, "reworded", "High tide")


def test_nothing_is_decided_about_an_edition_that_is_no_draft(draft: Edition) -> None:
    item = item_of(draft, "reworded", "High tide")
    publishing.publish(draft)
    with pytest.raises(manuscripts.EditError, match="only a draft"):
        deciding.split(draft, item.key, user=None)
    with pytest.raises(manuscripts.EditError, match="only a draft"):
        deciding.accept(draft, [(item.key, item.mark)], user=None)


def test_what_was_decided_since_the_summary_is_not_published_unseen(publisher: Client, draft: Edition) -> None:
    accept_all(draft)
    page = publisher.get(address(draft, "publish"))
    seen = vars(page.context["basis"])
    deciding.undo(draft, [key_of(draft, "reworded", "High tide")], user=None)
    decide(publisher, draft, "reject", "reworded", "High tide")
    response = publisher.post(address(draft, "publish"), seen, follow=True)
    assert b"look at the comparison again" in response.content
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_a_label_that_another_ruling_bears_now_is_not_given_back(
    editor: Client, publish: Callable[..., Edition]
) -> None:
    head = "---\ngame: Vell\ndocument: Menu\nedition: {}\nauthority: official\n---\n# Rules\n#### (1.1) Soup\nHot.\n"
    publish(head.format(1) + "#### (1.2) Bread\nIt is baked fresh each morning.\n")
    pears = "#### (1.2) Pears\nThey ripen.\n#### (1.3) Bread\nIt is baked fresh each morning.\n"
    editor.post(ADD, {"text": head.format(2) + pears})
    draft = Edition.objects.get(state="draft")
    assert "is that of “Pears” now" in decide(editor, draft, "reject", "moved", "Bread")
    decide(editor, draft, "reject", "added", "Pears")
    assert decide(editor, draft, "reject", "moved", "Bread") == "Done."


def test_the_whole_log_says_who_discarded_what(editor: Client, draft: Edition) -> None:
    editor.post(f"/admin/rulings/edition/{draft.pk}/delete/", {"post": "yes"})
    table = editor.get("/admin/admin/logentry/").content.decode().split("<tbody>")[1]
    assert "deleted" in table.split("Lanterns of Vell FAQ 1.1")[1][:200]


def test_what_was_written_for_a_ruling_that_is_gone_is_handed_back(editor: Client, draft: Edition) -> None:
    response = editor.post(address(draft, "rulings/999"), {"text": "#### Mine\nPrecious.", "version": 0})
    assert response.status_code == 404
    assert b"Precious." in response.content


def test_one_ruling_is_edited_in_the_house_format(editor: Client, draft: Edition) -> None:
    index = next(place for place, one in enumerate(manuscripts.read_edition(draft).rulings) if one.key == "1.2")
    url = address(draft, f"rulings/{index}")
    page = body(editor, url)
    assert "#### (1.2) Shading" in page
    text = manuscripts.block_of(manuscripts.read_edition(draft), index).replace("costs nothing", "costs one coin")
    editor.post(url, {"text": text, "version": 0, "reason": "A misprint."})
    assert "costs one coin" in manuscripts.read_edition(draft).rulings[index].text
    assert manuscripts.read_edition(draft).rulings[index].lines is not None


def test_a_preview_shows_the_ruling_and_what_the_parser_says_and_saves_nothing(editor: Client, draft: Edition) -> None:
    url = address(draft, "text")
    page = editor.post(url, {"text": "---\ngame: Vell\n---\n# A\n", "version": 0, "preview": "1"}).content.decode()
    assert "severity-error" in page
    assert not Manuscript.objects.exclude(text="").exists()


def test_a_text_with_mistakes_is_kept_but_not_published(publisher: Client, draft: Edition) -> None:
    publisher.post(address(draft, "text"), {"text": "---\ngame: Vell\n---\n# A\n#### Q\nx\n", "version": 0})
    assert manuscripts.manuscript_of(draft).version == 1
    current = draft.document.current
    response = publisher.post(
        address(draft, "publish"), {"version": 1, "current": current.pk if current else ""}, follow=True
    )
    assert "mistakes" in response.content.decode()
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_two_editors_in_one_draft_see_both_texts_and_lose_nothing(
    editor: Client, publisher: Client, draft: Edition
) -> None:
    text = manuscripts.text_of(draft)
    given = {"version": 0, "reason": "Plain words."}
    editor.post(address(draft, "text"), {"text": text.replace("Dusk", "Night"), **given})
    page = publisher.post(address(draft, "text"), {"text": text.replace("Dusk", "Evening"), **given}).content
    assert "Night falls" in page.decode()
    assert "Evening falls" in page.decode()
    assert "Night falls" in manuscripts.text_of(draft)


def test_a_leftover_is_given_to_a_ruling(editor: Client) -> None:
    small = Path(__file__).parents[2] / "importers" / "formats" / "documents" / "timing_sheet.txt"
    editor.post(ADD, {"text": small.read_text(), "game": "Vell", "edition": "1"})
    edition = Edition.objects.select_related("document__game").get()
    leftover = manuscripts.read_edition(edition).leftovers[0]
    act(editor, edition, "assign", line=leftover.lines.first, index=0)
    document = manuscripts.read_edition(edition)
    assert leftover.text in document.rulings[0].text
    assert leftover not in document.leftovers


def test_a_reference_is_pointed_to_a_card(editor: Client, publish: Callable[..., Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n"
    cards = "# Errata {errata}\n## Box\n#### Moth (L1)\nIs lit.\n"
    publish(head.format(1) + cards)
    editor.post(ADD, {"text": head.format(2) + cards + "# Rules\n#### (1.1) Lamps\nSee [[Mothe]].\n"})
    draft = Edition.objects.select_related("document__game").get(state="draft")
    found = reviewing.review(draft).report["references"]
    assert [one["label"] for one in found] == ["Mothe"]
    nowhere = act(editor, draft, "point", index=found[0]["index"], label="Mothe", target="Nobody (Box L9)")
    assert "There is no card or section “Nobody (Box L9)” here" in nowhere
    act(editor, draft, "point", index=found[0]["index"], label="Mothe", target="Moth (Box L1)")
    draft = Edition.objects.select_related("document__game").get(pk=draft.pk)
    assert not reviewing.review(draft).report["references"]


def test_publishing_shows_itself_and_withdrawing_takes_it_back(
    publisher: Client, draft: Edition, client: Client
) -> None:
    page = body(publisher, address(draft, "publish"))
    assert "3 added" in page
    assert "decisions are missing" in page
    publisher.post(address(draft, "publish"), vars(publishing.basis_of(draft)))
    assert Edition.objects.get(pk=draft.pk).state == "draft", "nothing is published that nobody has decided"
    accept_all(draft)
    publisher.post(address(draft, "publish"), vars(publishing.basis_of(draft)))
    assert "FAQ 1.1" in client.get("/lanterns-of-vell/faq/2.1/").content.decode()
    assert LogEntry.objects.filter(change_message__startswith="published").exists()
    publisher.post(address(draft, "withdraw"))
    assert Edition.objects.get(pk=draft.pk).state == "published", "readers are told why"
    publisher.post(address(draft, "withdraw"), {"reason": "Taken back by the publisher."})
    gone = client.get("/lanterns-of-vell/faq/at/1.1/")
    assert gone.status_code == 410
    assert "Taken back by the publisher." in gone.content.decode()
    assert "FAQ 1.0" in client.get("/lanterns-of-vell/faq/2.1/").content.decode()
    assert LogEntry.objects.filter(change_message__startswith="withdrawn").exists()


def test_nothing_is_published_over_what_somebody_else_published_meanwhile(
    publisher: Client, draft: Edition, publish: Callable[..., Edition], documents: Path
) -> None:
    accept_all(draft)
    seen = vars(publishing.basis_of(draft))
    publish((documents / "lanterns-1.0.md").read_text().replace("edition: 1.0", "edition: 1.05"))
    accept_all(draft)
    response = publisher.post(address(draft, "publish"), seen, follow=True)
    assert "has changed since you looked" in response.content.decode()
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_every_act_is_in_the_log(editor: Client, draft: Edition) -> None:
    decide(editor, draft, "reject", "added", "Shading")
    log = body(editor, address(draft, "history"))
    assert "rejected: added" in log
    assert "took it in as a draft" in log


def test_a_draft_is_discarded_and_a_published_edition_is_not(
    publisher: Client, lanterns: Document, documents: Path
) -> None:
    assert lanterns.current is not None
    assert publisher.post(address(lanterns.current, "delete"), {"post": "yes"}).status_code == 403
    publisher.post(ADD, {"text": (documents / "lanterns-2.0.md").read_text().replace("edition: 2.0", "edition: 3")})
    draft = Edition.objects.get(state="draft")
    publisher.post(address(draft, "delete"), {"post": "yes"})
    assert not Edition.objects.filter(state="draft").exists()


def test_the_label_and_date_of_a_draft_follow_its_text(editor: Client, draft: Edition) -> None:
    text = manuscripts.text_of(draft).replace("edition: 1.1", "edition: 1.2").replace("2021-05-20", "2021-06-01")
    editor.post(address(draft, "text"), {"text": text, "version": 0})
    draft.refresh_from_db()
    assert (draft.label, draft.slug, str(draft.date)) == ("1.2", "1.2", "2021-06-01")


def test_a_draft_cannot_become_one_of_another_document(editor: Client, draft: Edition) -> None:
    text = manuscripts.text_of(draft).replace("game: Lanterns of Vell", "game: Isles of Fog")
    page = editor.post(address(draft, "text"), {"text": text, "version": 0}).content.decode()
    assert "take it in as a new edition instead" in page
    assert "Isles of Fog" in page
    assert not Manuscript.objects.exclude(text="").exists()


def test_a_decision_about_what_is_gone_is_void_and_does_not_block_publishing(
    publisher: Client, draft: Edition, publish: Callable[..., Edition], documents: Path
) -> None:
    act(publisher, draft, "split", key=key_of(draft, "reworded", "High tide"))
    lines = (documents / "lanterns-1.0.md").read_text().replace("edition: 1.0", "edition: 1.05")
    publish(
        lines.replace("#### (2.1) High tide", "#### (2.7) Spring flood").replace("At high tide each ship", "Nothing")
    )
    body(publisher, address(draft))
    draft = Edition.objects.select_related("document__game", "document__current").get(pk=draft.pk)
    assert draft.document.current is not None
    draft.refresh_from_db()
    accept_all(draft)
    publisher.post(address(draft, "publish"), vars(publishing.basis_of(draft)))
    draft.refresh_from_db()
    assert draft.state == "published"


def test_a_draft_with_mistakes_is_not_rewritten_by_a_click(editor: Client, draft: Edition) -> None:
    broken = manuscripts.text_of(draft).removeprefix("---")
    editor.post(address(draft, "text"), {"text": broken, "version": 0})
    item = next(item for item in reviewing.review(draft).items)
    assert "has mistakes" in act(editor, draft, "reject", seen=f"{item.key}#{item.mark}", reason="Torn.")
    assert manuscripts.manuscript_of(draft).text == broken


def block(draft: Edition, key: str) -> tuple[int, str]:
    """Where a ruling stands in a draft, and its text."""
    document = manuscripts.read_edition(draft)
    index = next(place for place, one in enumerate(document.rulings) if one.key == key)
    return index, manuscripts.block_of(document, index)


def test_two_editors_at_two_rulings_of_a_draft_do_not_conflict(
    editor: Client, publisher: Client, draft: Edition
) -> None:
    index, text = block(draft, "1.2")
    edit(editor, draft, "Dusk", "Night")
    given = {"text": text.replace("costs nothing", "costs a coin"), "base": text, "version": 0, "reason": "A misprint."}
    publisher.post(address(draft, f"rulings/{index}"), given)
    assert "Night" in manuscripts.text_of(draft)
    assert "costs a coin" in manuscripts.text_of(draft)


def test_a_conflict_about_one_ruling_shows_both_and_can_be_saved(
    editor: Client, publisher: Client, draft: Edition
) -> None:
    index, text = block(draft, "1.2")
    url = address(draft, f"rulings/{index}")
    theirs = {"text": text.replace("costs nothing", "costs two"), "base": text, "version": 0, "reason": "A misprint."}
    editor.post(url, theirs)
    mine = {**theirs, "text": text.replace("costs nothing", "costs a coin")}
    page = publisher.post(url, mine)
    assert "costs two" in page.content.decode()
    initial = page.context["form"].initial
    publisher.post(url, {**initial, "text": mine["text"]})
    assert "costs a coin" in manuscripts.text_of(draft)


def test_rejecting_a_removal_after_a_split_restores_what_is_in_force(editor: Client, draft: Edition) -> None:
    act(editor, draft, "split", key=key_of(draft, "reworded", "High tide"))
    decide(editor, draft, "reject", "removed", "High tide")
    decide(editor, draft, "reject", "added", "High tide")
    publishing.publish(Edition.objects.select_related("document__game", "document__current").get(pk=draft.pk))
    current = Document.objects.get().current
    assert current is not None
    assert [ruling.key for ruling in document_of(current).rulings if "High tide" in ruling.title] == ["2.1"]


def test_what_was_written_for_a_discarded_draft_is_handed_back(editor: Client, draft: Edition) -> None:
    url = address(draft, "text")
    draft.delete()
    response = editor.post(url, {"text": "hours of work", "version": 0})
    assert response.status_code == 404
    assert b"hours of work" in response.content


def test_a_withdrawn_edition_that_is_taken_in_again_keeps_its_edits(
    publisher: Client, draft: Edition, documents: Path
) -> None:
    edit(publisher, draft, "readied and paid", "readied and paid thrice")
    published, _ = publishing.publish(draft)
    publishing.withdraw(published)
    publisher.post(ADD, {"text": (documents / "lanterns-1.1.md").read_text()})
    again = Edition.objects.select_related("document__game").get(state="draft")
    assert "paid thrice" in manuscripts.text_of(again)
