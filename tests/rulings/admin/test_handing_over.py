"""A draft is handed from one person to another, with what they say about it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
import pytest_django
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client

from rulings.models import Change, Edition, Ruling
from rulings.selectors.documents import release_note
from rulings.services import correcting, deciding, manuscripts, publishing, reviewing
from tests.rulings.admin.conftest import client_of

ADD = "/admin/rulings/edition/add/"


@pytest.fixture
def draft(editor: Client, publish: Callable[..., Edition], documents: Path) -> Edition:
    publish(documents / "lanterns-1.0.md")
    editor.post(ADD, {"text": (documents / "lanterns-1.1.md").read_text()})
    return Edition.objects.select_related("document__game", "document__current").get(state="draft")


def act(client: Client, draft: Edition, **given: str) -> str:
    response = client.post(f"/admin/rulings/edition/{draft.pk}/act/", given, follow=True)
    return " ".join(map(str, response.context["messages"]))


def accept_all(draft: Edition) -> None:
    found = reviewing.review(draft)
    deciding.accept(draft, [(one.key, one.mark) for one in (*found.items, *found.alarms)], user=None)


def test_a_draft_says_whose_it_is_and_how_far_it_is(editor: Client, draft: Edition) -> None:
    page = editor.get("/admin/").content.decode()
    assert "in work" in page
    assert f"0 of {reviewing.review(draft).total}, by ed" in page


def test_a_draft_is_handed_over_when_all_is_decided_and_can_be_sent_back(
    editor: Client, publisher: Client, draft: Edition
) -> None:
    assert "decisions are missing" in act(editor, draft, action="stage", stage="ready")
    accept_all(draft)
    act(editor, draft, action="stage", stage="ready")
    assert "ready for publishing" in publisher.get("/admin/").content.decode()
    act(publisher, draft, action="comment", text="Look at the moth again.")
    act(publisher, draft, action="stage", stage="sent back")
    page = editor.get(f"/admin/rulings/edition/{draft.pk}/change/").content.decode()
    assert "Look at the moth again." in page
    assert "Sent back" in page


def test_a_comment_stands_at_the_change_that_it_is_about(editor: Client, draft: Edition) -> None:
    key = reviewing.review(draft).singles[0].key
    act(editor, draft, action="comment", text="Is this the moth?", key=key)
    page = editor.get(f"/admin/rulings/edition/{draft.pk}/change/").content.decode()
    assert page.count("Is this the moth?") == 1


def test_publishers_are_told_by_mail_that_a_draft_is_ready(
    editor: Client,
    draft: Edition,
    settings: pytest_django.Settings,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    settings.EMAIL_HOST = "mail.example"
    client_of("paula", is_publisher=True)
    User.objects.filter(username="paula").update(email="paula@example.org")
    accept_all(draft)
    with django_capture_on_commit_callbacks(execute=True):
        act(editor, draft, action="stage", stage="ready")
    assert [(one.to, "is ready for publishing" in one.subject) for one in mailoutbox] == [(["paula@example.org"], True)]
    address = mailoutbox[0].body.split("at the desk: ")[1].removeprefix(settings.SITE_URL)
    assert editor.get(address).status_code == 200


def test_somebody_who_neither_owns_nor_publishes_a_draft_does_not_send_it_back(editor: Client, draft: Edition) -> None:
    accept_all(draft)
    act(editor, draft, action="stage", stage="ready")
    other = client_of("other", is_publisher=False)
    assert "Only its owner" in act(other, draft, action="stage", stage="sent back")
    assert "Send it back" not in other.get(f"/admin/rulings/edition/{draft.pk}/change/").content.decode()
    assert act(editor, draft, action="stage", stage="sent back") == "Done."


def test_the_release_note_tells_no_news_that_we_corrected(draft: Edition) -> None:
    text = manuscripts.text_of(draft).replace("readied and paid", "readied and fed")
    deciding.edit_text(draft, text, version=0, reason="A misprint: fed.", user=None)
    draft = Edition.objects.select_related("document__game", "document__current").get(pk=draft.pk)
    accept_all(draft)
    edition, _ = publishing.publish(draft)
    note = release_note(edition).text
    assert "High tide" not in note.partition("## Corrections of ours")[0]
    assert "High tide: A misprint: fed." in note


def test_the_release_note_of_an_edition_goes_out_by_mail(
    draft: Edition,
    settings: pytest_django.Settings,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    settings.EMAIL_HOST, settings.NEWS_ADDRESSES = "mail.example", ["players@example.org"]
    User.objects.filter(username="ed").update(email="ed@example.org")
    accept_all(draft)
    with django_capture_on_commit_callbacks(execute=True):
        publishing.publish(draft, note="The moth is banned.")
    assert [(one.to, one.subject) for one in mailoutbox] == [
        (["ed@example.org"], "Lanterns of Vell FAQ 1.1 is published"),
        (["players@example.org"], "Lanterns of Vell FAQ 1.1 is published"),
    ]
    assert "The moth is banned." in mailoutbox[0].body
    assert "/lanterns-of-vell/faq/at/1.1/release-note/" in mailoutbox[0].body


def test_where_a_second_person_is_needed_nobody_publishes_their_own_draft(
    editor: Client, publisher: Client, draft: Edition, settings: pytest_django.Settings
) -> None:
    settings.SECOND_PERSON = True
    accept_all(draft)
    own = client_of("ed", is_publisher=True)
    where, basis = f"/admin/rulings/edition/{draft.pk}/publish/", vars(publishing.basis_of(draft))
    assert "somebody else must publish" in own.post(where, basis).content.decode()
    publisher.post(where, basis)
    assert Edition.objects.get(pk=draft.pk).state == "published"


def test_an_editor_does_not_replace_the_draft_of_somebody_else(draft: Edition, documents: Path) -> None:
    text = (documents / "lanterns-1.1.md").read_text().replace("Dusk", "Nightfall")
    page = client_of("other", is_publisher=False).post(ADD, {"text": text, "replaces": "on"}).content.decode()
    assert "somebody else’s" in page
    assert Edition.objects.get(state="draft") == draft


def test_an_editor_does_not_discard_the_draft_of_somebody_else(publisher: Client, draft: Edition) -> None:
    address = f"/admin/rulings/edition/{draft.pk}/delete/"
    assert client_of("other", is_publisher=False).post(address, {"post": "yes"}).status_code == 403
    assert publisher.post(address, {"post": "yes"}).status_code == 302
    assert not Edition.objects.filter(pk=draft.pk).exists()


def test_a_correction_by_hand_stays_where_the_next_source_says_the_same(
    editor: Client, publish: Callable[..., Edition], documents: Path
) -> None:
    publish(documents / "lanterns-1.0.md")
    ruling = Ruling.objects.get(slug="1.1")
    basis = ruling.document.current_id or 0
    text = f"{correcting.text_of(ruling)}\n\nNever."
    correcting.correct_text(ruling, text, reason="A word was lost.", basis=basis, user=None)
    source = (documents / "lanterns-1.0.md").read_text()
    editor.post(ADD, {"text": source.replace("edition: 1.0", "edition: 1.05")})
    draft = Edition.objects.get(state="draft")
    assert reviewing.review(draft).items == []
    publishing.publish(draft)
    change = Change.objects.in_force().get(ruling=ruling)
    assert change.revision is not None
    assert change.revision.text.endswith("Never.")
