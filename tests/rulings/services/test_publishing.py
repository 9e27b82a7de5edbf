"""Publishing, withdrawing, and the laws of history."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from importers.reading import read
from rulings.models import Card, Change, Document, Edition, Reference, Revision, Ruling
from rulings.services import importing, publishing
from rulings.services.reconciling import find_decision

Publish = Callable[[Path | str], Edition]


def counts(edition: Edition) -> Counter[str]:
    return Counter(edition.changes.values_list("kind", flat=True))


def change(edition: Edition, slug: str) -> Change:
    return edition.changes.select_related("revision", "previous").get(ruling__slug=slug)


def everything_shown(client: Client, document: Document) -> dict[str, bytes]:
    """Every page that shows the document's state today."""
    game = document.game.slug
    addresses = [f"/{game}/", f"/{game}/cards/", f"/{game}/lists/restricted/", f"/{game}/lists/banned/"]
    addresses += [document.get_absolute_url(), f"{document.get_absolute_url()}timing/"]
    addresses += [card.get_absolute_url() for card in Card.objects.shown()]
    addresses += [change.ruling.get_absolute_url() for change in Change.objects.in_force()]
    return {address: client.get(address).content for address in addresses}


def test_the_first_edition_adds_everything(publish: Publish, documents: Path) -> None:
    edition = publish(documents / "lanterns-1.0.md")
    assert counts(edition) == {"added": 21}
    assert edition.state == "published"
    assert edition.document.current == edition


