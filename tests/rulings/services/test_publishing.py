"""Publishing, withdrawing, and the laws of history."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from importers.reading import read
from rulings.models import Card, CardSet, Change, Document, Edition, Reference, Revision, Ruling
from rulings.services import importing, publishing
from rulings.services.reconciling import DecisionError, find_decision

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
    with pytest.raises(publishing.PublishingError, match="withdraw it first, or name this one otherwise"):
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


HEAD = "---\ngame: G\ndocument: {}\nedition: {}\nauthority: official\n---\n"


def statuses(document: str) -> list[tuple[str, str]]:
    """The references in force of a document, with their status."""
    in_force = Change.objects.in_force().filter(ruling__document__title=document)
    return list(Reference.objects.filter(change__in=in_force).order_by("pk").values_list("target", "status"))


def test_withdrawing_unlinks_what_only_the_withdrawn_edition_had(client: Client, publish: Publish) -> None:
    rules = "# Rules\n#### (1.1) One\nSee [[1.2]] and [[Bell]].\n"
    publish(HEAD.format("D", "1") + rules)
    open_references = [("1.2", "unresolved"), ("Bell", "unresolved")]
    assert statuses("D") == open_references
    second = publish(HEAD.format("D", "2") + rules + "#### (1.2) Two\nHere.\n# E {errata}\n#### Bell (Box 1)\nRings.\n")
    assert statuses("D")[:2] == [("1.2", "resolved"), ("Bell", "resolved")]
    assert client.get("/g/cards/box/1-bell/").status_code == 200
    publishing.withdraw(second)
    assert statuses("D") == open_references
    assert client.get("/g/cards/box/1-bell/").status_code == 404
    assert not CardSet.objects.exists()


def test_what_one_document_names_resolves_references_of_another(publish: Publish) -> None:
    publish(HEAD.format("Rules", "1") + "# Rules\n#### (1.1) One\nSee [[Bell]].\n")
    errata = publish(HEAD.format("Errata", "1") + "# E {errata}\n#### Bell (Box 1)\nRings.\n")
    assert statuses("Rules") == [("Bell", "resolved")]
    publish(HEAD.format("Errata", "2") + "# E {errata}\n#### Bell (Box 1); Bell (Crypt 2)\nRing.\n")
    assert statuses("Rules") == [("Bell", "ambiguous")]
    publishing.withdraw(Edition.objects.get(label="2"))
    assert statuses("Rules") == [("Bell", "resolved")]
    publishing.withdraw(errata)
    assert statuses("Rules") == [("Bell", "unresolved")]


def test_a_label_means_the_section_that_bears_it_in_each_edition(client: Client, publish: Publish) -> None:
    one = "# Rules\n#### (1.1) One\nSee [[1.2]].\n"
    publish(HEAD.format("D", "1") + one + "#### (1.2) Snuffing\nLanterns go home.\n")
    publish(HEAD.format("D", "2") + one + "#### (1.2) Bidding\nOffer gold.\n#### (1.3) Snuffing\nLanterns go home.\n")
    assert b'href="/g/d/1.2-bidding/">1.2</a>' in client.get("/g/d/1.1/").content
    assert b'href="/g/d/at/1/1.2/">1.2</a>' in client.get("/g/d/at/1/1.1/").content
    assert b"Snuffing" in client.get("/g/d/at/1/1.2/").content


def test_two_cards_of_one_name_and_set_are_told_apart_by_their_numbers(publish: Publish) -> None:
    publish(HEAD.format("D", "1") + "# E {errata}\n## Box\n#### Twin (1)\nCosts 1.\n#### Twin (2)\nCosts 2.\n")
    assert sorted(Card.objects.values_list("slug", flat=True)) == ["1-twin", "2-twin"]


def test_a_card_whose_number_was_corrected_is_another_address(publish: Publish) -> None:
    first = publish(HEAD.format("D", "1") + "# E {errata}\n## Box\n#### Bell (1)\nCosts 1.\n")
    publishing.withdraw(first)
    publish(HEAD.format("D", "1") + "# E {errata}\n## Box\n#### Bell (2)\nCosts 1.\n")
    assert list(Card.objects.shown().values_list("slug", flat=True)) == ["2-bell"]


def test_a_stated_authority_that_is_the_documents_changes_nothing(publish: Publish) -> None:
    rules = "# Rules\n#### One {official}\nHere.\n"
    publish(HEAD.format("D", "1") + rules)
    assert counts(publish(HEAD.format("D", "2") + rules)) == {"same": 1}


def test_a_mistaken_draft_does_not_fix_the_authority(publish: Publish) -> None:
    text = HEAD.format("D", "1") + "# Rules\n#### One\nHere.\n"
    importing.take_in(read(text.replace("official", "unofficial").encode(), name="a.md"))
    assert publish(text).document.authority == "official"


def test_the_longest_names_fit_the_database(publish: Publish) -> None:
    name, number, label = "ß" * 200, "1" * 40, "a" * 40
    errata = f"# {'x' * 90} {{errata}}\n## {name}\n### {name}\n#### {name} ({number}) (v{'1' * 39})\nCosts 1.\n"
    step = f"# {'y' * 90} {{timing}}\n- ({label}) {'z' * 90}\n- [{'w' * 200}]\n- {'z' * 90}\n"
    edition = publish(HEAD.format("D" * 200, "e" * 40) + errata + step)
    assert counts(edition) == {"added": 3}


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
    document = Document.objects.get()
    decision = find_decision(document, reading.document, old="1.2", new="1.2", same=True)
    edition, _ = publishing.publish(importing.take_in(reading, decisions=[decision]).edition)
    assert change(edition, "1.2").kind == "reworded"
    assert change(edition, "1.2").revision.title == "Shading"


def test_a_pair_can_be_forbidden(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    reading = read((documents / "lanterns-1.1.md").read_bytes(), name="b.md")
    document = Document.objects.get()
    decision = find_decision(document, reading.document, old="2.1", new="High tide", same=False)
    edition, _ = publishing.publish(importing.take_in(reading, decisions=[decision]).edition)
    assert change(edition, "2.1").kind == "removed"
    assert change(edition, "2.1-high-tide").kind == "added"


def test_rulings_of_different_kinds_cannot_be_forced_into_one(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    reading = read((documents / "lanterns-1.1.md").read_bytes(), name="b.md")
    for old, new in (("1.1", "May I light a lantern twice?"), ("7.7", "1.1"), ("1.1", "Nowhere")):
        with pytest.raises(DecisionError):
            find_decision(Document.objects.get(), reading.document, old=old, new=new, same=True)


def test_decisions_survive_until_the_draft_is_published(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    reading = read((documents / "lanterns-1.1.md").read_bytes(), name="b.md")
    decision = find_decision(Document.objects.get(), reading.document, old="1.2", new="1.2", same=True)
    importing.take_in(reading, decisions=[decision])
    edition, _ = publishing.publish(importing.take_in(reading).edition)
    assert change(edition, "1.2").revision.title == "Shading"


def test_a_document_with_mistakes_is_not_taken_in(db: None) -> None:
    with pytest.raises(importing.ImportRefusedError, match="nothing was imported"):
        importing.take_in(read(b"---\ngame: G\n---\n# A\ntext", name="a.md"))
    assert not Edition.objects.exists()


def test_the_same_document_cannot_change_its_authority(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    text = (documents / "lanterns-1.1.md").read_text().replace("authority: official", "authority: unofficial")
    with pytest.raises(importing.ImportRefusedError, match="is official, but"):
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


def test_a_chart_that_is_gone_leaves_no_reference_to_it_resolved(publish: Publish) -> None:
    publish(HEAD.format("Timing", 1) + "# Skill Test {timing}\n- (1) Choose.\n# Rules\n#### (1.1) One\nStay.\n")
    publish(HEAD.format("FAQ", 1) + "# Rules\n#### (1.1) One\nSee [[Step 1 of Skill Test]].\n")
    assert statuses("FAQ") == [("Step 1 of Skill Test", "resolved")]
    publish(HEAD.format("Timing", 2) + "# Rules\n#### (1.1) One\nStay.\n")
    assert statuses("FAQ") == [("Step 1 of Skill Test", "unresolved")]


def test_another_ruling_under_the_label_of_one_that_is_gone_is_not_that_one(publish: Publish) -> None:
    head = (
        "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Rules\n#### (2.1) Wicks\nAre long.\n"
    )
    publish(head.format(1) + "#### (1.1) Oil\nA lantern without oil is dark, and its owner draws a card.\n")
    publish(head.format(2))
    publish(head.format(3) + "#### (1.1) Oil lamps\nA lamp is a lantern, and its owner may draw it.\n")
    slugs = {ruling.slug for ruling in Ruling.objects.filter(changes__edition__label="3", changes__kind="added")}
    assert slugs == {"1.1-oil-lamps"}