def test_an_inserted_section_moves_its_followers_and_rewords_none(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    edition = publish(documents / "lanterns-1.1.md")
    assert change(edition, "1.2").kind == "moved"
    assert change(edition, "1.2").revision.key == "1.3"
    assert change(edition, "1.3").kind == "moved"
    assert change(edition, "1.2-shading").kind == "added"
    assert change(edition, "2.1").kind == "reworded"
    assert counts(edition) == {"same": 17, "added": 3, "moved": 2, "reworded": 1, "removed": 1}


def test_a_removed_section_and_a_renamed_heading_are_told_apart(lanterns: Document) -> None:
    edition = lanterns.current
    assert change(edition, "1.2").kind == "removed"
    assert change(edition, "1.3").kind == "moved"
    assert change(edition, "2.1").kind == "moved"
    assert change(edition, "may-i-light-a-lantern-twice").kind == "removed"
    assert change(edition, "R.3").kind == "moved"
    assert change(edition, "R.3").revision.key == "R.4"


def test_a_ruling_that_returns_gets_its_address_back(lanterns: Document) -> None:
    first, second, third = lanterns.editions.order_by("position")
    slug = "restricted-grey-moth"
    assert [change(edition, slug).kind for edition in (first, second, third)] == ["added", "removed", "added"]


def test_importing_twice_changes_nothing(publish: Publish, documents: Path) -> None:
    published = publish(documents / "lanterns-1.0.md")
    before = (Edition.objects.count(), Revision.objects.count(), Change.objects.count(), Card.objects.count())
    draft = importing.take_in(read((documents / "lanterns-1.0.md").read_bytes(), name="again.md"))
    assert draft.is_known
    assert draft.edition == published
    assert before == (Edition.objects.count(), Revision.objects.count(), Change.objects.count(), Card.objects.count())


def test_the_same_text_with_other_line_ends_changes_nothing(publish: Publish, documents: Path) -> None:
    published = publish(documents / "lanterns-1.0.md")
    text = (documents / "lanterns-1.0.md").read_text().replace("\n", "\r\n").replace("lit again. A", "lit again.  A")
    draft = importing.take_in(read(text.encode(), name="windows.md"))
    assert draft.is_known
    assert draft.edition == published


def test_a_draft_is_not_taken_in_twice(db: None, documents: Path) -> None:
    reading = read((documents / "lanterns-1.0.md").read_bytes(), name="a.md")
    assert importing.take_in(reading).edition == importing.take_in(reading).edition


def test_a_draft_shows_nothing(client: Client, db: None, documents: Path) -> None:
    importing.take_in(read((documents / "lanterns-1.0.md").read_bytes(), name="a.md"))
    assert b"Lanterns" not in client.get("/").content
    assert client.get("/lanterns-of-vell/").status_code == 404
    assert client.get("/lanterns-of-vell/faq/").status_code == 404


def test_another_text_under_a_published_label_is_refused(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    text = (documents / "lanterns-1.0.md").read_text().replace("draws a card", "draws two cards")
    with pytest.raises(publishing.PublishingError, match="withdraw it first, or give this one another label"):
        publish(text)


def test_an_older_edition_cannot_follow_a_newer_one(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-2.0.md")
    with pytest.raises(publishing.PublishingError, match="published in order"):
        publish(documents / "lanterns-1.0.md")


def test_published_wording_stays_as_it_was(publish: Publish, documents: Path) -> None:
    first = publish(documents / "lanterns-1.0.md")
    wording = list(Revision.objects.filter(edition=first).order_by("pk").values())
    changes = list(Change.objects.filter(edition=first).order_by("pk").values())
    second = publish(documents / "lanterns-1.1.md")
    publishing.withdraw(second)
    publish(documents / "lanterns-2.0.md")
    assert list(Revision.objects.filter(edition=first).order_by("pk").values()) == wording
    assert list(Change.objects.filter(edition=first).order_by("pk").values()) == changes


def test_withdrawing_restores_exactly_what_was_shown(client: Client, publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    edition = publish(documents / "lanterns-1.1.md")
    document = Document.objects.select_related("game").get(pk=edition.document_id)
    before = everything_shown(client, document)
    newest = publish(documents / "lanterns-2.0.md")
    assert everything_shown(client, document) != before
    assert publishing.withdraw(newest) == edition
    assert everything_shown(client, document) == before


def test_withdrawing_unlinks_what_only_the_withdrawn_edition_had(publish: Publish) -> None:
    head = "---\ngame: G\ndocument: D\nedition: {}\nauthority: official\n---\n# Rules\n#### (1.1) One\nSee [[1.2]].\n"
    first = publish(head.format("1"))
    reference = Reference.objects.get()
    assert reference.status == "unresolved"
    second = publish(head.format("2") + "#### (1.2) Two\nHere.\n")
    reference.refresh_from_db()
    assert reference.status == "resolved"
    publishing.withdraw(second)
    reference.refresh_from_db()
    assert (reference.status, reference.edition) == ("unresolved", first)


def test_only_the_newest_edition_can_be_withdrawn(lanterns: Document) -> None:
    first = lanterns.editions.order_by("position").first()
    with pytest.raises(publishing.PublishingError, match=r"withdraw Lanterns of Vell FAQ 2\.0 first"):
        publishing.withdraw(first)


def test_a_corrected_edition_can_follow_a_withdrawn_one_of_the_same_label(lanterns: Document, publish: Publish) -> None:
    source = lanterns.current.source.text
    publishing.withdraw(lanterns.current)
    again = publish(source.replace("Tides turn", "The tides turn"))
    assert again.label == "2.0"
    assert again.position == 4
    assert change(again, "1.3").revision.key == "1.3"


def test_withdrawing_all_editions_leaves_the_document_gone(client: Client, publish: Publish, documents: Path) -> None:
    edition = publish(documents / "lanterns-1.0.md")
    publishing.withdraw(edition)
    assert client.get("/lanterns-of-vell/faq/").status_code == 410
    assert client.get("/lanterns-of-vell/").status_code == 404
    assert not Card.objects.shown().exists()


def test_a_pair_can_be_forced(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    reading = read((documents / "lanterns-1.1.md").read_bytes(), name="b.md")
    document = importing.find_document(reading)
    decision = find_decision(document, reading.document, old="1.2", new="1.2", same=True)
    edition = publishing.publish(importing.take_in(reading, decisions=[decision]).edition)
    assert change(edition, "1.2").kind == "reworded"
    assert change(edition, "1.2").revision.title == "Shading"


def test_a_pair_can_be_forbidden(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    reading = read((documents / "lanterns-1.1.md").read_bytes(), name="b.md")
    document = importing.find_document(reading)
    decision = find_decision(document, reading.document, old="2.1", new="High tide", same=False)
    edition = publishing.publish(importing.take_in(reading, decisions=[decision]).edition)
    assert change(edition, "2.1").kind == "removed"
    assert change(edition, "2.1-high-tide").kind == "added"


def test_a_document_with_mistakes_is_not_taken_in(db: None) -> None:
    with pytest.raises(importing.ImportRefusedError, match="nothing was imported"):
        importing.take_in(read(b"---\ngame: G\n---\n# A\ntext", name="a.md"))
    assert not Edition.objects.exists()


def test_the_same_document_cannot_change_its_authority(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    text = (documents / "lanterns-1.1.md").read_text().replace("authority: official", "authority: unofficial")
    with pytest.raises(importing.ImportRefusedError, match="is known as official"):
        publish(text)


def test_publishing_that_fails_leaves_nothing_behind(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    before = (Ruling.objects.count(), Revision.objects.count(), Card.objects.count())
    draft = importing.take_in(read((documents / "lanterns-1.1.md").read_bytes(), name="b.md")).edition

    def fail(step: str) -> None:
        if step == "committing":
            raise RuntimeError("the power went out")

    with pytest.raises(RuntimeError):
        publishing.publish(draft, progress=fail)
    assert before == (Ruling.objects.count(), Revision.objects.count(), Card.objects.count())
    draft.refresh_from_db()
    assert draft.state == "draft"
